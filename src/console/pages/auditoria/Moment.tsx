// GET /console/auditoria/momento: the lists of a month as of a moment, replayed from that month's events
// (docs/spec/log.md#time); names of people are those of now.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { isCalendarDate, LAST_INSTANT, SAO_PAULO_BEHIND_UTC_MS } from '../../../domain/kernel/calendarDate.js';
import { month, type Competence } from '../../../domain/kernel/competence.js';
import type { Page } from '../../../projections/engine/pages.js';
import { BATCH_ROWS, rowsOfBatch } from '../../../projections/views/monthAsOf.js';
import { toRows, type ReconciliationRow } from '../../../projections/views/reconciliations/reconciliationRows.js';
import { storedActorName } from '../../../projections/views/scope.js';
import { toTrialBalanceRows } from '../../../projections/views/trialBalances/trialBalances.js';
import { atMost, FairQueue } from '../../../runtime/fairQueue.js';
import { type Query, queryOf, notFound, type ConsoleCall } from '../../route.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { counted } from '../../../messages/formats.js';
import { withDebits, type WithDebit } from '../../../projections/views/trialBalances/debitOf.js';
import { companyFilter, Filters, monthFilter } from '../../design/Filters.js';
import { column, ListedTable, stateColumn, Table, type Column } from '../../design/Table.js';
import { centsOf } from '../../../domain/kernel/money.js';
import { Amount, Balance, DateTime, Day, sidedText, State, Errors } from '../../design/values.js';
import { trialBalanceStatusWords } from '../../../domain/books/events.js';
import { reconciliationStates, slaStatusWords } from '../../../domain/reconciliation/states.js';
import { MOMENT, type Audited, companyAsked } from './filter.js';
import { READ_TIMEOUT_MS } from '../../../api/call.js';
import { clientGone } from '../../../api/http/connections/connection.js';
import { answeredAsFile } from '../../exportedTable.js';
import { showPage } from '../../design/Page.js';
import { companiesByName } from '../../session/access.js';
import { monthFile } from '../conciliacoes/List.js';
import { paths } from '../../paths.js';

type MonthAtMoment = Awaited<ReturnType<typeof replayed>>;

export type MomentDependencies = Pick<
  ConsoleDependencies,
  'replayMonth' | 'registers' | 'names' | 'clock' | 'spool' | 'pages'
>;

const MOMENT_TEXT = /^(\d{4}-\d{2}-\d{2})(?:T((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.(\d{1,3}))?)?)?$/;

/**
 * `em` is a day, minute, second or millisecond of America/Sao_Paulo and stands for its end. A later one is now.
 * @returns `moment` in ISO 8601 UTC; null: absent or not understood. `until`: of the events, inclusive, later than
 * now where `em` is, as their times are after a clock was set back. `written` as the field has it
 */
export function momentFilterIn(query: Query, now: Date) {
  const text = query.text('em');
  const [, day = '', minute = '23:59', second = '59', millisecond = ''] = MOMENT_TEXT.exec(text) ?? [];
  if (!isCalendarDate(day)) return { period: query.month(), written: '', moment: null, until: '' };
  const end = Date.parse(`${day}T${minute}:${second}.${millisecond.padEnd(3, '9')}Z`) + SAO_PAULO_BEHIND_UTC_MS;
  return {
    period: query.month(),
    written: text === day ? `${day}T${minute}` : text,
    moment: new Date(Math.min(end, now.getTime())).toISOString(),
    until: end > now.getTime() ? LAST_INSTANT : new Date(end).toISOString(),
  };
}

/** One at a time: its thread holds a month of 20,000 accounts whole. */
const turns = new FairQueue({ mayGo: atMost(1), placesOfOwnerMax: 3 });

/** @param signal aborts it once nobody waits for it @returns null while as many as may wait of the client do */
export async function monthAtMoment(
  deps: MomentDependencies,
  { clientId, companyId }: CompanyFacts,
  month: Readonly<{ until: string; competence: Competence }>,
  signal: AbortSignal,
): Promise<MonthAtMoment | null> {
  if (turns.isFull(clientId)) return null;
  return turns.run(clientId, month, () => replayed(deps, { ...month, companyId }, signal), signal);
}

async function replayed(
  { replayMonth, registers, names, clock }: MomentDependencies,
  month: Parameters<MomentDependencies['replayMonth']>[0],
  signal: AbortSignal,
) {
  const joined = { companyName: registers.companyName, personNames: names.of };
  const publicId = () => ''; // not shown
  const now = new Date(Math.min(Date.parse(month.until), clock.now().getTime()));
  const { closing, trialBalances, total, batches } = await replayMonth(month, signal);
  const { por = '', porId = null } = closing ?? {};
  return {
    closing,
    /** "" for nobody. */
    closedBy: storedActorName(por, porId, await names.of([porId])),
    trialBalances: await toTrialBalanceRows(trialBalances, joined),
    /** How many reconciliations, and how many hundreds of them. */
    total,
    pages: batches.length,
    /** A hundred of them as they are shown, by ascending id. @param page from 1 */
    rowsOf: (page: number) => toRows(rowsOfBatch(batches[page - 1]), { ...joined, publicId, now }),
  };
}

type FormProps = Readonly<{
  choices: readonly Audited[];
  companyId: number;
  period: Competence | null;
  written: string;
}>;

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

type Props = Readonly<{ company: CompanyFacts; atMoment: MonthAtMoment; period: Competence }> &
  Readonly<{
    until: string;
    written: string;
    page: Pick<Page<ReconciliationRow & WithDebit>, 'rows' | 'pagination'>;
  }>;

