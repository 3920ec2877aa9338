// GET /console/auditoria and its export: the events of a company in sentences, by who, what and when.
import { OPERATOR, SYSTEM } from '../../../domain/kernel/event.js';
import { historyAt, peopleIn, type EventPlace, type HistoryEntry } from '../../../commands/log/history.js';
import { DAY_MS, SAO_PAULO_BEHIND_UTC_MS } from '../../../domain/kernel/calendarDate.js';
import type { ScheduleCreated } from '../../../domain/books/events.js';
import { addMonths } from '../../../domain/kernel/competence.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { actorName, historySentence, type HistoryContext, type HistoryEvent } from '../../../messages/history.js';
import * as audit from '../../../projections/views/audit.js';
import { pageUpToLast, paginationOf, type Page } from '../../../projections/engine/pages.js';
import {
  accountKey,
  reconciliations,
  reconciliationsById,
} from '../../../projections/views/reconciliations/reconciliations.js';
import { withDebits, type Book } from '../../../projections/views/trialBalances/debitOf.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { recordedAddress, MOMENT, companyAsked, type Audited } from './filter.js';
import { pagePath } from '../conciliacao/addresses.js';
import { allAddress, competencesAddress, trialBalancesAddress } from '../fechamento/addresses.js';
import { counted, wholeNumber } from '../../../messages/formats.js';
import { choiceFilter, companyFilter, monthFilter, textFilter, timeFilter } from '../../design/Filters.js';
import { showList } from '../../design/List.js';
import { column, PAGE_ROWS, type Column } from '../../design/Table.js';
import { type ConsoleCall, get, notFound, type ConsoleRoute, queryOf, type Query } from '../../route.js';
import { CLIENT_READERS } from '../../../domain/clients/roles.js';
import { showPage } from '../../design/Page.js';
import { balanceText, isoOf, Lines, Part, sidedText } from '../../design/values.js';
import { companiesByName } from '../../session/access.js';
import { NoCompany } from '../registers/change.js';
import { form } from '../../session/readForm.js';
import { Dossiers, downloadDossier } from './Dossiers.js';
import { MomentForm, showMoment } from './Moment.js';
import { showAtMoment, showRecorded } from './recorded.js';
import { paths } from '../../paths.js';

/**
 * Newest first, the last page where a later one was asked for: the rows of the read model, each with the sentence
 * of its event in the log.
 * @param until leaves out what came after it, ISO 8601 UTC; so that one page goes on where the one before ended
 */
async function auditEvents(
  deps: ConsoleDependencies,
  { clientId, companyId }: Pick<CompanyFacts, 'clientId' | 'companyId'>,
  { month, kind, account, who, from, to }: ReturnType<typeof filtersOf>,
  { until = null, ...range }: Readonly<{ page: number; limit: number; until?: string | null }>,
): Promise<Pick<Page<AuditEvent>, 'rows' | 'pagination'>> {
  const actors = who.value === undefined ? null : await actorsNamed(deps, clientId, who.value);
  if (actors?.length === 0) return { rows: [], pagination: paginationOf(1, range.limit, 0) };
  const end = to.value === undefined ? null : isoOf(startOf(to.value) + DAY_MS - 1);
  const query = {
    companyId,
    competence: month.value ?? null,
    kind: kind.value ?? null,
    actors,
    from: from.value === undefined ? null : isoOf(startOf(from.value)),
    to: end === null || (until !== null && until < end) ? until : end,
  };
  const pageAt = (page: number) => {
    const place = { page, limit: range.limit };
    return account.value === undefined
      ? audit.listAuditTrail(deps.pages, { clientId }, query, place)
      : audit.listAccountTrail(deps.pages, { clientId }, { ...query, account: account.value }, place);
  };
  const { rows, pagination } = await pageUpToLast(pageAt, range.page);
  const places = rows.map(({ fluxo: stream, revisao: revision }) => ({ stream, revision }));
  const entries = await historyAt(deps.log, places);
  const [nameOf, amountsIn] = await Promise.all([
    deps.names.of(entries.flatMap(peopleIn)),
    amountsOf(deps, clientId, entries),
  ]);
  return { rows: entries.map((entry) => eventOf(entry, nameOf, amountsIn(entry))), pagination };
}

/** Everyone who could have acted for the client and has this in the name, whatever capitals. */
async function actorsNamed(
  { registers, names }: ConsoleDependencies,
  clientId: number,
  who: string,
): Promise<readonly string[]> {
  const { users, erased } = registers.workflowOf(clientId);
  const people = [...users.keys(), ...erased];
  const nameOf = await names.of(people);
  const actors = [
    ...people.map((id) => ({ key: audit.actorKey({ kind: 'person', id }), name: nameOf(id) })),
    ...registers
      .keysOf(clientId)
      .map(({ keyId, name }) => ({ key: audit.actorKey({ kind: 'key', id: String(keyId) }), name })),
    { key: audit.actorKey({ kind: 'operator', id: 'operator' }), name: OPERATOR },
    { key: audit.actorKey({ kind: 'rule', id: '' }), name: SYSTEM },
  ];
  const part = who.toLocaleLowerCase('pt-BR');
  return actors.filter(({ name }) => name.toLocaleLowerCase('pt-BR').includes(part)).map(({ key }) => key);
}

