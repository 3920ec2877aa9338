// The acts as forms: each is one command, answered by 303, or by the page with the reason and what was typed.
// Evidence is uploaded and attached; no browser ever shows its download as a page.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { lookup } from 'mime-types';
import type { ReceivedFile } from '../../../api/http/request/multipart.js';
import { attachEvidence, evidenceBytes } from '../../../commands/reconciliations/evidence.js';
import { actOnReconciliations } from '../../../commands/reconciliations/actOnReconciliations.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { holdsRole, type Role } from '../../../domain/clients/roles.js';
import type { ActResult } from '../../../domain/reconciliation/decide.js';
import { reconciliationOf, reconciliations, reconciliationsStream } from '../../../domain/reconciliation/fold.js';
import { roleRefusalOf } from '../../../domain/reconciliation/possibleActs.js';
import { evidenceRefusal, type ActRefusal } from '../../../domain/reconciliation/refusals.js';
import type { Act } from '../../../domain/reconciliation/transitions.js';
import {
  actDone,
  EVIDENCE_GONE,
  itemsNotSaved,
  NO_FILE,
  ownRefusalSentence,
} from '../../../messages/reconciliationPage.js';
import { entriesOf, entryAt } from '../../../projections/views/reconciliationPage/query.js';
import { findReconciliation } from '../../../projections/views/reconciliations/reconciliations.js';
import type { StoredReconciliation } from '../../../projections/views/reconciliations/reconciliationRows.js';
import { withDebit, type Book } from '../../../projections/views/trialBalances/debitOf.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { attachmentNamed, notice, redirectTo, type Done } from '../../session/answers.js';
import { CREDITS_COOKIE, setCookie, YEAR_SECONDS } from '../../session/cookies.js';
import { NOT_REFUSED, withUpload, type FormFields } from '../../session/readForm.js';
import { companySeen, notFound, noteWritten, parameter, personContext, type ConsoleCall } from '../../route.js';
import { pagePath } from './addresses.js';
import { undoOf } from '../conciliacoes/bulk.js';
import { areCreditsIn, idIn, type RefusedAct, wordsOf } from './pageData.js';
import * as sheet from './typedItems.js';

export async function perform(
  call: ConsoleCall,
  act: Exclude<Act, 'attach'>,
  fields: FormFields,
): Promise<Done | RefusedAct> {
  const target = await targetOf(call);
  const { row, command } = target;
  const areCredits = areCreditsIn(call, fields.typed.fields);
  if (fields.has('creditos') && areCredits !== null) setCookie(call, CREDITS_COOKIE, areCredits, YEAR_SECONDS);
  const more = fields.has('creditos') || /^(linhas|pagina-\d{1,2})$/.test(fields.raw('acao'));
  const checked = more ? NOTHING_ASKED : requestOf(act, fields, row, areCredits);
  if (checked === NOTHING_ASKED) return { ...NOT_REFUSED, act };
  if (!checked.ok) {
    const errors = [itemsNotSaved(act, checked.errors.byRow.size)];
    return { act, status: 400, errors, itemErrors: checked.errors };
  }
  const seenRevision = revisionIn(fields.raw('revisao'));
  const { request } = checked;
  if (request.act === 'comment') {
    const added = await addedSince(call, target, seenRevision);
    if (added.some((fact) => fact.is === 'commented' && fact.comment === request.comment))
      return answerTo(call, { act, result: unchanged(row), seenRevision, row, next: null });
  }
  const acting = { ...command, request, seenRevision };
  const { results, position } = await actOnReconciliations(call.deps, acting, personContext(call));
  const next = revisionIn(fields.raw('depois'));
  return answerTo(call, { act, result: results[0], position, seenRevision, row, next });
}

/** What the person has added since the page of a form: the same again is that form sent twice. */
async function addedSince({ deps, session }: ConsoleCall, target: Target, seenRevision: number | null) {
  const { id, command } = target;
  const stream = reconciliationsStream(command.company.companyId, command.competence);
  const { state } = await deps.folds.load(stream, reconciliations);
  if (seenRevision === null || (reconciliationOf(state, id)?.revision ?? 0) <= seenRevision) return [];
  await deps.shown(await deps.log.head());
  const entries = await entriesOf(deps.pages.store, session.clientId, id, { after: seenRevision });
  return entries.filter(({ actor }) => actor.id === session.personId).map(({ fact }) => fact);
}

