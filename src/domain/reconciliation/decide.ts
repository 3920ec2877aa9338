// Decision of people's acts on the reconciliations of one competence: each reconciliation is accepted or refused on its
// own; the accepted ones are one event. Releases: release.ts. Transitions: transitions.ts.
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
import { COMMENT_CHARACTERS_MAX } from './textLimits.js';

/**
 * `comment`: the comment or the justification of a move, null without one; `to`: the person to `assign`. Composition
 * and adjustments are checked and summed by items.ts.
 */
export type ActRequest =
  | Readonly<{ act: Move; comment: string | null; to: string | null }>
  | Readonly<{ act: 'compose'; composition: readonly CompositionItem[]; reconciledCents: number }>
  | Readonly<{ act: 'adjust'; adjustments: readonly Adjustment[]; adjustmentsCents: number }>
  | Readonly<{ act: 'comment'; comment: string | null }>
  | Readonly<{ act: 'attach'; evidence: Evidence }>;

/** `ids` without repeats; `personId`: who acts. */
export type ActCommand = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  ids: readonly number[];
  request: ActRequest;
  personId: string;
  rules: CompanyRules;
}>;

/** `status` is the current one; null for a reconciliation that does not exist. */
export type ActResult =
  | Readonly<{ reconciliationId: number; ok: true; status: ReconciliationStatus }>
  | Readonly<{ reconciliationId: number; ok: false; status: ReconciliationStatus | null; refusal: ActRefusal }>;

/** Results in the order of the ids. */
export function decideAct(
  state: Reconciliations,
  command: ActCommand,
): Decision<ActedEvent, readonly ActResult[]> {
  const accepted: ActedItem[] = [];
  const outcome = command.ids.map((reconciliationId): ActResult => {
    const item = reconciliationOf(state, reconciliationId);
    if (!item) return refusedResult(reconciliationId, null, { is: 'ReconciliationNotFound', reconciliationId });
    const next = decideOne(item, command);
    if ('is' in next) return refusedResult(reconciliationId, item.status, next);
    const { accountCode, accountName, status: from } = item;
    accepted.push({ reconciliationId, accountCode, accountName, from, ...next });
    return { reconciliationId, ok: true, status: next.status };
  });
  if (accepted.length === 0 || state.deadlines === null) return { events: [], outcome };
  accepted.sort((a, b) => a.reconciliationId - b.reconciliationId);
  return { events: [eventOf(command, accepted, state.deadlines)], outcome };
}

type NewState = Pick<ActedItem, 'status' | 'ownerId'>;

function refusedResult(
  reconciliationId: number,
  status: ReconciliationStatus | null,
  refusal: ActRefusal,
): ActResult {
  return { reconciliationId, ok: false, status, refusal };
}

/** The new state of one reconciliation, or the first refusal in the order state, role, person, text, balance. */
function decideOne(item: Reconciliation, command: ActCommand): NewState | ActRefusal {
  const { request } = command;
  switch (request.act) {
    case 'compose':
    case 'adjust':
      return decideElaboration(item, request.act, command);
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
      return decideMove(item, request, command);
  }
}

/** Composition and adjustments are part of the elaboration: only its preparer records them. */
function decideElaboration(item: Reconciliation, act: Act, command: ActCommand): NewState | ActRefusal {
  const { status, ownerId } = item;
  if (status !== 'IN_ELABORATION') return { is: 'NotInThisState', act, status };
  return (
    roleRefusal(act, ['PREPARER'], command) ??
    (ownerId === command.personId ? { status, ownerId } : { is: 'NotTheirs', act })
  );
}

function decideMove(
  item: Reconciliation,
  request: Extract<ActRequest, { to: string | null }>,
  command: ActCommand,
): NewState | ActRefusal {
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
  return newState(item, transition, { ...command, to });
}

/** Whether the step's owner still holds its role. */
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
  return (text ?? '').length > COMMENT_CHARACTERS_MAX ? { is: 'TextTooLong', max: COMMENT_CHARACTERS_MAX } : null;
}

/** A default owner who took part in an earlier step is skipped: the step then has no owner until somebody opens it. */
function newState(
  item: Reconciliation,
  { to: status, becomes, withoutReviewer }: Transition,
  { personId, rules, to }: Pick<ActCommand, 'personId' | 'rules'> & Readonly<{ to: string | null }>,
): NewState {
  const approver = (): string | null =>
    unlessTookPart(rules.ownersFor(item).approver, item.prepared, item.reviewed);
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
      return { status, ownerId: unlessTookPart(reviewer, item.prepared) };
    }
  }
}

function unlessTookPart(personId: string | null, ...tookPart: readonly (readonly string[])[]): string | null {
  return personId !== null && tookPart.some((people) => people.includes(personId)) ? null : personId;
}

function eventOf(
  { companyId, clientId, competence, request }: ActCommand,
  accepted: readonly ActedItem[],
  deadlines: Deadlines,
): ActedEvent {
  const acted = { companyId, clientId, competence, items: actedColumns(accepted), parts: null };
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
      return {
        type: 'ReconciliationsCommented',
        data: { ...acted, comment: trimmedOrNull(request.comment) ?? '' },
      };
    case 'attach':
      return { type: 'EvidenceAttached', data: { ...acted, ...evidenceData(request.evidence) } };
    default: {
      const { act: move, comment } = request;
      return {
        type: 'ReconciliationsMoved',
        data: { ...acted, move, comment: trimmedOrNull(comment), deadlines },
      };
    }
  }
}

function evidenceData({ evidenceId, sha256, sizeBytes, mediaType }: Evidence): Evidence {
  return { evidenceId, sha256, sizeBytes, mediaType };
}

/** Null for a missing or blank text. */
function trimmedOrNull(text: string | null): string | null {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : trimmed;
}
