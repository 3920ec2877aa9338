// Everything the page of one reconciliation shows, read at once; only for people who see its company.
import { SYSTEM } from '../../../domain/kernel/event.js';
import type { Schedule } from '../../../domain/books/schedules.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { RiskLevel } from '../../../domain/clients/rules.js';
import { holdsRole, type Role } from '../../../domain/clients/roles.js';
import { addMonths, type Competence } from '../../../domain/kernel/competence.js';
import { companyRulesOf } from '../../../domain/reconciliation/companyRules.js';
import type { CompositionItem } from '../../../domain/reconciliation/events.js';
import { scheduledItems } from '../../../domain/reconciliation/carry.js';
import { participantsOf, textOf } from '../../../domain/reconciliation/itemFacts.js';
import { possibleActs, type PossibleAct } from '../../../domain/reconciliation/possibleActs.js';
import type { Act } from '../../../domain/reconciliation/transitions.js';
import { isFinished, type ReconciliationStatus, type SlaStatus } from '../../../domain/reconciliation/states.js';
import { actorName, entrySentence } from '../../../messages/history.js';
import { roleNames } from '../../../messages/reconciliations.js';
import {
  slaStatusAt,
  type StoredReconciliation,
} from '../../../projections/views/reconciliations/reconciliationRows.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { WorklistRow } from '../../../projections/views/worklist/worklist.js';
import {
  entriesAfter,
  nextInQueue,
  readReconciliation,
  type EntryPage,
  type ReconciliationDetail,
  type ReconciliationEntry,
} from '../../../projections/views/reconciliationPage/query.js';
import { carryableTo, type Carryable } from '../../../projections/views/items.js';
import {
  listAccountSeries,
  type AccountBalanceRow,
} from '../../../projections/views/trialBalances/accountSeries.js';
import { withDebit, type Book } from '../../../projections/views/trialBalances/debitOf.js';
import { schedulesOf } from '../../../projections/views/schedules.js';
import { askedIn, companySeen, notFound, parameter, type ConsoleCall } from '../../route.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { isPaper, rowsShown } from '../../design/Table.js';
import { sidedText } from '../../design/values.js';
import { cookieOf, CREDITS_COOKIE } from '../../session/cookies.js';
import { type ListAddress, addressIn, readChoices, readList, type Choices } from '../conciliacoes/query.js';
import { NO_ERRORS, type AreCredits, type ItemErrors } from './typedItems.js';

/** `text`: what was written with the act. `file`: an attached one. */
export type ShownEntry = Readonly<{
  revision: number;
  at: string;
  by: string;
  sentence: string;
  text: string | null;
  file: Readonly<{ name: string; sizeBytes: number }> | null;
}>;

/** Newest first. */
type ShownPage = Omit<EntryPage, 'entries'> & Readonly<{ entries: readonly ShownEntry[] }>;

export type PageData = Readonly<{
  id: number;
  company: CompanyFacts;
  row: StoredReconciliation & Book;
  risk: RiskLevel;
  sla: SlaStatus;
  /** "" when nobody is set. */
  ownerName: string;
  detail: Pick<
    ReconciliationDetail,
    'previous' | 'closedAt' | 'composition' | 'adjustments' | 'steps' | 'explanations'
  >;
  history: ShownPage;
  /** Entries with a text. */
  comments: ShownPage;
  /** Entries with a file. */
  files: ShownPage;
  /** Of the newest event shown. */
  revision: number;
  /** None in a frozen month, and on paper. */
  acts: readonly PossibleAct[];
  /** Closed, in a company whose closed months refuse work. */
  frozen: boolean;
  /** Who may be assigned, by name; empty unless the person may assign now. */
  preparers: readonly (readonly [personId: string, name: string])[];
  next: Pick<StoredReconciliation, 'id' | 'contaCodigo' | 'contaDescricao'> | null;
  /** What brought an unfinished one to its state. */
  why: ShownEntry | null;
  /** Of the account, up to twelve months, the last one this one. */
  series: readonly AccountBalanceRow[];
  /** Of the account. */
  schedules: readonly Schedule[];
  /** What they expect of the month and the composition lacks. */
  scheduled: readonly CompositionItem[];
  /** Open items of the account's newest earlier composition that this one lacks; null without any. */
  carryable: Carryable | null;
  /** The list of the address, in which it is. */
  list: Readonly<{ address: ListAddress; found: Page<WorklistRow>; choices: Choices; now: Date }>;
}>;

/** Months whose balances are shown. */
const SERIES_MONTHS = 12;
/** Entries of a reconciliation among which its last move is. */
const ENTRIES_READ = 20;