type AuditEvent = ReturnType<typeof eventOf>;

function eventOf(
  entry: HistoryEntry & EventPlace,
  nameOf: (id: string) => string,
  amountOf: HistoryContext['amountOf'],
) {
  const { at, type, data, actor, acted, released, requestId } = entry;
  const who = actorName(actor, nameOf);
  const event = { type, data } as HistoryEvent;
  const amounts = { amountOf, balanceOf: balanceText };
  const sentence = historySentence(event, { actor: who, nameOf, acted, released, fileName: null, ...amounts });
  const isCall = actor.kind === 'key';
  return { at, who, kind: audit.kindOf(type), sentence, requestId, isCall, ...aboutOf(entry) };
}

/** Months of a schedule that are searched for a reconciliation of its account. */
const SCHEDULE_MONTHS = 12;

/** How the amounts of at most a page of events are written; undefined where nothing tells their side. */
async function amountsOf(
  { pages: { store } }: ConsoleDependencies,
  clientId: number,
  entries: readonly HistoryEntry[],
): Promise<(entry: HistoryEntry) => ((cents: number) => string) | undefined> {
  const ids = entries.flatMap((entry) => reconciliationOf(entry) ?? []);
  const months = new Map(entries.flatMap(monthsOf).map((key) => [key.join(' '), key]));
  const [acted, scheduled] = await Promise.all([
    reconciliationsById(store, clientId, ids),
    store.lookUp(reconciliations, clientId, accountKey, [...months.values()]),
  ]);
  const rows = new Map((await withDebits(store, clientId, acted)).map((row) => [row.id, row]));
  const accounts = new Map<string, Book>(
    scheduled.flatMap((row) =>
      row.saldoContabil === 0 ? [] : [[`${row.empresaId} ${row.contaCodigo}`, row] as const],
    ),
  );
  const bookOf = (entry: HistoryEntry): Book | undefined => {
    const { companyId, accountCode } = entry.data as Partial<ScheduleCreated['data']>;
    return entry.type === 'ScheduleCreated'
      ? accounts.get(`${companyId} ${accountCode}`)
      : rows.get(reconciliationOf(entry) ?? NaN);
  };
  return (entry) => {
    const book = bookOf(entry);
    return book && ((cents) => sidedText(cents, book));
  };
}

/** The reconciliation of an event with an amount; null where it is about several, or has none. */
function reconciliationOf({ type, acted }: HistoryEntry): number | null {
  const [only, ...others] = acted ?? [];
  const hasAmount =
    ['CompositionRecorded', 'AdjustmentsRecorded'].includes(type) || only?.acceptedDifferenceCents !== undefined;
  return only !== undefined && others.length === 0 && hasAmount ? only.reconciliationId : null;
}

function monthsOf({ type, data }: HistoryEntry) {
  if (type !== 'ScheduleCreated') return [];
  const { companyId, accountCode, first } = data as ScheduleCreated['data'];
  return Array.from(
    { length: SCHEDULE_MONTHS },
    (_, at) => [companyId, addMonths(first, at), accountCode] as const,
  );
}

/** ms since 1970 */
function startOf(date: string): number {
  return Date.parse(date) + SAO_PAULO_BEHIND_UTC_MS;
}

type Data = Readonly<{
  companyId?: number;
  competence?: string | null;
  trialBalanceId?: number;
  chartId?: number;
  personId?: string;
}>;

/** The page that a row leads to, that of the items that it recorded, and the accounts of an act on several. */
function aboutOf({ type, data, acted, revision }: HistoryEntry & Readonly<{ revision: number }>) {
  const accounts = (acted ?? []).map(({ reconciliationId: id, accountCode, accountName }) => ({
    id,
    account: `${accountCode} ${accountName}`,
  }));
  const [only, ...others] = accounts;
  if (only !== undefined && others.length === 0) {
    const isRecorded = type === 'CompositionRecorded' || type === 'AdjustmentsRecorded';
    const recorded = isRecorded ? recordedAddress(only.id, revision) : null;
    return { href: pagePath(only.id), recorded, accounts: [] };
  }
  return { href: addressOf(type, data as Data), recorded: null, accounts };
}

function addressOf(
  type: string,
  { companyId, competence, trialBalanceId, chartId, personId }: Data,
): string | null {
  if (trialBalanceId !== undefined) return `${paths.trialBalances}/${trialBalanceId}`;
  if (chartId !== undefined) return `${paths.charts}/${chartId}`;
  if (personId !== undefined) return null; // Pessoas is for Administrators alone
  if (typeof competence === 'string') {
    const place = { companyId: companyId ?? null, competence };
    if (type === 'ImportRefused') return trialBalancesAddress(place);
    return type.startsWith('Competence') ? competencesAddress(place) : allAddress(place);
  }
  if (companyId === undefined) return null;
  return type.startsWith('Company') ? paths.companies : `${paths.rules}/${companyId}`;
}

