// The acts as forms: each is one command, answered by 303, or by the page with the reason and what was typed.
import {
  actOnReconciliations,
  type ActOnReconciliations,
} from '../../../commands/reconciliations/actOnReconciliations.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { holdsRole, type Role } from '../../../domain/clients/roles.js';
import type { ActRequest, ActResult } from '../../../domain/reconciliation/decide.js';
import { roleRefusalOf } from '../../../domain/reconciliation/possibleActs.js';
import type { ActRefusal } from '../../../domain/reconciliation/refusals.js';
import type { Act } from '../../../domain/reconciliation/transitions.js';
import { actDone, itemsNotSaved, ownRefusalSentence } from '../../../messages/reconciliationPage.js';
import { entriesAfter } from '../../../projections/views/reconciliationPage/query.js';
import { findReconciliation } from '../../../projections/views/reconciliations/reconciliations.js';
import type { StoredReconciliation } from '../../../projections/views/reconciliations/reconciliationRows.js';
import { withDebit, type Book } from '../../../projections/views/trialBalances/debitOf.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo, type Undo } from '../../session/answers.js';
import { CREDITS_COOKIE, setCookie, YEAR_SECONDS } from '../../session/cookies.js';
import { keepTyped, readForm, type FormFields } from '../../session/readForm.js';
import { companySeen, notFound, noteWritten, personContext, type ConsoleCall } from '../../route.js';
import { actPath, pagePath } from './addresses.js';
import { undoOf } from '../conciliacoes/bulk.js';
import {
  areCreditsIn,
  idIn,
  NOTHING_REFUSED,
  readPage,
  type RefusedAct,
  shownEntries,
  type PageData,
} from './pageData.js';
import * as sheet from './typedItems.js';

/** Answers the page again with a refusal. */
export type Show = (call: ConsoleCall, data: PageData, refused: RefusedAct, status: number) => void;

export function actRoute(act: Exclude<Act, 'attach'>, show: Show) {
  return async (call: ConsoleCall): Promise<void> => {
    const target = await targetOf(call);
    const withoutRole = roleRefused(call, act, target);
    if (withoutRole !== null) return show(call, await readPage(call), withoutRole, 403);
    const form = await readForm(call);
    const path = actPath(target.id, act);
    const areCredits = areCreditsIn(call, form.typed.fields);
    if (form.has('creditos') && areCredits !== null) setCookie(call, CREDITS_COOKIE, areCredits, YEAR_SECONDS);
    const more = form.has('creditos') || /^(linhas|pagina-\d{1,2})$/.test(form.raw('acao'));
    const checked = more ? NOTHING_ASKED : requestOf(act, form, target.row, areCredits);
    if (!checked.ok) {
      keepTyped(call, path, form);
      const isShown = more || checked === NOTHING_ASKED;
      const sentences = isShown ? [] : [itemsNotSaved(act, checked.errors.byRow.size)];
      const refused = { ...NOTHING_REFUSED, act, sentences, itemErrors: checked.errors };
      return show(call, await readPage(call), refused, isShown ? 200 : 400);
    }
    const seenRevision = revisionIn(form.raw('revisao'));
    const asked = { ...target.asked, request: checked.request, seenRevision };
    const { results, position } = await actOnReconciliations(call.deps, asked, personContext(call));
    await noteWritten(call, position);
    const next = revisionIn(form.raw('depois'));
    const refused = await answer(call, { act, result: results[0], seenRevision, row: target.row, next });
    if (refused === null) return;
    const data = await readPage(call);
    keepTyped(call, path, form);
    if (refused.shown.meanwhile.length > 0) nowSeen(call, data.revision);
    show(call, data, refused.shown, refused.status);
  };
}

/** The page lists what happened up to this event, so the form that is shown again names it. */
function nowSeen({ state }: ConsoleCall, revision: number): void {
  if (!state.typed) return;
  const { fields } = state.typed;
  state.typed = { ...state.typed, fields: { ...fields, revisao: String(revision) } };
}

const NOTHING_ASKED = { ok: false, errors: sheet.NO_ERRORS } as const;

export type Target = Readonly<{
  id: number;
  row: StoredReconciliation & Book;
  asked: Omit<ActOnReconciliations, 'request'>;
}>;

/** Where the reconciliation is, which never changes. @throws ConsoleRefused PageNotFound */
export async function targetOf(call: ConsoleCall): Promise<Target> {
  const { clientId, personId } = call.session;
  const id = idIn(call);
  const place = await findReconciliation(call.deps.pages, { clientId }, id);
  if (place === null) return notFound();
  companySeen(call, String(place.companyId));
  const { companyId, competence } = place;
  const row = await withDebit(call.deps.pages.store, place.row);
  const asked = { company: { companyId, clientId }, competence, ids: [id], personId, begins: true };
  return { id, row, asked };
}

