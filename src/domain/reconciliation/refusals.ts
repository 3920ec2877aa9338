// Why an act on a reconciliation is refused, as data. Sentences: src/messages/reconciliations.ts.
import type { Role } from '../clients/roles.js';
import type { Act } from './transitions.js';
import type { ReconciliationStatus } from './states.js';

export type ActRefusal =
  /** Also one of another competence, company or client. */
  | Readonly<{ is: 'ReconciliationNotFound'; reconciliationId: number }>
  /** The table knows no such transition from this state. */
  | Readonly<{ is: 'NotInThisState'; act: Act; status: ReconciliationStatus }>
  /** Holders of one of `roles` may, and the person holds none for the company. */
  | Readonly<{ is: 'RoleMissing'; act: Act; roles: readonly Role[] }>
  | Readonly<{ is: 'PreparedByThem' | 'ReviewedByThem'; act: Act }>
  /** Somebody else is the person of this step. */
  | Readonly<{ is: 'NotTheirs'; act: Act }>
  | Readonly<{ is: 'CommentMissing' | 'JustificationMissing' }>
  | Readonly<{ is: 'TextTooLong'; max: number }>
  | Readonly<{ is: 'NotBalanced'; differenceCents: number | null }>
  | Readonly<{ is: 'EvidenceEmpty' }>
  | Readonly<{ is: 'EvidenceTooLarge'; bytesMax: number }>
  /** The one named is no Elaborador of the company. */
  | Readonly<{ is: 'AssigneeNotPreparer' }>;