const auditColumns: readonly Column<AuditEvent>[] = [
  column('Quando', 'nowrap start', ['moment', ({ at }) => at]),
  // The sentence begins with them.
  column('Quem', 'nowrap wide', ['text', ({ who }) => who]),
  column(
    'O quê',
    'nowrap end',
    ['text', ({ kind }) => audit.eventKinds[kind].name],
    ({ kind, href, sentence }) => {
      const { name } = audit.eventKinds[kind];
      return href === null ? (
        name
      ) : (
        <a href={href} aria-label={`${name}: ${sentence}`}>
          {name}
        </a>
      );
    },
  ),
  column(
    'Evento',
    'long line',
    { Evento: ['text', ({ sentence }) => sentence], Pedido: ['text', ({ requestId }) => requestId] },
    ({ sentence, requestId, isCall, recorded, accounts }) => (
      <>
        {sentence}
        {recorded !== null && (
          <>
            {' · '}
            <a class="inline" href={recorded}>
              o que foi registrado
            </a>
          </>
        )}
        {accounts.length > 0 && <Accounts accounts={accounts} />}
        {isCall && requestId !== null && <small>{`pedido ${requestId}`}</small>}
      </>
    ),
  ),
];

const ACCOUNTS_SHOWN = 500;

function Accounts({ accounts }: Pick<AuditEvent, 'accounts'>) {
  const links = accounts.slice(0, ACCOUNTS_SHOWN).map(({ id, account }) => <a href={pagePath(id)}>{account}</a>);
  return (
    <details>
      <summary>{`As ${wholeNumber(accounts.length)} contas`}</summary>
      <Lines of={links} total={accounts.length} />
    </details>
  );
}

export const auditoriaRoutes: readonly ConsoleRoute[] = [
  get(paths.audit, showAudit),
  form(`${paths.audit}/dossies/{companyId}/{period}`, downloadDossier),
  get(`${paths.audit}/itens/{id}/{revisao}`, showRecorded),
  get(MOMENT, showMoment),
  get(`${MOMENT}/{id}`, showAtMoment),
];

async function showAudit(call: ConsoleCall): Promise<void> {
  const choices = choicesOf(call);
  const query = queryOf(call);
  const company = companyAsked(query, choices);
  const title = 'Auditoria';
  if (company === null && query.number('companyId') === null)
    return showPage(call, { title, body: <NoCompany /> });
  if (company === null) return notFound();
  const filters = filtersOf(query, choices, company);
  const isOfCompany = company.companyId !== audit.OF_NO_COMPANY;
  const isFile = call.query['formato'] !== undefined;
  // None comes after the file was asked for.
  const until = isFile ? await audit.latestTime(call.deps, company) : null;
  await showList(call, {
    title,
    fileName: `auditoria-${company.companyId}`,
    caption: 'Eventos',
    columns: auditColumns,
    filters: Object.values(filters),
    before: isOfCompany && (
      <p>
        <a href="#momento">Listas em um momento</a>
        {' · '}
        <a href="#dossies">Dossiês</a>
        {' · '}
        <a href="#selos">Selos</a>
      </p>
    ),
    count: (total) => counted(total, 'evento'),
    rows: (page) => auditEvents(call.deps, company, filters, { page, until, limit: PAGE_ROWS }),
    empty: 'Nenhum evento com estes filtros.',
    after: isOfCompany && !isFile && (await ofCompany(call, company, choices)),
  });
}

function filtersOf(query: Query, choices: readonly Audited[], { companyId }: Audited) {
  return {
    company: companyFilter(choices, companyId, null),
    month: monthFilter(query.month()),
    kind: choiceFilter(query, ['O quê', 'tipo', 'Tudo'], audit.eventKinds),
    account: textFilter(query, 'Conta (código)', 'conta'),
    who: textFilter(query, 'Quem', 'quem'),
    from: timeFilter(query, ['De', 'de'], 'date'),
    to: timeFilter(query, ['Até', 'ate'], 'date'),
  };
}

async function ofCompany(call: ConsoleCall, company: Audited, choices: readonly Audited[]) {
  const period = queryOf(call).month();
  const closed = await call.deps.dossiers.closedMonths(company.companyId, period);
  const seals = await call.deps.dossiers.newestSeals(); // after the months, whose checkpoints are among them
  return (
    <>
      <Part id="momento" title="Listas em um momento">
        <p>Os balancetes e as conciliações de uma competência, como estavam em qualquer momento.</p>
        <MomentForm
          period={period}
          choices={choices.filter(({ companyId }) => companyId !== audit.OF_NO_COMPANY)}
          companyId={company.companyId}
          written=""
        />
      </Part>
      <Dossiers company={company} period={period} closed={closed} seals={seals} />
    </>
  );
}

/** The companies seen and, for who reads what concerns the whole client, who let its people sign in. */
function choicesOf({ deps: { registers }, session }: ConsoleCall): readonly Audited[] {
  const companies = companiesByName(registers, session);
  if (!session.access.hasForClient(CLIENT_READERS)) return companies;
  const { clientId } = session;
  return [...companies, { companyId: audit.OF_NO_COMPANY, clientId, legalName: 'Nenhuma: acessos ao console' }];
}
