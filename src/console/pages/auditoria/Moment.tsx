// The lists of a month as of a moment, and the form that asks for them.
import type { ConsoleDependencies } from '../../dependencies.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { counted, month, wholeNumber } from '../../../messages/formats.js';
import type { ReconciliationRow } from '../../../projections/views/reconciliations/reconciliations.js';
import { withDebits, type WithDebit } from '../../../projections/views/trialBalances/debitOf.js';
import { companyFilter, Filters, monthFilter } from '../../design/Filters.js';
import { Exports, Pagination, Table, type Column } from '../../design/Table.js';
import {
  Amount,
  Balance,
  DateTime,
  DeadlineBadge,
  Day,
  sidedText,
  StatusBadge,
  Empty,
  Errors,
  centsOf,
} from '../../design/values.js';
import { askedIn } from '../../asked.js';
import { get, notFound, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { VersionBadge } from '../balancetes/parts.js';
import { MOMENT, AUDIT, type Audited, companyAsked } from './filter.js';
import { type MonthAtMoment, momentFilterIn, monthAtMoment, type MomentFilter } from './monthAtMoment.js';
import type { VNode } from 'preact';
import { READ_TIMEOUT_MS } from '../../../api/call.js';
import { clientGone } from '../../../api/http/connections/connection.js';
import { sendTable } from '../../exportedTable.js';
import { showPage } from '../../design/Page.js';
import { companiesSeen } from '../../session/access.js';
import { monthFile } from '../conciliacoes/exported.js';

type FormProps = Readonly<{
  choices: readonly Audited[];
  companyId: number;
  period: Competence | null;
  written: string;
}>;

/** Also a part of Auditoria. */
export function MomentForm({ choices, companyId, period, written }: FormProps) {
  return (
    <Filters
      path={MOMENT}
      role="form"
      label="Listas em um momento"
      send="Ver listas"
      fields={[
        companyFilter(choices, companyId, null),
        { ...monthFilter(period), required: true },
        {
          label: 'Como estava em',
          name: 'em',
          type: 'datetime-local',
          value: written,
          required: true,
          step: 'any',
        },
      ]}
    />
  );
}

type Props = Readonly<{
  call: ConsoleCall;
  company: CompanyFacts;
  period: Competence;
  until: string;
  address: URLSearchParams;
  found: MonthAtMoment;
  rows: readonly (ReconciliationRow & WithDebit)[];
  page: number;
}>;

export function Moment({ call, company, period, until, address, found, rows, page }: Props) {
  const { total, pages } = found;
  return (
    <>
      <p role="status">
        {`${company.legalName}, competência ${month(period)}, como estava em `}
        <DateTime at={until} />
        {': '}
        {situation(found)}
      </p>
      <h2>Balancetes</h2>
      <Table
        caption="Balancetes neste momento"
        id="balancetes-no-momento"
        columns={versionColumns}
        rows={found.trialBalances}
        empty="Nenhum balancete até este momento."
      />
      <h2>Conciliações</h2>
      {total === 0 ? (
        <Empty>Nenhuma conciliação até este momento.</Empty>
      ) : (
        <>
          <p>{counted(total, 'conciliação', 'conciliações')}</p>
          <Exports call={call} path={`${MOMENT}/exportar`} address={address} />
          <Table
            caption="Conciliações neste momento"
            id="conciliacoes-no-momento"
            columns={reconciliationColumns(address.get('em') ?? '')}
            rows={rows}
          />
          <Pagination {...{ address, path: MOMENT, page, pages, total }} />
        </>
      )}
      <p>
        <a href={`${AUDIT}?companyId=${company.companyId}&period=${period}`}>Eventos desta competência</a>
      </p>
    </>
  );
}

function situation({ closing, closedBy }: MonthAtMoment) {
  if (closing === null) return 'aberta.';
  return (
    <>
      {closing.closed ? 'fechada' : 'aberta, reaberta'}
      {closedBy === '' ? '' : ` por ${closedBy}`} em <DateTime at={closing.at} />.
    </>
  );
}

const versionColumns: readonly Column<MonthAtMoment['trialBalances'][number]>[] = [
  { head: 'Versão', as: 'number', cell: ({ versao }) => versao },
  { head: 'Situação', cell: ({ status }) => <VersionBadge status={status} /> },
  { head: 'Importado em', as: 'nowrap', cell: ({ importadoEm }) => <DateTime at={importadoEm} /> },
  { head: 'Por', cell: ({ importadoPor }) => importadoPor },
  { head: 'Linhas', as: 'number', cell: ({ linhas }) => wholeNumber(linhas) },
];

const sided = (amount: number, row: ReconciliationRow & WithDebit) => (
  <Amount text={sidedText(centsOf(amount), row)} />
);

/** @param written the moment, in which the links stay */
const reconciliationColumns = (written: string): readonly Column<ReconciliationRow & WithDebit>[] => [
  {
    ...{ head: 'Conta', as: 'name', phone: 'start' },
    cell: ({ id, contaCodigo, contaDescricao }) => (
      <>
        <a href={`${MOMENT}/${id}?em=${encodeURIComponent(written)}`}>
          {contaCodigo} {contaDescricao}
        </a>
      </>
    ),
  },
  {
    ...{ head: 'Saldo contábil', as: 'number', phone: 'end' },
    cell: ({ saldoContabilDevedor }) => <Balance cents={centsOf(saldoContabilDevedor)} />,
  },
  { head: 'Conciliado', as: 'number', phone: 'off', cell: (row) => sided(row.saldoConciliado, row) },
  { head: 'Ajustes', as: 'number', phone: 'off', cell: (row) => sided(row.ajustes, row) },
  { head: 'Diferença', as: 'number', cell: (row) => sided(row.diferenca, row) },
  { head: 'Estado', phone: 'start', cell: ({ status }) => <StatusBadge status={status} /> },
  { head: 'Responsável', phone: 'off', cell: ({ responsavelNome }) => responsavelNome || '–' },
  {
    ...{ head: 'Prazo', as: 'nowrap', phone: 'end' },
    cell: ({ prazo, slaStatus }) => (
      <>
        <Day at={prazo} /> <DeadlineBadge status={slaStatus} />
      </>
    ),
  },
];

const TITLE = 'Auditoria: listas em um momento';
const BUSY =
  'Outras listas da sua empresa ou grupo estão sendo feitas. Tente de novo em alguns segundos, quando elas terminarem.';

export function momentRoutes(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    get(MOMENT, (call) => showMoment(call, deps)),
    get(`${MOMENT}/exportar`, (call) => exportMoment(call, deps)),
  ];
}

