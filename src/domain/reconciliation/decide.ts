// Decision of people's acts on the reconciliations of one competence: each reconciliation is accepted or refused
// on its own; the accepted ones are one event, after one for those whose step the act begins. Releases:
// release.ts. Transitions: transitions.ts.
// Source: docs/spec/workflow.md#roles, docs/spec/workflow.md#transitions.
import type { Competence } from '../kernel/competence.js';
import type { Decision } from '../kernel/event.js';
import { actedColumns, composedColumns } from './parts.js';
import type { CompanyRules } from './companyRules.js';
import { evidenceRefusal, roomRefusal, type ActRefusal, type ClientRoom, type Evidence } from './refusals.js';
import { carriedInto, identified, type Composed, type KnownItems, type TypedItem } from './carry.js';
import { COMMENT_CHARACTERS_MAX, type ActedEvent, type Adjustment, type ActedItem } from './events.js';
import { reconciliationOf, type Reconciliation, type Reconciliations } from './fold.js';
import {
  alwaysBegins,
  begunFor,
  differenceOf,
  noteRefusal,
  sendingRefusal,
  transitionFor,
  type Begun,
} from './possibleActs.js';
import type { Move, Transition } from './transitions.js';
import type { Deadlines, ReconciliationStatus } from './states.js';

/**
 * `comment`: the comment or the justification of a move, null without one; `to`: the person to `assign`.
 * Composition and adjustments are checked and summed by items.ts.
 */
export type ActRequest =
  | Readonly<{ act: Move; comment: string | null; to: string | null }>
  | Readonly<{ act: 'carry' }>
  | Readonly<{ act: 'compose'; composition: readonly TypedItem[]; reconciledCents: number }>
  | Readonly<{ act: 'adjust'; adjustments: readonly Adjustment[]; adjustmentsCents: number }>
  | Readonly<{ act: 'explain'; text: string | null }>
  | Readonly<{ act: 'comment'; comment: string | null }>
  | Readonly<{ act: 'attach'; evidence: Evidence; room: ClientRoom }>;

/**
 * `ids` without repeats; `personId`: who acts; `seenRevision`: of the last event about the reconciliation that the
 * person saw, null or absent when unknown. Acts that only add (comments, evidence) ignore it. `closed`: whether
 * the competence is.
 */
export type ActCommand = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  ids: readonly number[];
  request: ActRequest;
  personId: string;
  rules: CompanyRules;
  closed: boolean;
  seenRevision?: number | null;
  /** Whether the act may begin its step first. */
  begins?: boolean | undefined;
  /**
   * What `carry` and `compose` read of each reconciliation; one that is missing has no items, nor anything to
   * carry.
   */
  items?: ReadonlyMap<number, KnownItems>;
  /** Ids for items that `compose` gets without one: a UUID for each of its items. */
  freshIds?: readonly string[];
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
  const beginnersByAct = new Map<Begun<unknown>['move'], ActedItem[]>();
  const outcome = command.ids.map((reconciliationId): ActResult => {
    const item = reconciliationOf(state, reconciliationId);
    if (!item) return refusedResult(reconciliationId, null, { is: 'ReconciliationNotFound', reconciliationId });
    const isBeginning = command.begins === true || alwaysBegins(command.request.act);
    const first = isBeginning ? begunFor(item, command.request.act, command) : null;
    const newState = decideOne(first?.item ?? item, command);
    if ('is' in newState) return refusedResult(reconciliationId, item.status, newState);
    if (first !== null)
      beginnersByAct.set(first.move, [
        ...(beginnersByAct.get(first.move) ?? []),
        actedItem(item.status, first.item),
      ]);
    accepted.push(actedItem(first?.item.status ?? item.status, { ...item, ...newState }));
    return { reconciliationId, ok: true, status: newState.status };
  });
  const { deadlines } = state;
  if (accepted.length === 0 || deadlines === null) return { events: [], outcome };
  const beginnings = [...beginnersByAct].map(([act, items]) =>
    eventOf({ ...command, request: { act, comment: null, to: null } }, items, deadlines),
  );
  return { events: [...beginnings, eventOf(command, accepted, deadlines)], outcome };
}

type ActedState = Omit<ActedItem, 'from'>;

function actedItem(from: ReconciliationStatus, item: ActedState): ActedItem {
  const { reconciliationId, accountCode, accountName, status, ownerId, acceptedDifferenceCents } = item;
  const acceptedDifference = acceptedDifferenceCents === undefined ? {} : { acceptedDifferenceCents };
  return { reconciliationId, accountCode, accountName, from, status, ownerId, ...acceptedDifference };
}

/** `acceptedDifferenceCents`: what it is sent with, within the tolerance. */
type NewState = Pick<ActedItem, 'status' | 'ownerId' | 'acceptedDifferenceCents'>;

function refusedResult(
  reconciliationId: number,
  status: ReconciliationStatus | null,
  refusal: ActRefusal,
): ActResult {
  return { reconciliationId, ok: false, status, refusal };
}

/**
 * The new state of one reconciliation, or the first refusal in the order state, role, person, text, balance.
 * Before them: that its month is frozen, and that it changed since the person saw it, as the other refusals would
 * not say why.
 */
