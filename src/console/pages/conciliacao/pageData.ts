// Everything the page of one reconciliation shows, read at once; only for people who see its company.
import { SYSTEM } from '../../../domain/kernel/event.js';
import { holdsRole, type Role } from '../../../domain/clients/roles.js';
import { addMonths, type Competence } from '../../../domain/kernel/competence.js';
import { companyRulesOf } from '../../../domain/reconciliation/companyRules.js';
import { signedAs } from '../../../domain/books/schedules.js';
import { scheduledItems } from '../../../domain/reconciliation/carry.js';
import { participantsOf, textOf } from '../../../domain/reconciliation/itemFacts.js';
import { possibleActs } from '../../../domain/reconciliation/possibleActs.js';
import type { Act } from '../../../domain/reconciliation/transitions.js';
import { isFinished } from '../../../domain/reconciliation/states.js';
import { actorName, entrySentence } from '../../../messages/history.js';
import {
  slaStatusAt,
  type StoredReconciliation,
} from '../../../projections/views/reconciliations/reconciliationRows.js';
import type { WorklistRow } from '../../../projections/views/worklist/worklist.js';
import * as pageQuery from '../../../projections/views/reconciliationPage/query.js';
import { carryableTo } from '../../../projections/views/items.js';
import { listAccountSeries } from '../../../projections/views/trialBalances/accountSeries.js';
import { debitOf, withDebits, type Book } from '../../../projections/views/trialBalances/debitOf.js';
import { schedulesOf } from '../../../projections/views/schedules.js';
import { queryOf, companySeen, notFound, parameter, type ConsoleCall } from '../../route.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { isPaper, rowsShown } from '../../design/Table.js';
import { balanceText, sidedText } from '../../design/values.js';
import { cookieOf, CREDITS_COOKIE } from '../../session/cookies.js';
import type { Refusal } from '../../session/readForm.js';
import { addressIn, addressOf, readAddress, readChoices, readList, viewerOf } from '../conciliacoes/query.js';
import type { AreCredits, ItemErrors } from './typedItems.js';

/** `text`: what was written with the act. `file`: an attached one. */
export type ShownEntry = Readonly<{
  revision: number;
  at: string;
  actorId: string;
  by: string;
  sentence: string;
  text: string | null;
  file: Readonly<{ name: string; sizeBytes: number }> | null;
}>;

export type PageData = Awaited<ReturnType<typeof readPage>>;

const SERIES_MONTHS = 12;

/** `act`: the refused one. `meanwhile`: what others did since the person opened the page. */
export type RefusedAct = Refusal &
  Readonly<{ act?: Act; meanwhile?: readonly ShownEntry[]; itemErrors?: ItemErrors }>;

/** @throws ConsoleRefused PageNotFound */
export async function readPage(call: ConsoleCall) {
  const { deps, session } = call;
  const { store } = deps.pages;
  const { clientId } = session;
  const { pageOf } = queryOf(call);
  const pages = { history: pageOf('historico'), comments: pageOf('comentarios'), files: pageOf('evidencias') };
  const asked = { ...pages, limit: rowsShown(call) };
  const detail = await pageQuery.readReconciliation(deps.pages, session, idIn(call), asked);
  if (detail === null) return notFound();
  const { history, comments, files, reason, previous: before, ...ofRow } = detail;
  const company = companySeen(call, String(detail.row.empresaId));
  const rows = before === null ? [detail.row] : [detail.row, before];
  const [row = detail.row, previous = null] = await withDebits(store, clientId, rows);
  const shownFirst = reason === null || isFinished(row.status) ? [] : [reason];
  const entries = [...shownFirst, ...[history, comments, files].flatMap((page) => page.entries)];
  const { preparerIds, ...acts } = actsOf(call, detail);
  const debit = debitOf(row);
  const schedules = (await schedulesOf(store, session, row)).map((one) => signedAs(one, debit));
  const queue = { ...viewerOf(deps, session), companies: session.access.companyIds };
  const [{ inWords, nameOf }, list, next, carryable, series] = await Promise.all([
    wordsOf(deps, row, entries, [row.responsavelId, ...preparerIds]),
    listBeside(call, row),
    pageQuery.nextInQueue(store, clientId, queue, row.id),
    carryableTo(store, row, detail.composition, schedules),
    seriesOf(deps, row),
  ]);
  const recorded = new Set(detail.composition.map(({ id }) => id));
  const preparers = preparerIds.map((person) => [person, nameOf(person)] as const);
  const pageShown = (page: pageQuery.EntryPage) => ({ ...page, entries: page.entries.map(inWords) });
  const [why = null] = shownFirst.map(inWords);
  return {
    id: row.id,
    company,
    row,
    revision: detail.revision,
    detail: { ...ofRow, previous },
    series,
    /** `acts`: none in a frozen month, and on paper. `frozen`: closed, where closed months refuse work. */
    ...acts,
    /** Each the newest first; entries with a text, and with a file. */
    history: pageShown(history),
    comments: pageShown(comments),
    files: pageShown(files),
    /** What the schedules of the account expect of the month and the composition lacks. */
    scheduled: scheduledItems(schedules, row.competencia as Competence, debit).filter(
      ({ id }) => !recorded.has(id),
    ),
    schedules,
    carryable,
    next: (list.address.fila === 'minhas' ? nextIn(list.listed.rows, row.id) : undefined) ?? next,
    /** What brought an unfinished one to its state. */
    why,
    list,
    sla: slaStatusAt(row, list.now),
    /** "" when nobody is set. */
    ownerName:
      row.status === 'AUTO_APPROVED' ? SYSTEM : row.responsavelId === null ? '' : nameOf(row.responsavelId),
    /** Who may be assigned, by name; empty unless the person may assign now. */
    preparers: preparers.sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR')),
  };
}

