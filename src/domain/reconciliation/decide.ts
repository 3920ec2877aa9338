// Every act of people on the reconciliations of one competence: each reconciliation is done or refused by itself, and
// what was done is one fact. Releases: release.ts.
// Source: docs/spec/workflow.md#roles, docs/spec/workflow.md#transitions.
import type { Competence } from '../kernel/competence.js';
import type { Decision } from '../kernel/decider.js';
import { exactBalance } from '../kernel/money.js';
import { actedColumns, type ActedItem } from './parts/actedItems.js';
import type { CompanyRules } from './companyRules.js';
import { evidenceRefusal, type Evidence } from './evidence.js';
import type { ActedEvent, Adjustment, CompositionItem } from './events.js';
import { reconciliationOf, type Reconciliation, type Reconciliations } from './fold.js';
import type { ActRefusal } from './refusals.js';
import { transitions, type Act, type Move, type Transition } from './transitions.js';
import { WRITERS, type Role } from '../clients/roles.js';
import type { Deadlines, ReconciliationStatus } from './states.js';

export const TEXT_CHARACTERS_MAX = 2_000;

/**
 * What is asked. `comment`: what is said with a move, or its justification, null when nothing was; `to`: the person
 * `assign` names. Composition and adjustments come checked and summed: items.ts.
 */
export type ActRequest =
  | Readonly<{ act: Move; comment: string | null; to: string | null }>
  | Readonly<{ act: 'compose'; composition: readonly CompositionItem[]; reconciledCents: number }>
  | Readonly<{ act: 'adjust'; adjustments: readonly Adjustment[]; adjustmentsCents: number }>
  | Readonly<{ act: 'comment'; comment: string | null }>
  | Readonly<{ act: 'attach'; evidence: Evidence }>;

/** `ids` without repeats; `personId` acts. */
export type ActCommand = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  ids: readonly number[];
  request: ActRequest;
  personId: string;
  rules: CompanyRules;
}>;

/** `status` is what the reconciliation is in now; null for one that is not there. */
export type ActResult =
  | Readonly<{ reconciliationId: number; ok: true; status: ReconciliationStatus }>
  | Readonly<{ reconciliationId: number; ok: false; status: ReconciliationStatus | null; refusal: ActRefusal }>;

/** Results in the order of the ids. Nothing done: no event. */
export function decideAct(
  state: Reconciliations,
  command: ActCommand,
): Decision<ActedEvent, readonly ActResult[]> {
  const done: ActedItem[] = [];
  const outcome = command.ids.map((reconciliationId): ActResult => {
    const item = reconciliationOf(state, reconciliationId);
    if (!item) return notDone(reconciliationId, null, { is: 'ReconciliationNotFound', reconciliationId });
    const became = judge(item, command);
    if ('is' in became) return notDone(reconciliationId, item.status, became);
    const { accountCode, accountName, status: from } = item;
    done.push({ reconciliationId, accountCode, accountName, from, ...became });
    return { reconciliationId, ok: true, status: became.status };
  });
  if (done.length === 0 || state.deadlines === null) return { events: [], outcome };
  done.sort((a, b) => a.reconciliationId - b.reconciliationId);
  return { events: [factOf(command, done, state.deadlines)], outcome };
}

type Became = Pick<ActedItem, 'status' | 'ownerId'>;

function notDone(reconciliationId: number, status: ReconciliationStatus | null, refusal: ActRefusal): ActResult {
  return { reconciliationId, ok: false, status, refusal };
}

/** What a reconciliation becomes, or why not: the first reason, in the order state, role, person, text, balance. */
function judge(item: Reconciliation, command: ActCommand): Became | ActRefusal {
  const { request } = command;
  switch (request.act) {
    case 'compose':
    case 'adjust':
      return judgeElaboration(item, request.act, command);
    case 'comment':
      return (
        roleRefusal('comment', WRITERS, command) ??
        textRefusal(request.comment, 'comment') ?? { status: item.status, ownerId: item.ownerId }
      );
    case 'attach':
      return (
        roleRefusal('attach', WRITERS, command) ??
        evidenceRefusal(request.evidence) ?? { status: item.status, ownerId: item.ownerId }
      );
    default:
      return judgeMove(item, request, command);
  }
}

/** Composition and adjustments are the preparing itself. */
function judgeElaboration(item: Reconciliation, act: Act, command: ActCommand): Became | ActRefusal {
  const { status, ownerId } = item;
  if (status !== 'IN_ELABORATION') return { is: 'NotInThisState', act, status };
  return (
    roleRefusal(act, ['PREPARER'], command) ??
    (ownerId === command.personId ? { status, ownerId } : { is: 'NotTheirs', act })
  );
}