/** Without competence or moment the form alone. */
async function showMoment(call: ConsoleCall, deps: ConsoleDependencies): Promise<void> {
  const { company, choices, filter } = askedOf(call, deps);
  const { period, written, moment } = filter;
  const form = <MomentForm {...{ choices, period, written }} companyId={company.companyId} />;
  if (period === null || moment === null) {
    const problem = 'Informe a competência e o momento, como 31/05/2026 18:00.';
    return showPage(call, { title: TITLE, body: [<Errors sentences={[problem]} />, form], status: 400 });
  }
  const found = await monthAtMoment(deps, company, { until: moment, competence: period }, waiting(call));
  if (found === null) return showBusy(call, form);
  const page = Math.min(Math.max(Number(call.query['page']) || 1, 1), Math.max(found.pages, 1)) | 0;
  const rows = await withDebits(deps.pages.store, company.clientId, await found.rowsOf(page));
  const address = addressOf(company, period, written);
  const body = (
    <>
      {form}
      <Moment {...{ call, company, period, address, found, rows, page }} until={moment} />
    </>
  );
  showPage(call, { title: TITLE, body });
}

async function exportMoment(call: ConsoleCall, deps: ConsoleDependencies): Promise<void> {
  const { company, choices, filter } = askedOf(call, deps);
  const { period, written, moment } = filter;
  const format = call.query['formato'];
  if (period === null || moment === null || (format !== 'csv' && format !== 'xlsx')) return notFound();
  const { companyId } = company;
  const found = await monthAtMoment(deps, company, { until: moment, competence: period }, waiting(call));
  if (found === null) return showBusy(call, <MomentForm {...{ choices, companyId, period, written }} />);
  await sendTable(call, deps, {
    ...{ format, columns: monthFile, name: 'Conciliações', fileName: `conciliacoes-${companyId}-${period}` },
    batches: exportedRows(found),
  });
}

async function* exportedRows({ pages, rowsOf }: MonthAtMoment) {
  for (let page = 1; page <= pages; page++) yield await rowsOf(page);
}

/** Aborts once the client is gone or was answered that it takes too long. */
function waiting(call: ConsoleCall): AbortSignal {
  return AbortSignal.any([clientGone(call), AbortSignal.timeout(READ_TIMEOUT_MS)]);
}

function showBusy(call: ConsoleCall, form: VNode): void {
  call.set('Retry-After', '5');
  showPage(call, { title: TITLE, body: [<Errors sentences={[BUSY]} />, form], status: 503 });
}

function askedOf(
  call: ConsoleCall,
  { registers, clock }: ConsoleDependencies,
): Readonly<{ company: CompanyFacts; choices: readonly CompanyFacts[]; filter: MomentFilter }> {
  const choices = companiesSeen(registers, call.state.session);
  const company = companyAsked(askedIn(call), choices) ?? notFound();
  return { company, choices, filter: momentFilterIn(askedIn(call), clock.now()) };
}

function addressOf({ companyId }: CompanyFacts, period: Competence, written: string): URLSearchParams {
  return new URLSearchParams({ companyId: String(companyId), period, em: written });
}
