// Which acts a person may do on a reconciliation, by state, role and person. `decide.ts` decides with the same
// checks; the console shows them before anything is sent. Source: docs/spec/workflow.md#transitions.
import { exactBalance } from '../kernel/money.js';
import { WRITERS, type Role } from '../clients/roles.js';
import type { CompanyRules } from './companyRules.js';
import { EVIDENCE_FILES_MAX, type ActRefusal } from './refusals.js';
import type { Reconciliation } from './fold.js';
import type { ReconciliationStatus } from './states.js';
import {
  acts,
  namesPreparer,
  participationIn,
  transitions,
  type Act,
  type Move,
  type Note,
  type Transition,
} from './transitions.js';

/** What the checks read of a reconciliation. */
type ActedOn = Readonly<
  Pick<
    Reconciliation,
    | 'status'
    | 'ownerId'
    | 'preparerId'
    | 'files'
    | 'accountCode'
    | 'bookBalanceCents'
    | 'reconciledCents'
    | 'adjustmentsCents'
    | 'comparedCents'
    | 'explained'
  > & { prepared: readonly string[]; reviewed: readonly string[] }
>;

type WhoActs = Readonly<{ personId: string; rules: Pick<CompanyRules, 'holds'> }>;

type WhoSends = Readonly<{ personId: string; rules: Pick<CompanyRules, 'holds' | 'riskOf' | 'toleratedCents'> }>;

/** `refusal` is null when the act is possible once the text it `asks` for, or the person to assign, is given. */
export type PossibleAct = Readonly<{
  act: Act;
  refusal: ActRefusal | null;
  asks: 'comment' | 'reason' | null;
}>;

/**
 * The acts of the roles that the person holds, possible or not, in the order of `acts`. Acts of other roles are
 * omitted.
 * @param begins whether an act may begin its step first
 */
export function possibleActs(item: ActedOn, who: WhoSends, begins = false): readonly PossibleAct[] {
  return acts
    .filter((act) => holdsAny(rolesOf(act), who))
    .map((act) => {
      const acted = ((begins || alwaysBegins(act)) && begunFor(item, act, who)?.item) || item;
      if (isNote(act)) return { act, refusal: noteRefusal(acted, act, who), asks: null };
      const transition = transitionFor(acted, act, who);
      const asks = transitions.find(({ move }) => move === act)?.asks ?? null;
      return { act, refusal: 'is' in transition ? transition : sendingRefusal(acted, transition, who), asks };
    });
}

/** Moves that begin a step or continue one, and make it the person's own. */
const BEGINNINGS = ['start', 'resume', 'open'] as const satisfies readonly Move[];
export const isBeginning = (move: Move): boolean => BEGINNINGS.some((one) => one === move);
export type Begun<Item> = Readonly<{ move: (typeof BEGINNINGS)[number]; item: Item }>;

/**
 * How the person begins the step that the act belongs to, and the reconciliation as it is then; null when the step
 * is under way, or not theirs to begin. Nothing is taken over from another person.
 * Source: docs/spec/workflow.md#acts.
 */
export function begunFor<Item extends ActedOn>(item: Item, act: Act, who: WhoActs): Begun<Item> | null {
  for (const move of BEGINNINGS) {
    const transition = transitionFor(item, move, who);
    if ('is' in transition || transition.vacant || !statesOf(act).includes(transition.to)) continue;
    const { personId } = who;
    const part = participationIn(move, transition.to);
    const preparerId = namesPreparer(move) ? personId : item.preparerId;
    const tookPart = part === null ? {} : { [part]: [...item[part], personId] };
    return { move, item: { ...item, status: transition.to, ownerId: personId, preparerId, ...tookPart } };
  }
  return null;
}

/** Carrying begins the elaboration from every interface: it is how a month is taken up. */
export function alwaysBegins(act: Act): boolean {
  return act === 'carry';
}

/** The states in which the act belongs to a step; none for acts of any state. */
function statesOf(act: Act): readonly ReconciliationStatus[] {
  if (act === 'carry' || act === 'compose' || act === 'adjust' || act === 'explain') return ['IN_ELABORATION'];
  return transitions.filter(({ move, vacant }) => move === act && !vacant).flatMap(({ from }) => from);
}

