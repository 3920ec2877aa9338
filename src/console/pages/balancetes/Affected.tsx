// Reconciliations that a version takes back from review or approval, before it is imported and before it is released.
import { wholeNumber } from '../../../messages/formats.js';
import { statusNames } from '../../../messages/reconciliations.js';
import type { AffectedReconciliation, Listed } from '../../../domain/trialBalance/impact.js';
import { Table } from '../../design/Table.js';
import { Money } from '../../design/values.js';

export function Affected({ items, total }: Listed<AffectedReconciliation>) {
  if (total === 0) return <p>Nenhuma conciliação enviada ou aprovada perderia o que já foi feito.</p>;
  const more = total - items.length;
  return (
    <>
      <div class="alert alert-warning">
        {total === 1
          ? '1 conciliação enviada ou aprovada voltaria'
          : `${wholeNumber(total)} conciliações enviadas ou aprovadas voltariam`}{' '}
        ao Elaborador quando a versão fosse liberada.
      </div>
      <Table
        stacked
        caption="Conciliações afetadas"
        head={
          <>
            <th>Conta</th>
            <th>Situação</th>
            <th class="number">Saldo atual</th>
            <th class="number">Saldo novo</th>
          </>
        }
      >
        {items.map((it) => (
          <tr>
            <td class="text-nowrap">
              <a href={`/console/conciliacoes/${it.reconciliationId}`}>{it.accountCode}</a>
            </td>
            <td data-label="Situação">{statusNames[it.status]}</td>
            <td class="number" data-label="Saldo atual">
              <Money cents={it.balanceCents} />
            </td>
            <td class="number" data-label="Saldo novo">
              <Money cents={it.newBalanceCents} />
            </td>
          </tr>
        ))}
      </Table>
      {more > 0 && <p>e mais {wholeNumber(more)}</p>}
    </>
  );
}
