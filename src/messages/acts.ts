// What was done with acts, in Portuguese: the history and what the console tells. The acts' words:
// domain/reconciliation/transitions.ts.
import { ownerRoleOf, type OwnerRole, type ReconciliationStatus } from '../domain/reconciliation/states.js';
import {
  actLabels,
  moves,
  transitions,
  type Act,
  type Mention,
  type Move,
} from '../domain/reconciliation/transitions.js';
import { counted } from './formats.js';

/**
 * `from` and `status` are null when the reconciliations of the act differ; `ownerName`: who acts next, null for
 * nobody.
 */
type MoveFacts = Readonly<{
  move: Move;
  from: ReconciliationStatus | null;
  status: ReconciliationStatus | null;
  ownerName: string | null;
}>;

/** Phrase in the past tense, without who did it: `devolveu a conciliação na revisão`. */
export const movePhrase = ({ move, from, status, ownerName }: MoveFacts, it: Mention): string =>
  moves[move].past(it, {
    to: ownerName === null ? '' : ` a ${ownerName}`,
    status: status === null ? '' : (forWhom[ownerRoleOf(status)] ?? ''),
    takenOver: from !== null && stepsUnderWay.has(from),
  });

const forWhom: Readonly<Partial<Record<OwnerRole, string>>> = {
  REVIEWER: ' para revisão',
  APPROVER: ' para aprovação',
};

/** A `start` or `open` from these states takes over another person's step. */
const stepsUnderWay = new Set(transitions.flatMap(({ vacant, from }) => (vacant ? from : [])));

/** The keys that press their buttons. */
export const actKeys: Readonly<Partial<Record<Act, string>>> = { submit: 'e', pass: 'p', approve: 'a' };

/** What an act on several did. */
export function actDoneOn(act: Act, doneCount: number, refused: number): string {
  const doneText = `${actLabels[act]}: ${counted(doneCount, 'feita')}`;
  return refused === 0 ? `${doneText}.` : `${doneText}, ${bulkRefused(refused)}.`;
}

export const bulkRefused = (count: number): string => counted(count, 'recusada');

/** The justification of what takes an act back. */
export const undoReason = 'Desfeito logo depois';