/** The transition of the act from the current state, or its first refusal in the order state, role, person. */
export function transitionFor(item: ActedOn, act: Move, who: WhoActs): Transition | ActRefusal {
  const transition = transitions.find(({ move, from }) => move === act && from.includes(item.status));
  if (!transition || (transition.vacant && isTaken(item, transition, who)))
    return { is: 'NotInThisState', act, status: item.status };
  return roleRefusal(act, transition.by, who) ?? personRefusal(item, transition, who) ?? transition;
}

/** Composition, adjustments and explanation are part of the elaboration: only its preparer records them. */
export function noteRefusal({ status, ownerId, files }: ActedOn, act: Note, who: WhoActs): ActRefusal | null {
  if (act === 'comment') return roleRefusal(act, rolesOf(act), who);
  if (act === 'attach') return roleRefusal(act, rolesOf(act), who) ?? filesRefusal(files);
  if (status !== 'IN_ELABORATION') return { is: 'NotInThisState', act, status };
  return roleRefusal(act, rolesOf(act), who) ?? (ownerId === who.personId ? null : { is: 'NotTheirs', act });
}

function filesRefusal(files: number): ActRefusal | null {
  return files < EVIDENCE_FILES_MAX ? null : { is: 'EvidenceTooMany', max: EVIDENCE_FILES_MAX };
}

/**
 * Where the difference is neither zero nor tolerated, a change of the balance wants an explanation first, or an
 * account of high risk has no evidence.
 */
export function sendingRefusal(item: ActedOn, transition: Transition, who: WhoSends): ActRefusal | null {
  const refusal = balanceRefusal(item, transition, who);
  if (refusal !== null || !transition.balanced) return refusal;
  if (item.comparedCents !== null && !item.explained) return { is: 'VariationUnexplained' };
  return item.files === 0 && who.rules.riskOf(item.accountCode) === 'HIGH' ? { is: 'EvidenceMissing' } : null;
}

function balanceRefusal(item: ActedOn, { balanced }: Transition, { rules }: WhoSends): ActRefusal | null {
  if (!balanced) return null;
  const differenceCents = differenceOf(item);
  const { accountCode, bookBalanceCents } = item;
  const toleratedCents = rules.toleratedCents(accountCode, bookBalanceCents);
  if (differenceCents !== null && Math.abs(differenceCents) <= toleratedCents) return null;
  return { is: 'NotBalanced', differenceCents, ...(toleratedCents > 0 && { toleratedCents }) };
}

/** @returns null when it is no safe integer */
export function differenceOf({
  bookBalanceCents,
  reconciledCents,
  adjustmentsCents,
}: Pick<ActedOn, 'bookBalanceCents' | 'reconciledCents' | 'adjustmentsCents'>): number | null {
  return exactBalance(bookBalanceCents, -reconciledCents, adjustmentsCents);
}

/**
 * Before anything else of the act is looked at: null when the person holds a role that it is for, in any state.
 */
export function roleRefusalOf(act: Act, who: WhoActs): ActRefusal | null {
  return roleRefusal(act, rolesOf(act), who);
}

/** Every role that the act is for, in any state. */
export function rolesOf(act: Act): readonly Role[] {
  if (act === 'comment' || act === 'attach') return WRITERS;
  if (isNote(act)) return ['PREPARER'];
  return transitions.filter(({ move }) => move === act).flatMap(({ by }) => by);
}

function isNote(act: Act): act is Note {
  return !transitions.some(({ move }) => move === act);
}

/** Whether the step's owner still holds its role. */
function isTaken({ ownerId }: ActedOn, { by }: Transition, { rules }: WhoActs): boolean {
  return ownerId !== null && by.some((role) => rules.holds(ownerId, role));
}

function roleRefusal(act: Act, roles: readonly Role[], who: WhoActs): ActRefusal | null {
  return holdsAny(roles, who) ? null : { is: 'RoleMissing', act, roles };
}

function holdsAny(roles: readonly Role[], { rules, personId }: WhoActs): boolean {
  return roles.some((role) => rules.holds(personId, role));
}

function personRefusal(item: ActedOn, transition: Transition, { personId }: WhoActs): ActRefusal | null {
  const { move: act, not = [], only } = transition;
  if (not.includes('prepared') && item.prepared.includes(personId)) return { is: 'PreparedByThem', act };
  if (not.includes('reviewed') && item.reviewed.includes(personId)) return { is: 'ReviewedByThem', act };
  if (only === undefined) return null;
  return (only === 'owner' ? item.ownerId : item.preparerId) === personId ? null : { is: 'NotTheirs', act };
}