/** What the page shows after an act was refused. `act`: the refused one; `meanwhile`: what others did since the person opened the page. */
export type RefusedAct = Readonly<{
  act: Act | null;
  sentences: readonly string[];
  meanwhile: readonly ShownEntry[];
  itemErrors: ItemErrors;
}>;
export const NOTHING_REFUSED: RefusedAct = { act: null, sentences: [], meanwhile: [], itemErrors: NO_ERRORS };

/** @throws ConsoleRefused PageNotFound */
export async function readPage(call: ConsoleCall): Promise<PageData> {
  const { deps, session } = call;
  const { store } = deps.pages;
  const { clientId } = session;
  const { pageOf } = askedIn(call);
  const pages = { history: pageOf('historico'), comments: pageOf('comentarios'), files: pageOf('evidencias') };
  const asks = addressIn(session, call.querystring);
  const [detail, recent, mine, choices] = await Promise.all([
    readReconciliation(deps.pages, session, idIn(call), { ...pages, limit: rowsShown(call) }),
    entriesAfter(store, clientId, idIn(call), null, ENTRIES_READ),
    readList(deps, session, asks),
    readChoices(deps, session),
  ]);
  if (detail === null) return notFound();
  const company = companySeen(call, String(detail.row.empresaId));
  const { revision, history, comments, files } = detail;
  const { address, found } = await besides(call, asks, mine, detail.row);
  const row = await withDebit(store, detail.row);
  const last = recent.findLast(({ fact: { is } }) => is === 'moved' || is === 'released');
  const why = isFinished(row.status) ? undefined : last;
  const listed = [...[history, comments, files].flatMap(({ entries }) => entries), ...(why ? [why] : [])];
  const { preparerIds, ...acts } = actsOf(call, detail);
  const schedules = await schedulesOf(store, session, row);
  const series = await seriesOf(deps, row);
  const [{ shown, nameOf }, next, carryable] = await Promise.all([
    shownEntries(deps, row, listed, [row.responsavelId, ...preparerIds]),
    nextInQueue(store, clientId, queueOf(call), row.id),
    carryableTo(store, row, detail.composition, schedules),
  ]);
  const known = new Set(detail.composition.map(({ id }) => id));
  const preparers = preparerIds.map((person) => [person, nameOf(person)] as const);
  return {
    ...{ id: row.id, company, row, detail, revision, ...acts, carryable, schedules, series },
    scheduled: scheduledItems(schedules, row.competencia as Competence).filter(({ id }) => !known.has(id)),
    next: (address.fila === 'minhas' ? nextIn(found.rows, row.id) : undefined) ?? next,
    why: why ? (shown.at(-1) ?? null) : null,
    list: { address, found, choices, now: deps.clock.now() },
    ...shownPages(shown, detail),
    sla: slaStatusAt(row, deps.clock.now()),
    ownerName: ownerName(row, nameOf),
    preparers: preparers.sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR')),
  };
}

/** The list of the address. Opened directly, with nothing in the own queue: the other accounts of the month. */
async function besides(
  { deps, session, query }: ConsoleCall,
  asks: ListAddress,
  mine: Page<WorklistRow>,
  { empresaId: companyId, competencia }: StoredReconciliation,
): Promise<Pick<PageData['list'], 'address' | 'found'>> {
  if (asks.fila !== 'minhas' || query['fila'] !== undefined || mine.rows.length > 0)
    return { address: asks, found: mine };
  const address = { ...asks, fila: 'todas' as const, companyId, period: competencia as Competence };
  return { address, found: await readList(deps, session, address) };
}

function actsOf(call: ConsoleCall, detail: ReconciliationDetail) {
  const { session, deps } = call;
  const { empresaId, contaCodigo } = detail.row;
  const settings = deps.registers.workflowOf(session.clientId);
  const holds = (person: string, role: Role): boolean => holdsRole(settings, person, role, empresaId);
  const frozen = detail.closedAt !== null && settings.frozen.has(empresaId);
  const rules = { ...companyRulesOf(settings, empresaId), holds };
  const { personId } = session;
  const acts = frozen || isPaper(call) ? [] : possibleActs(actedOn(detail), { personId, rules }, true);
  const mayAssign = acts.some(({ act, refusal }) => act === 'assign' && refusal === null);
  const preparerIds = mayAssign ? [...settings.users.keys()].filter((person) => holds(person, 'PREPARER')) : [];
  return { acts, frozen, risk: rules.riskOf(contaCodigo), preparerIds };
}

/** What waits for the person. */
function queueOf({ deps, session: { clientId, personId, access } }: ConsoleCall) {
  const companyIds = deps.registers.companiesOf(clientId).map(({ companyId }) => companyId);
  const roles = stepRoles.map((role) => ({
    responsavelPapel: roleNames[role],
    companies: companyIds.filter((companyId) => access.has(role, companyId)),
  }));
  return { personId, companies: access.companyIds === 'all' ? null : access.companyIds, roles };
}