const unchanged = ({ id, status }: StoredReconciliation) => ({ reconciliationId: id, ok: true, status }) as const;

const NOTHING_ASKED = { ok: false, errors: sheet.NO_ERRORS } as const;

export type Target = Readonly<Awaited<ReturnType<typeof targetOf>>>;

/** Where the reconciliation is, which never changes. @throws ConsoleRefused PageNotFound */
export async function targetOf(call: ConsoleCall) {
  const { clientId, personId } = call.session;
  const id = idIn(call);
  const place = await findReconciliation(call.deps.pages, { clientId }, id);
  if (place === null) return notFound();
  companySeen(call, String(place.companyId));
  const { companyId, competence } = place;
  const row = await withDebit(call.deps.pages.store, place.row);
  const command = { company: { companyId, clientId }, competence, ids: [id], personId, begins: true };
  return { id, row, command };
}

export function roleRefused(
  { deps: { registers }, session }: ConsoleCall,
  act: Act,
  { command: { company } }: Target,
): RefusedAct | null {
  const settings = registers.workflowOf(session.clientId);
  const holds = (person: string, role: Role): boolean => holdsRole(settings, person, role, company.companyId);
  const refusal = roleRefusalOf(act, { personId: session.personId, rules: { holds } });
  return refusal && refusedFor(act, refusal);
}