/** The list of the address. Opened directly, with nothing in the own queue: the other accounts of the month. */
async function listBeside(call: ConsoleCall, { empresaId: companyId, competencia: period }: StoredReconciliation) {
  const { deps, session, query } = call;
  const asks = addressIn(session, call.querystring);
  const [own, choices] = await Promise.all([readList(deps, session, asks), readChoices(deps, session)]);
  const now = deps.clock.now();
  if (asks.fila !== 'minhas' || query['fila'] !== undefined || own.rows.length > 0)
    return { address: asks, listed: own, choices, now };
  const address = readAddress(addressOf(asks, { fila: 'todas', companyId, period }, ''), 'todas');
  return { address, listed: await readList(deps, session, address), choices, now };
}

function actsOf(call: ConsoleCall, detail: pageQuery.ReconciliationDetail) {
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

async function seriesOf({ pages }: ConsoleDependencies, row: StoredReconciliation) {
  const { clientId, empresaId: companyId, contaCodigo: accountCode } = row;
  const periodTo = row.competencia as Competence;
  const periodFrom = addMonths(periodTo, 1 - SERIES_MONTHS);
  const range = { page: 1, limit: SERIES_MONTHS, order: 'asc' } as const;
  const asked = { ...range, companyId, accountCode, periodFrom, periodTo };
  const { rows } = await listAccountSeries(pages, { clientId }, asked);
  // People work on the released balance: a newer version, as the series has it, is not shown beside it.
  return rows.map((one) => {
    if (one.competencia !== row.competencia || one.status === 'RELEASED') return one;
    return { ...one, saldoFinalDevedor: row.saldoContabilDevedor / 100, debito: 0, credito: 0 };
  });
}

function nextIn(rows: readonly WorklistRow[], id: number): WorklistRow | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return at === -1 ? undefined : [...rows.slice(at + 1), ...rows.slice(0, at)][0];
}

/** What the person answered, with this form or an earlier one. */
export function areCreditsIn(call: ConsoleCall, fields: Readonly<Record<string, string>>): AreCredits {
  const answer = fields['creditos'] ?? cookieOf(call, CREDITS_COOKIE);
  return answer === 'sim' || answer === 'nao' ? answer : null;
}

/** @throws ConsoleRefused PageNotFound for what is no id */
export function idIn(call: ConsoleCall): number {
  const text = parameter(call, 'id');
  if (!/^[1-9]\d{0,9}$/.test(text)) notFound();
  return Number(text);
}

function actedOn({ row, steps, files }: pageQuery.ReconciliationDetail) {
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

/** How entries are shown. @param book whose sides the amounts have @param others people who are named, too */
export async function wordsOf(
  { names, evidence }: ConsoleDependencies,
  { clientId, ...book }: Book & Readonly<{ clientId: number }>,
  entries: readonly pageQuery.ReconciliationEntry[],
  others: readonly (string | null)[] = [],
) {
  const people = entries.flatMap(({ actor, fact }) => [
    actor.kind === 'person' ? actor.id : null,
    fact.is === 'moved' || fact.is === 'released' ? fact.ownerId : null,
  ]);
  const evidenceIds = entries.flatMap(({ fact }) => (fact.is === 'attached' ? [fact.evidenceId] : []));
  const [nameOf, fileNames] = await Promise.all([
    names.of([...people, ...others]),
    evidenceIds.length === 0 ? new Map<string, string>() : evidence.names(clientId, evidenceIds),
  ]);
  const amountOf = (cents: number): string => sidedText(cents, book);
  const inWords = ({ revision, at, actor, fact }: pageQuery.ReconciliationEntry): ShownEntry => {
    const by = actorName(actor, nameOf);
    const fileName = fact.is === 'attached' ? (fileNames.get(fact.evidenceId) ?? null) : null;
    const sentence = entrySentence(fact, { actor: by, nameOf, fileName, amountOf, balanceOf: balanceText });
    const file = fact.is === 'attached' ? { name: fileName ?? 'arquivo', sizeBytes: fact.sizeBytes } : null;
    return { revision, at, actorId: actor.id, by, sentence, text: textOf(fact), file };
  };
  return { inWords, nameOf };
}
