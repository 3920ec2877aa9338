// GET /console/conciliacoes/exportar: all that the filters of the list find, as CSV or XLSX.
import { month } from '../../../messages/formats.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { approvalReasonText, statusNames } from '../../../messages/reconciliations.js';
import type { ReconciliationRow } from '../../../projections/views/reconciliations/reconciliations.js';
import type { WorklistRow } from '../../../projections/views/worklist/worklist.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { answeredAsFile, type FileColumns } from '../../exportedTable.js';
import { notFound, type ConsoleCall } from '../../route.js';
import { LIST_PATH, readAddress } from './address.js';
import { readList } from './query.js';

export const EXPORT_PATH = `${LIST_PATH}/exportar`;

const place: FileColumns<ReconciliationRow> = {
  Empresa: ['text', (row) => row.empresaNome],
  Competência: ['text', (row) => month(row.competencia as Competence)],
};
const balance: FileColumns<ReconciliationRow> = {
  Conta: ['text', (row) => row.contaCodigo],
  Descrição: ['text', (row) => row.contaDescricao],
  'Saldo contábil': ['amount', (row) => row.saldoContabil],
};
const before: FileColumns<WorklistRow> = { 'Mês anterior (devedor)': ['amount', (row) => row.saldoAnterior] };
const work: FileColumns<ReconciliationRow> = {
  Conciliado: ['amount', (row) => row.saldoConciliado],
  Ajustes: ['amount', (row) => row.ajustes],
  Diferença: ['amount', (row) => row.diferenca],
  'Variação a explicar (devedor)': ['amount', (row) => row.variacao],
  Estado: ['text', (row) => statusNames[row.status]],
  Responsável: ['text', (row) => row.responsavelNome],
  Papel: ['text', (row) => row.responsavelPapel],
  Prazo: ['moment', (row) => row.prazo],
  'Aprovação automática': [
    'text',
    ({ aprovacaoAutomatica: reason }) => (reason === null ? '' : approvalReasonText(reason)),
  ],
};

/** Of one company's month. */
export const monthFile: FileColumns<ReconciliationRow> = { ...balance, ...work };
const listFile: FileColumns<WorklistRow> = { ...place, ...balance, ...before, ...work };

export async function exportList(call: ConsoleCall, deps: ConsoleDependencies): Promise<void> {
  const asked = readAddress(new URLSearchParams(call.querystring), 'todas');
  const isAnswered =
    asked.invalid.length === 0 &&
    (await answeredAsFile(call, deps, {
      ...{ name: 'Conciliações', fileName: 'conciliacoes', columns: [{ file: listFile }], page: LIST_PATH },
      rows: (page) => readList(deps, call.state.session, { ...asked, page }),
    }));
  if (!isAnswered) notFound();
}
