// Reconciliations that a version takes back from review or approval, before it is imported and before it is released.
import { andMore, wholeNumber } from '../../../messages/formats.js';
import type { AffectedReconciliation, Listed } from '../../../domain/trialBalance/impact.js';
import { Table, type Column } from '../../design/Table.js';
import { Balance, StatusBadge } from '../../design/values.js';

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