/** Revision of the newest event that the page showed; null when the form does not say. */
function revisionIn(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Items whose side is to be told first are shown again with that question. */
function requestOf(
  act: Exclude<Act, 'attach'>,
  form: FormFields,
  book: StoredReconciliation & Book,
  areCredits: sheet.AreCredits,
): sheet.CheckedRows {
  switch (act) {
    case 'compose':
    case 'adjust': {
      const fields = sheet.settledBy(form.typed.fields, book.competencia as Competence);
      if (sheet.asksForSide(sheet.typedRows(fields, act), book, areCredits)) return NOTHING_ASKED;
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

function refusedFor(act: Act, refusal: ActRefusal): RefusedAct {
  return { act, status: statuses[refusal.is] ?? 400, errors: [ownRefusalSentence(refusal)] };
}

/** `next`: the page to go on with; null: this one. */
type Acted = Readonly<{
  act: Act;
  result: ActResult | undefined;
  position?: number | null;
  seenRevision: number | null;
  row: StoredReconciliation;
  next: number | null;
}>;

async function answerTo(
  call: ConsoleCall,
  { act, result, position = null, seenRevision, row, next }: Acted,
): Promise<Done | RefusedAct> {
  const { deps, session, search } = call;
  const { id, status: before } = row;
  if (result === undefined) notFound();
  if (!result.ok) {
    const refused = refusedFor(act, result.refusal);
    if (result.refusal.is !== 'ChangedMeanwhile') return refused;
    await deps.shown(await deps.log.head());
    // The page lists what happened meanwhile, so the form that is shown again names the newest event.
    const instead = { revisao: '' };
    return { ...refused, errors: [], instead, meanwhile: await meanwhile(deps, row, seenRevision) };
  }
  const added = act === 'comment' || act === 'attach';
  const others = added ? await meanwhile(deps, row, seenRevision) : [];
  const sentences = others.filter(({ actorId }) => actorId !== session.personId).map(({ sentence }) => sentence);
  const account = `${row.contaCodigo} ${row.contaDescricao}`;
  const undo = undoOf(act, [{ id, before, after: result.status }]);
  return {
    position,
    told: actDone({ act, status: result.status, account }, sentences),
    kind: sentences.length > 0 ? 'warn' : 'done',
    // Leads back to this reconciliation, whatever the page that shows it.
    undo: undo && { ...undo, fields: [...undo.fields, ['voltar', pagePath(id) + search]] },
    to: pagePath(next ?? id) + search,
  };
}

async function meanwhile(deps: ConsoleDependencies, row: StoredReconciliation, seenRevision: number | null) {
  if (seenRevision === null) return [];
  const entries = await entriesOf(deps.pages.store, row.clientId, row.id, { after: seenRevision });
  return entries.toReversed().map((await wordsOf(deps, row, entries)).inWords);
}

/** Statuses of these refusals; the others are 400. */
const statuses: Readonly<Partial<Record<ActRefusal['is'], number>>> = {
  RoleMissing: 403,
  PreparedByThem: 403,
  ReviewedByThem: 403,
  NotTheirs: 403,
  ChangedMeanwhile: 409,
  CompetenceFrozen: 409,
  NotInThisState: 409,
  NothingToCarry: 409,
  EvidenceTooMany: 409,
  EvidenceFull: 409,
};

const ANY_TYPE = 'application/octet-stream';

/** The role is asked for before the files are read. */
export async function attach(call: ConsoleCall): Promise<Done | RefusedAct> {
  const act = 'attach';
  const target = await targetOf(call);
  const { command, row } = target;
  const forbidden = roleRefused(call, act, target);
  if (forbidden !== null) return forbidden;
  return withUpload(call, ['revisao'], async (fields, files) => {
    const fault = faultOf(files);
    if (fault !== null) return { act, status: 400, errors: [fault] };
    let result: ActResult | undefined = unchanged(row);
    const seenRevision = revisionIn(fields.raw('revisao'));
    const added = await addedSince(call, target, seenRevision);
    for (const { name, path } of files) {
      const file = { ...nameAndType(name), bytes: await readFile(path) };
      const sha256 = hash('sha256', file.bytes);
      if (added.some((fact) => fact.is === 'attached' && fact.sha256 === sha256)) continue;
      const attached = await attachEvidence(call.deps, { ...command, file }, personContext(call));
      await noteWritten(call, attached.position);
      [result] = attached.results;
      if (result?.ok !== true) break;
    }
    return answerTo(call, { act, result, seenRevision, row, next: null });
  });
}

/** Before one is read into memory. Without a chosen file a form sends one without name and bytes. */
function faultOf(files: readonly ReceivedFile[]): string | null {
  if (files.length === 0 || files.some(({ name, size }) => name === '' && size === 0)) return NO_FILE;
  const refusal = files.map(({ size }) => evidenceRefusal({ sizeBytes: size })).find((one) => one !== null);
  return refusal ? ownRefusalSentence(refusal) : null;
}

export function nameAndType(name: string) {
  return { name: name === '' ? 'arquivo' : name, mediaType: lookup(name) || ANY_TYPE };
}

/**
 * As an attachment of no particular type, whatever was uploaded: HTML and SVG would run as pages of this origin.
 * With `ver` what begins as a PDF is opened by the browser, which runs nothing of it as a page.
 */
export async function download(call: ConsoleCall): Promise<void> {
  const { deps } = call;
  const { id } = await targetOf(call);
  const { clientId } = call.session;
  const revision = revisionIn(parameter(call, 'revisao')) ?? notFound();
  const fact = await entryAt(deps.pages.store, clientId, id, revision);
  if (fact?.is !== 'attached') notFound();
  const [bytes, names] = await Promise.all([
    evidenceBytes(deps.evidence, clientId, fact),
    deps.evidence.names(clientId, [fact.evidenceId]),
  ]);
  if (typeof bytes === 'string') {
    notice(call, `Não foi possível baixar: ${EVIDENCE_GONE[bytes]}.`, 'bad');
    return redirectTo(call, pagePath(id));
  }
  const isShown = call.query['ver'] !== undefined && Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';
  const disposition = attachmentNamed(names.get(fact.evidenceId) ?? 'arquivo');
  call.set({
    'Content-Disposition': isShown ? disposition.replace('attachment', 'inline') : disposition,
    'Content-Type': isShown ? 'application/pdf' : ANY_TYPE,
    // A PDF is not opened in a sandbox.
    'Content-Security-Policy': isShown ? "default-src 'none'; object-src 'self'" : "default-src 'none'; sandbox",
  });
  call.body = Buffer.from(bytes);
}
