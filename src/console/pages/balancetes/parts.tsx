// Parts that the pages of trial balances share.
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import { trialBalanceStatusWords, type TrialBalanceStatus } from '../../../domain/books/events.js';
import { State, Balance, StatusBadge } from '../../design/values.js';
import { andMore, wholeNumber } from '../../../messages/formats.js';
import type { AffectedReconciliation, Listed } from '../../../domain/trialBalance/importOutcome.js';
import { Table, type Column } from '../../design/Table.js';

export const statusOptions = choicesOf(trialBalanceStatusWords);

export function VersionBadge({ status }: Readonly<{ status: TrialBalanceStatus }>) {
  const { tone, name } = trialBalanceStatusWords[status];
  return <State tone={tone}>{name}</State>;
}

const columns: readonly Column<AffectedReconciliation>[] = [
  {
    ...{ head: 'Conta', as: 'name', phone: 'line' },
    cell: (it) => (
      <a href={`/console/conciliacoes/${it.reconciliationId}`}>{`${it.accountCode} ${it.accountName}`}</a>
    ),
  },
  { head: 'Situação', phone: 'end', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    ...{ head: 'Saldo atual', as: 'number' },
    cell: ({ balanceDebitCents }) => <Balance cents={balanceDebitCents} />,
  },
  {
    ...{ head: 'Saldo novo', as: 'number' },
    cell: ({ newBalanceDebitCents }) => <Balance cents={newBalanceDebitCents} />,
  },
];

export function Affected({ items, total }: Listed<AffectedReconciliation>) {
  if (total === 0) return <p>Nenhuma conciliação enviada ou aprovada perderia o que já foi feito.</p>;
  const more = total - items.length;
  return (
    <>
      <div class="note warn">
        {total === 1
          ? '1 conciliação enviada ou aprovada voltaria'
          : `${wholeNumber(total)} conciliações enviadas ou aprovadas voltariam`}{' '}
        ao Elaborador quando a versão fosse liberada.
      </div>
      <Table caption="Conciliações afetadas" columns={columns} rows={items} />
      {more > 0 && <p>{andMore(more)}</p>}
    </>
  );
}
