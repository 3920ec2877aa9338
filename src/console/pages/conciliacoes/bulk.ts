// An act on many reconciliations: each is done or refused by itself, as by the operator's command line.
import { actOnMonths, actOnReconciliations } from '../../../commands/reconciliations/actOnReconciliations.js';
import { acts, transitions, type Act, type Move } from '../../../domain/reconciliation/transitions.js';
import { rolesOf } from '../../../domain/reconciliation/possibleActs.js';
import { actRefusalSentence } from '../../../messages/reconciliations.js';
import { namedReconciliations, type NamedReconciliation } from '../../../projections/views/worklist/worklist.js';
import { noteWritten, personContext, type ConsoleCall } from '../../route.js';
import type { Access } from '../../session/access.js';
import type { Undo } from '../../session/answers.js';
import type { ReconciliationStatus } from '../../../domain/reconciliation/states.js';
import { undoReason } from '../../../messages/acts.js';
import { paths } from '../../paths.js';

export const BULK_MAX = 1_000;

export type BulkAct = Move | 'carry';
export type BulkRequest = Readonly<{
  ids: readonly number[];
  act: BulkAct;
  comment: string | null;
  to: string | null;
}>;

/** States before and after an act; `before` is null for what the person does not see. */
type Done = Readonly<{ id: number; before: ReconciliationStatus | null; after: ReconciliationStatus }>;

/** `account`: null for what the person does not see. `sentence`: why it was refused; null when it was done. */
export type BulkLine = Readonly<{
  id: number;
  account: string | null;
  sentence: string | null;
  done: Done | null;
}>;

const UNDONE_BY: Readonly<Partial<Record<Act, Move>>> = { submit: 'recall', waive: 'restore', restore: 'waive' };
/** A notice holds no more. */
const UNDONE_MAX = 100;

/** Recalling is for what waits for its review; restoring makes what was waived not started. */
function isUndone(move: Act, { before, after }: Done): boolean {
  if (move === 'submit') return after === 'SUBMITTED_FOR_REVIEW';
  return move !== 'waive' || before === 'NOT_STARTED';
}

/** The form that takes an act back; undefined where the workflow has no way back. */
export function undoOf(move: Act, done: readonly Done[]): Undo | undefined {
  const back = UNDONE_BY[move];
  if (back === undefined || done.length === 0 || done.length > UNDONE_MAX) return undefined;
  if (!done.every((one) => isUndone(move, one))) return undefined;
  const fields = [
    ['ato', back],
    ['texto', undoReason],
    ['confirmado', 'sim'],
  ] as const;
  return {
    action: paths.reconciliations,
    fields: [...fields, ...done.map(({ id }) => ['id', String(id)] as const)],
  };
}

export const bulkActs: readonly BulkAct[] = acts.filter(isBulkAct);

function isBulkAct(act: Act): act is BulkAct {
  return act === 'carry' || transitions.some(({ move }) => move === act);
}

/** Those that a person's roles ever have, in the order of the workflow. */
export function bulkActsOf(access: Access): readonly BulkAct[] {
  return bulkActs.filter((act) => access.hasAny(rolesOf(act)));
}

/** Those of the ids that the person sees, in any order. */
export async function selectedAmong(
  { deps: { pages }, session }: ConsoleCall,
  ids: readonly number[],
): Promise<readonly NamedReconciliation[]> {
  const selected = await namedReconciliations(pages, session, ids);
  return selected.filter(({ companyId }) => session.access.sees(companyId));
}

/** Results in the order of the ids. What the person does not see is refused like what does not exist. */
export async function actOnMany(
  call: ConsoleCall,
  { ids, act, comment, to }: BulkRequest,
): Promise<readonly BulkLine[]> {
  const { clientId, personId } = call.session;
  const selected = await selectedAmong(call, ids);
  const request = act === 'carry' ? { act } : { act, comment, to };
  const { results, position } = await actOnMonths({ clientId, ids }, selected, (month) =>
    actOnReconciliations(call.deps, { ...month, request, personId, begins: true }, personContext(call)),
  );
  await noteWritten(call, position);
  const byId = new Map(selected.map((one) => [one.id, one]));
  return results.map((result): BulkLine => {
    const { reconciliationId: id } = result;
    const { account = null, status: before = null } = byId.get(id) ?? {};
    return result.ok
      ? { id, account, sentence: null, done: { id, before, after: result.status } }
      : { id, account, sentence: actRefusalSentence(result.refusal), done: null };
  });
}