function judgeMove(
  item: Reconciliation,
  request: Extract<ActRequest, { to: string | null }>,
  command: ActCommand,
): Became | ActRefusal {
  const { act, comment, to } = request;
  const transition = transitions.find(({ move, from }) => move === act && from.includes(item.status));
  if (!transition || (transition.vacant && isTaken(item, transition, command.rules)))
    return { is: 'NotInThisState', act, status: item.status };
  const refusal =
    roleRefusal(act, transition.by, command) ??
    personRefusal(item, transition, command.personId) ??
    (transition.asks ? textRefusal(comment, transition.asks) : textLengthRefusal(comment));
  if (refusal) return refusal;
  if (transition.becomes === 'named' && (to === null || !command.rules.holds(to, 'PREPARER')))
    return { is: 'AssigneeNotPreparer' };
  if (transition.balanced) {
    const left = exactBalance(item.bookBalanceCents, -item.reconciledCents, item.adjustmentsCents);
    if (left !== 0) return { is: 'NotBalanced', differenceCents: left };
  }
  return becoming(item, transition, { ...command, to });
}

/** Whether the person of the step still holds its role. */
function isTaken({ ownerId }: Reconciliation, { by }: Transition, rules: CompanyRules): boolean {
  return ownerId !== null && by.some((role) => rules.holds(ownerId, role));
}

function roleRefusal(
  act: Act,
  roles: readonly Role[],
  { rules, personId }: Pick<ActCommand, 'rules' | 'personId'>,
): ActRefusal | null {
  return roles.some((role) => rules.holds(personId, role)) ? null : { is: 'RoleMissing', act, roles };
}

function personRefusal(item: Reconciliation, transition: Transition, personId: string): ActRefusal | null {
  const { move: act, not = [], only } = transition;
  if (not.includes('prepared') && item.prepared.includes(personId)) return { is: 'PreparedByThem', act };
  if (not.includes('reviewed') && item.reviewed.includes(personId)) return { is: 'ReviewedByThem', act };
  if (only === undefined) return null;
  return (only === 'owner' ? item.ownerId : item.preparerId) === personId ? null : { is: 'NotTheirs', act };
}

function textRefusal(text: string | null, what: 'comment' | 'reason'): ActRefusal | null {
  if ((text ?? '').trim() === '') return { is: what === 'comment' ? 'CommentMissing' : 'JustificationMissing' };
  return textLengthRefusal(text);
}

function textLengthRefusal(text: string | null): ActRefusal | null {
  return (text ?? '').length > TEXT_CHARACTERS_MAX ? { is: 'TextTooLong', max: TEXT_CHARACTERS_MAX } : null;
}

/** Whoever is set for the next step and took part in one before may not do it: then it is nobody's, until it is opened. */
function becoming(
  item: Reconciliation,
  { to: status, becomes, withoutReviewer }: Transition,
  { personId, rules, to }: Pick<ActCommand, 'personId' | 'rules'> & Readonly<{ to: string | null }>,
): Became {
  const approver = (): string | null => fresh(rules.ownersFor(item).approver, item.prepared, item.reviewed);
  switch (becomes) {
    case 'actor':
      return { status, ownerId: personId };
    case 'named':
      return { status, ownerId: to };
    case 'preparer':
      return { status, ownerId: item.preparerId ?? rules.ownersFor(item).preparer };
    case 'approver':
      return { status, ownerId: approver() };
    case 'reviewer': {
      const { reviewer } = rules.ownersFor(item);
      if (reviewer === null && withoutReviewer) return { status: withoutReviewer, ownerId: approver() };
      return { status, ownerId: fresh(reviewer, item.prepared) };
    }
  }
}

function fresh(personId: string | null, ...tookPart: readonly (readonly string[])[]): string | null {
  return personId !== null && tookPart.some((people) => people.includes(personId)) ? null : personId;
}

function factOf(
  { companyId, clientId, competence, request }: ActCommand,
  done: readonly ActedItem[],
  deadlines: Deadlines,
): ActedEvent {
  const acted = { companyId, clientId, competence, items: actedColumns(done), parts: null };
  switch (request.act) {
    case 'compose': {
      const { composition, reconciledCents } = request;
      return { type: 'CompositionRecorded', data: { ...acted, composition, reconciledCents } };
    }
    case 'adjust': {
      const { adjustments, adjustmentsCents } = request;
      return { type: 'AdjustmentsRecorded', data: { ...acted, adjustments, adjustmentsCents } };
    }
    case 'comment':
      return { type: 'ReconciliationsCommented', data: { ...acted, comment: said(request.comment) ?? '' } };
    case 'attach':
      return { type: 'EvidenceAttached', data: { ...acted, ...evidenceFacts(request.evidence) } };
    default: {
      const { act: move, comment } = request;
      return { type: 'ReconciliationsMoved', data: { ...acted, move, comment: said(comment), deadlines } };
    }
  }
}

function evidenceFacts({ evidenceId, sha256, sizeBytes, mediaType }: Evidence): Evidence {
  return { evidenceId, sha256, sizeBytes, mediaType };
}

/** Nothing said is null. */
function said(text: string | null): string | null {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
}