function Moment({ company, atMoment, period, until, written, page }: Props) {
  return (
    <>
      <p role="status">
        {`${company.legalName}, competência ${month(period)}, como estava em `}
        <DateTime at={until} />
        {': '}
        {situation(atMoment)}
      </p>
      <h2>Balancetes</h2>
      <Table
        caption="Balancetes neste momento"
        id="balancetes-no-momento"
        columns={versionColumns}
        rows={atMoment.trialBalances}
        empty="Nenhum balancete até este momento."
      />
      <h2>Conciliações</h2>
      {atMoment.total > 0 && <p class="list-count">{counted(atMoment.total, 'conciliação', 'conciliações')}</p>}
      <ListedTable
        listed={page}
        caption="Conciliações neste momento"
        id="conciliacoes-no-momento"
        columns={reconciliationColumns(written)}
        empty="Nenhuma conciliação até este momento."
      />
      <p>
        <a href={`${paths.audit}?companyId=${company.companyId}&period=${period}`}>Eventos desta competência</a>
      </p>
    </>
  );
}

function situation({ closing, closedBy }: MonthAtMoment) {
  if (closing === null) return 'aberta.';
  return (
    <>
      {closing.fechada ? 'fechada' : 'aberta, reaberta'}
      {closedBy === '' ? '' : ` por ${closedBy}`} em <DateTime at={closing.em} />.
    </>
  );
}

const versionColumns: readonly Column<MonthAtMoment['trialBalances'][number]>[] = [
  column('Versão', 'nowrap', ['integer', ({ versao }) => versao]),
  stateColumn('Situação', '', ({ status }) => trialBalanceStatusWords[status]),
  column('Importado em', 'nowrap', ['moment', ({ importadoEm }) => importadoEm]),
  column('Por', '', ['text', ({ importadoPor }) => importadoPor]),
  column('Linhas', 'number', ['integer', ({ linhas }) => linhas]),
];

const sided = (amount: number, row: ReconciliationRow & WithDebit) => (
  <Amount text={sidedText(centsOf(amount), row)} />
);

/** @param written the moment, in which the links stay */
const reconciliationColumns = (written: string): readonly Column<ReconciliationRow & WithDebit>[] => [
  column('Conta', 'start account', monthFile, ({ id, contaCodigo, contaDescricao }) => (
    <a href={`${MOMENT}/${id}?em=${encodeURIComponent(written)}`} title={`${contaCodigo} ${contaDescricao}`}>
      {contaCodigo} {contaDescricao}
    </a>
  )),
  column('Saldo contábil', 'number end', ({ saldoContabilDevedor }) => (
    <Balance cents={centsOf(saldoContabilDevedor)} />
  )),
  column('Conciliado', 'number wide', (row) => sided(row.saldoConciliado, row)),
  column('Ajustes', 'number wide', (row) => sided(row.ajustes, row)),
  column('Diferença', 'number', (row) => sided(row.diferenca, row)),
  stateColumn('Estado', 'start', ({ status }) => reconciliationStates[status]),
  column('Responsável', 'nowrap wide', ({ responsavelNome }) => responsavelNome || '–'),
  column('Prazo', 'nowrap end', ({ prazo, slaStatus }) => (
    <>
      <Day at={prazo} /> <State {...slaStatusWords[slaStatus]} />
    </>
  )),
];

const TITLE = 'Auditoria: listas em um momento';
const BUSY =
  'Outras listas da sua empresa ou grupo estão sendo feitas. Tente de novo em alguns segundos, quando elas terminarem.';

const MISSING = 'Informe a competência e o momento, como 31/05/2026 18:00.';

/** Without competence or moment the form alone. As a file where the address asks for one. */
export async function showMoment(call: ConsoleCall): Promise<void> {
  const { registers, clock, pages } = call.deps;
  const choices = companiesByName(registers, call.session);
  const company = companyAsked(queryOf(call), choices) ?? notFound();
  const { period, written, moment, until } = momentFilterIn(queryOf(call), clock.now());
  const { companyId, clientId } = company;
  const form = <MomentForm choices={choices} companyId={companyId} period={period} written={written} />;
  const refuse = (status: number, sentence: string): void =>
    showPage(call, { title: TITLE, body: [<Errors sentences={[sentence]} />, form], status });
  if (period === null || moment === null) return refuse(400, MISSING);
  // Aborts once the client is gone or was answered that it takes too long.
  const signal = AbortSignal.any([clientGone(call), AbortSignal.timeout(READ_TIMEOUT_MS)]);
  const atMoment = await monthAtMoment(call.deps, company, { until, competence: period }, signal);
  if (atMoment === null) {
    call.set('Retry-After', '5');
    return refuse(503, BUSY);
  }
  const rowsOf = async (page: number) => ({
    rows: await atMoment.rowsOf(page),
    pagination: { page, limit: BATCH_ROWS, total: atMoment.total, pages: atMoment.pages },
  });
  const file = { name: 'Conciliações', fileName: `conciliacoes-${companyId}-${period}`, rowsMax: Infinity };
  if (await answeredAsFile(call, { ...file, columns: [{ file: monthFile }], rows: rowsOf })) return;
  const { rows, pagination } = await rowsOf(Math.min(queryOf(call).page, Math.max(atMoment.pages, 1)));
  const page = { rows: await withDebits(pages.store, clientId, rows), pagination };
  const body = [
    form,
    <Moment company={company} atMoment={atMoment} period={period} written={written} page={page} until={moment} />,
  ];
  showPage(call, { title: TITLE, body });
}