/** Asked before the form is read. */
export function roleRefused(
  { deps: { registers }, session }: ConsoleCall,
  act: Act,
  { asked: { company } }: Target,
): RefusedAct | null {
  const settings = registers.workflowOf(session.clientId);
  const holds = (person: string, role: Role): boolean => holdsRole(settings, person, role, company.companyId);
  const refusal = roleRefusalOf(act, { personId: session.personId, rules: { holds } });
  return refusal && { ...NOTHING_REFUSED, act, sentences: [ownRefusalSentence(refusal)] };
}

/** Of the newest event that the page showed; null when the form does not say. */
export function revisionIn(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Items whose side is to be told first are shown again with that question. */
function requestOf(
  act: Exclude<Act, 'attach'>,
  form: FormFields,
  book: StoredReconciliation & Book,
  areCredits: sheet.AreCredits,
): sheet.CheckedRows<ActRequest> {
  switch (act) {
    case 'compose':
    case 'adjust': {
      const fields = sheet.settledBy(form.typed.fields, book.competencia as Competence);
      const columns = act === 'compose' ? sheet.compositionColumns : sheet.adjustmentColumns;
      if (sheet.asksForSide(sheet.typedRows(fields, columns), book, areCredits)) return NOTHING_ASKED;
      return sheet.checkedItems(act, fields, sheet.signsOf(book, areCredits));
    }
    case 'carry':
      return { ok: true, request: { act } };
    case 'explain':
      return { ok: true, request: { act, text: textIn(form, 'explicacao') } };
    case 'comment':
      return { ok: true, request: { act, comment: textIn(form, 'comentario') } };
    default: {
      const comment = textIn(form, 'justificativa') ?? textIn(form, 'comentario');
      return { ok: true, request: { act, comment, to: textIn(form, 'responsavel') } };
    }
  }
}

/** Browsers send line breaks as CR LF. */
function textIn(form: FormFields, name: string): string | null {
  const text = form.text(name).replaceAll('\r\n', '\n');
  return text === '' ? null : text;
}

/** `next`: the page to go on with; null: this one. */
export type Done = Readonly<{
  act: Act;
  result: ActResult | undefined;
  seenRevision: number | null;
  row: StoredReconciliation;
  next: number | null;
}>;

/** Answers 303 when it was done. @returns what the page shows otherwise */
export async function answer(
  call: ConsoleCall,
  { act, result, seenRevision, row, next }: Done,
): Promise<Readonly<{ shown: RefusedAct; status: number }> | null> {
  const { deps } = call;
  const { personId } = call.session;
  const id = idIn(call);
  if (result === undefined) notFound();
  if (result.ok) {
    const added = act === 'comment' || act === 'attach';
    const others = added ? await meanwhile(deps, row, seenRevision) : [];
    const sentences = others.filter(({ actorId }) => actorId !== personId).map(({ sentence }) => sentence);
    const account = `${row.contaCodigo} ${row.contaDescricao}`;
    const told = actDone({ act, status: result.status, account }, sentences);
    notice(call, told, sentences.length > 0 ? 'warn' : 'done', undoHere(act, id, call.search));
    redirectTo(call, pagePath(next ?? id) + call.search);
    return null;
  }
  const { refusal } = result;
  const status = statusOf(refusal);
  if (refusal.is !== 'ChangedMeanwhile')
    return { shown: { ...NOTHING_REFUSED, act, sentences: [ownRefusalSentence(refusal)] }, status };
  await deps.shown(await deps.log.head());
  const changes = await meanwhile(deps, row, seenRevision);
  return { shown: { ...NOTHING_REFUSED, act, meanwhile: changes }, status };
}

/** Leads back to this reconciliation, whatever the page that shows it. */
function undoHere(act: Act, id: number, search: string): Undo | undefined {
  const undo = undoOf(act, [id]);
  return undo && { ...undo, fields: [...undo.fields, ['voltar', pagePath(id) + search]] };
}

/** What happened after the event that the page showed. */
async function meanwhile(deps: ConsoleDependencies, row: StoredReconciliation, seenRevision: number | null) {
  if (seenRevision === null) return [];
  const entries = await entriesAfter(deps.pages.store, row.clientId, row.id, seenRevision);
  const { shown } = await shownEntries(deps, row, entries);
  return shown.map((entry, at) => ({ ...entry, actorId: entries[at]?.actor.id ?? '' }));
}

function statusOf(refusal: ActRefusal): number {
  switch (refusal.is) {
    case 'RoleMissing':
    case 'PreparedByThem':
    case 'ReviewedByThem':
    case 'NotTheirs':
      return 403;
    case 'ChangedMeanwhile':
    case 'CompetenceFrozen':
    case 'NotInThisState':
    case 'NothingToCarry':
    case 'EvidenceTooMany':
    case 'EvidenceFull':
      return 409;
    default:
      return 400;
  }
}
