// GET /console/conciliacoes/exportar: all that the filters of the list find, as CSV or XLSX.
import { month, wholeNumber } from '../../../messages/formats.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { statusNames } from '../../../messages/reconciliations.js';
import type { WorklistRow } from '../../../projections/views/worklist/worklist.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { instantText } from '../../design/values.js';
import { sendTable } from '../../exportedTable.js';
import { notFound, type ConsoleCall } from '../../route.js';
import { notice, redirectTo } from '../../session/answers.js';
import { addressOf, LIST_PATH, readAddress, type ListAddress } from './address.js';
import { readList } from './query.js';

export const EXPORT_PATH = `${LIST_PATH}/exportar`;

const EXPORTED_MAX = 10_000;

const columns = [
  { name: 'Empresa', kind: 'text' },
  { name: 'Competência', kind: 'text' },
  { name: 'Conta', kind: 'text' },
  { name: 'Descrição', kind: 'text' },
  { name: 'Saldo contábil', kind: 'amount' },
  { name: 'Mês anterior (devedor)', kind: 'amount' },
  { name: 'Conciliado', kind: 'amount' },
  { name: 'Ajustes', kind: 'amount' },
  { name: 'Diferença', kind: 'amount' },
  { name: 'Estado', kind: 'text' },
  { name: 'Responsável', kind: 'text' },
  { name: 'Papel', kind: 'text' },
  { name: 'Prazo', kind: 'moment' },
] as const;

export async function exportList(call: ConsoleCall, deps: ConsoleDependencies): Promise<void> {
  const { session } = call.state;
  const format = call.query['formato'];
  const asked = readAddress(new URLSearchParams(call.querystring), 'todas');
  if ((format !== 'csv' && format !== 'xlsx') || asked.invalid.length > 0) return notFound();
  const first = await readList(deps, session, { ...asked, page: 1 });
  if (first.pagination.total > EXPORTED_MAX) {
    notice(
      call,
      `São mais de ${wholeNumber(EXPORTED_MAX)} conciliações: filtre por empresa ou competência para exportar.`,
      'warn',
    );
    return redirectTo(call, addressOf(asked));
  }
  async function* batches() {
    for (let page = 1; page <= first.pagination.pages; page++) {
      const { rows } = page === 1 ? first : await readList(deps, session, { ...asked, page });
      yield rows.map((row) => exportedRow(row, format === 'csv'));
    }
  }
  await sendTable(call, deps, {
    ...{ format, columns, name: 'Conciliações', fileName: 'conciliacoes' },
    batches: batches(),
  });
}

/** Links to the files of the list as it is shown. */
export function Exports({ address }: Readonly<{ address: ListAddress }>) {
  const path = `${EXPORT_PATH}${addressOf(address).slice(LIST_PATH.length)}`;
  return (
    <p class="no-print">
      <a href={`${path}&formato=csv`}>Exportar CSV</a>
      {' · '}
      <a href={`${path}&formato=xlsx`}>Exportar XLSX</a>
    </p>
  );
}

/** A CSV has times as people read them; a spreadsheet, as its own. */
function exportedRow(
  row: WorklistRow,
  isText: boolean,
): Readonly<Record<(typeof columns)[number]['name'], string | number | null>> {
  return {
    Empresa: row.empresaNome,
    Competência: month(row.competencia as Competence),
    Conta: row.contaCodigo,
    Descrição: row.contaDescricao,
    'Saldo contábil': row.saldoContabil,
    'Mês anterior (devedor)': row.saldoAnterior,
    Conciliado: row.saldoConciliado,
    Ajustes: row.ajustes,
    Diferença: row.diferenca,
    Estado: statusNames[row.status],
    Responsável: row.responsavelNome,
    Papel: row.responsavelPapel,
    Prazo: isText ? instantText(row.prazo) : row.prazo,
  };
}
