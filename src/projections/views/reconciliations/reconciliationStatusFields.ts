// What a reconciliation's status determines in its row: owner, deadline, completion.
import {
  dueAtOf,
  isFinished,
  ownerRoleOf,
  type Deadlines,
  type OwnerRole,
  type ReconciliationStatus,
} from '../../../domain/reconciliation/states.js';
import { namesOf } from '../../../domain/kernel/vocabulary.js';
import { roleWords } from '../../../domain/clients/roles.js';

/**
 * `responsavelId` is the person's opaque id, null without an owner; `prazo` the current owner's deadline. `completedAt`: since when
 * it is approved, approved automatically or waived; `completedLate`: whether that was after the Aprovador's deadline, which is
 * then its `prazo`; both null until then.
 */
export type StatusFields = Readonly<{
  status: ReconciliationStatus;
  responsavelId: string | null;
  responsavelPapel: string;
  prazo: string;
  completedAt: string | null;
  completedLate: boolean | null;
}>;
type StatusChange = Readonly<{
  status: ReconciliationStatus;
  ownerId: string | null;
  deadlines: Deadlines;
  at: string;
}>;

export function statusFields({ status, ownerId, deadlines, at }: StatusChange): StatusFields {
  const prazo = dueAtOf(status, deadlines);
  const finished = isFinished(status);
  return {
    status,
    responsavelPapel: ownerRoleNames[ownerRoleOf(status)],
    prazo,
    responsavelId: ownerId,
    completedAt: finished ? at : null,
    // An automatic approval is on time by definition (docs/spec/workflow.md#slastatus).
    completedLate: finished ? status !== 'AUTO_APPROVED' && at > prazo : null,
  };
}

/** The values of `responsavelPapel` (docs/spec/workflow.md#roles). */
export const ownerRoleNames: Readonly<Record<OwnerRole, string>> = { ...namesOf(roleWords), SYSTEM: 'Sistema' };