function decideOne(item: Reconciliation, command: ActCommand): NewState | ActRefusal {
  const { request, competence } = command;
  if (command.closed && command.rules.freezesClosed) return { is: 'CompetenceFrozen', competence };
  const sameState = { status: item.status, ownerId: item.ownerId };
  switch (request.act) {
    case 'carry':
      return (
        changeRefusal(item, command) ??
        noteRefusal(item, 'carry', command) ??
        carryRefusal(item, command) ??
        sameState
      );
    case 'compose':
    case 'adjust':
      return changeRefusal(item, command) ?? noteRefusal(item, request.act, command) ?? sameState;
    case 'explain':
      return (
        changeRefusal(item, command) ??
        noteRefusal(item, 'explain', command) ??
        textRefusal(request.text, 'explanation') ??
        sameState
      );
    case 'comment':
      return noteRefusal(item, 'comment', command) ?? textRefusal(request.comment, 'comment') ?? sameState;
    case 'attach':
      return (
        noteRefusal(item, 'attach', command) ??
        evidenceRefusal(request.evidence) ??
        roomRefusal(request.evidence, request.room) ??
        sameState
      );
    default:
      return changeRefusal(item, command) ?? decideMove(item, request, command);
  }
}

const NO_ITEMS: KnownItems = { current: [], earlier: null };

function itemsOf({ items }: ActCommand, reconciliationId: number): KnownItems {
  return items?.get(reconciliationId) ?? NO_ITEMS;
}

function carryRefusal({ reconciliationId }: Reconciliation, command: ActCommand): ActRefusal | null {
  const carried = carriedInto(itemsOf(command, reconciliationId));
  return 'is' in carried ? carried : null;
}

/** One's own comments and evidence, as of another window, are no change. */
function changeRefusal(item: Reconciliation, { personId, seenRevision = null }: ActCommand): ActRefusal | null {
  const revision = item.noted?.by === personId ? item.noted.since : item.revision;
  return seenRevision === null || revision <= seenRevision ? null : { is: 'ChangedMeanwhile', seenRevision };
}

function decideMove(
  item: Reconciliation,
  request: Extract<ActRequest, { to: string | null }>,
  command: ActCommand,
): NewState | ActRefusal {
  const { act, comment, to } = request;
  const transition = transitionFor(item, act, command);
  if ('is' in transition) return transition;
  const refusal = transition.asks ? textRefusal(comment, transition.asks) : textLengthRefusal(comment);
  if (refusal) return refusal;
  if (transition.becomes === 'named' && (to === null || !command.rules.holds(to, 'PREPARER')))
    return { is: 'AssigneeNotPreparer' };
  return (
    sendingRefusal(item, transition, command) ?? {
      ...newState(item, transition, { ...command, to }),
      // Not null: that is refused.
      ...(transition.balanced && { acceptedDifferenceCents: differenceOf(item) as number }),
    }
  );
}

const missing = {
  comment: { is: 'CommentMissing' },
  reason: { is: 'JustificationMissing' },
  explanation: { is: 'ExplanationMissing' },
} as const;

function textRefusal(text: string | null, field: keyof typeof missing): ActRefusal | null {
  if (trimmed(text) === '') return missing[field];
  return textLengthRefusal(text);
}

function textLengthRefusal(text: string | null): ActRefusal | null {
  return text !== null && text.length > COMMENT_CHARACTERS_MAX
    ? { is: 'TextTooLong', max: COMMENT_CHARACTERS_MAX }
    : null;
}

/**
 * A default owner who took part in an earlier step is skipped: the step then has no owner until a person opens it.
 */
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

function eventOf(command: ActCommand, accepted: readonly ActedItem[], deadlines: Deadlines): ActedEvent {
  const { companyId, clientId, competence, request, freshIds = [] } = command;
  const inOrder = accepted.toSorted((a, b) => a.reconciliationId - b.reconciliationId);
  const acted = { companyId, clientId, competence, items: actedColumns(inOrder), parts: null };
  switch (request.act) {
    case 'carry': {
      const items = inOrder.map((item) => {
        return { ...item, ...(carriedInto(itemsOf(command, item.reconciliationId)) as Composed) };
      });
      const carried = { composition: null, reconciledCents: null, items: composedColumns(items) };
      return { type: 'CompositionRecorded', data: { ...acted, ...carried } };
    }
    case 'compose': {
      const { reconciledCents } = request;
      const [only, ...otherItems] = accepted;
      const currentItems = only && otherItems.length === 0 ? itemsOf(command, only.reconciliationId) : NO_ITEMS;
      const composition = identified(request.composition, currentItems, competence, freshIds);
      return { type: 'CompositionRecorded', data: { ...acted, composition, reconciledCents } };
    }
    case 'adjust': {
      const { adjustments, adjustmentsCents } = request;
      return { type: 'AdjustmentsRecorded', data: { ...acted, adjustments, adjustmentsCents } };
    }
    case 'explain':
      return { type: 'VariationExplained', data: { ...acted, text: trimmed(request.text) } };
    case 'comment':
      return { type: 'ReconciliationsCommented', data: { ...acted, comment: trimmed(request.comment) } };
    case 'attach':
      return { type: 'EvidenceAttached', data: { ...acted, ...request.evidence } };
    default: {
      const { act: move, comment } = request;
      return {
        type: 'ReconciliationsMoved',
        data: { ...acted, move, comment: trimmed(comment) || null, deadlines },
      };
    }
  }
}

/** "" for a missing or blank text. */
function trimmed(text: string | null): string {
  return (text ?? '').trim();
}