async function seriesOf({ pages }: ConsoleDependencies, row: StoredReconciliation): Promise<PageData['series']> {
  const { clientId, empresaId: companyId, contaCodigo: accountCode } = row;
  const periodTo = row.competencia as Competence;
  const periodFrom = addMonths(periodTo, 1 - SERIES_MONTHS);
  const range = { page: 1, limit: SERIES_MONTHS, order: 'asc' } as const;
  return (await listAccountSeries(pages, { clientId }, { ...range, companyId, accountCode, periodFrom, periodTo }))
    .rows;
}

/** @param shown the entries of the three pages, one after the other */
function shownPages(
  shown: readonly ShownEntry[],
  { history, comments, files }: ReconciliationDetail,
): Pick<PageData, 'history' | 'comments' | 'files'> {
  const [first, second] = [history.entries.length, history.entries.length + comments.entries.length];
  return {
    history: { ...history, entries: shown.slice(0, first) },
    comments: { ...comments, entries: shown.slice(first, second) },
    files: { ...files, entries: shown.slice(second, second + files.entries.length) },
  };
}

/** The row after it, else the first one. */
function nextIn(rows: readonly WorklistRow[], id: number): WorklistRow | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return at === -1 ? undefined : [...rows.slice(at + 1), ...rows.slice(0, at)][0];
}

/** What the person answered, with this form or an earlier one. */
export function areCreditsIn(call: ConsoleCall, fields: Readonly<Record<string, string>>): AreCredits {
  const answer = fields['creditos'] ?? cookieOf(call, CREDITS_COOKIE);
  return answer === 'sim' || answer === 'nao' ? answer : null;
}

/** The roles of steps that a person takes by themselves. */
const stepRoles = ['PREPARER', 'REVIEWER', 'APPROVER', 'SUPERVISOR'] as const satisfies readonly Role[];

/** @throws ConsoleRefused PageNotFound for what is no id */
export function idIn(call: ConsoleCall): number {
  const text = parameter(call, 'id');
  if (!/^[1-9]\d{0,9}$/.test(text)) notFound();
  return Number(text);
}

function actedOn({ row, steps, files }: ReconciliationDetail) {
  return {
    status: row.status,
    accountCode: row.contaCodigo,
    ownerId: row.responsavelId,
    ...participantsOf(steps),
    files: files.total,
    bookBalanceCents: row.saldoContabil,
    reconciledCents: row.saldoConciliado,
    adjustmentsCents: row.ajustes,
    comparedCents: row.comparado,
    explained: row.explicada,
  };
}

/** @param book of the reconciliation, whose sides its amounts have @param others people whose names are looked up with those of the entries */
export async function shownEntries(
  { names, evidence }: ConsoleDependencies,
  { clientId, ...book }: Book & Readonly<{ clientId: number }>,
  entries: readonly ReconciliationEntry[],
  others: readonly (string | null)[] = [],
): Promise<Readonly<{ shown: readonly ShownEntry[]; nameOf(personId: string): string }>> {
  const people = entries.flatMap(({ actor, fact }) => [
    actor.kind === 'person' ? actor.id : null,
    fact.is === 'moved' || fact.is === 'released' ? fact.ownerId : null,
  ]);
  const evidenceIds = entries.flatMap(({ fact }) => (fact.is === 'attached' ? [fact.evidenceId] : []));
  const [nameOf, fileNames] = await Promise.all([
    names.of([...people, ...others]),
    evidenceIds.length === 0 ? new Map<string, string>() : evidence.names(clientId, evidenceIds),
  ]);
  const shown = entries.map(({ revision, at, actor, fact }): ShownEntry => {
    const by = actorName(actor, nameOf);
    const fileName = fact.is === 'attached' ? (fileNames.get(fact.evidenceId) ?? null) : null;
    const sentence = entrySentence(fact, {
      actor: by,
      nameOf,
      fileName,
      amountOf: (cents) => sidedText(cents, book),
    });
    const file = fact.is === 'attached' ? { name: fileName ?? 'arquivo', sizeBytes: fact.sizeBytes } : null;
    return { revision, at, by, sentence, text: textOf(fact), file };
  });
  return { shown, nameOf };
}

function ownerName(
  { status, responsavelId }: Readonly<{ status: ReconciliationStatus; responsavelId: string | null }>,
  nameOf: (personId: string) => string,
): string {
  if (status === 'AUTO_APPROVED') return SYSTEM;
  return responsavelId === null ? '' : nameOf(responsavelId);
}
