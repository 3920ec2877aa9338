// Problems of releases, and why an act on one reconciliation is refused (sentences:
// src/messages/reconciliations.ts).
import { competenceClosed } from '../books/refusals.js';
import type { Role } from '../clients/roles.js';
import { month, type Competence } from '../kernel/competence.js';
import type { ProblemOf, Problems } from '../kernel/problems.js';
import type { ReconciliationStatus } from './states.js';
import type { Act } from './transitions.js';

type InMonth = Readonly<{ competence: Competence }>;

export const reconciliationProblems = {
  NothingToRelease: {
    code: 'NADA_A_LIBERAR',
    status: 409,
    error: (it: InMonth) => `Não há balancete de ${month(it.competence)} para liberar`,
  },
  ReleaseInClosedCompetence: {
    ...competenceClosed,
    error: (it: InMonth) => `A competência ${month(it.competence)} está fechada e não aceita novas liberações`,
  },
  OtherVersionIsNewest: {
    code: 'VERSAO_MAIS_NOVA',
    status: 409,
    error: (it: InMonth) =>
      `Uma versão mais nova de ${month(it.competence)} foi importada: confira-a antes de liberar`,
  },
  /** Not found by a query. */
  NoSuchReconciliation: {
    code: 'CONCILIACAO_NAO_ENCONTRADA',
    status: 404,
    happened: 'nenhuma conciliação do cliente com esse id',
    remedy: 'confira em `GET /api/v1/reconciliations`',
    error: 'Conciliação não encontrada',
  },
} as const satisfies Problems;
export type ReconciliationProblem = ProblemOf<typeof reconciliationProblems>;

export type ActRefusal =
  /** Also for one of another competence, company or client. */
  | Readonly<{ is: 'ReconciliationNotFound'; reconciliationId: number }>
  | Readonly<{ is: 'NotInThisState'; act: Act; status: ReconciliationStatus }>
  /** It is closed, and the company's closed competences refuse work. */
  | Readonly<{ is: 'CompetenceFrozen'; competence: Competence }>
  | Readonly<{ is: 'RoleMissing'; act: Act; roles: readonly Role[] }>
  | Readonly<{ is: 'PreparedByThem' | 'ReviewedByThem'; act: Act }>
  /** An event about it came after the one that the person saw. */
  | Readonly<{ is: 'ChangedMeanwhile'; seenRevision: number }>
  | Readonly<{ is: 'NotTheirs'; act: Act }>
  | Readonly<{ is: 'CommentMissing' | 'JustificationMissing' }>
  | Readonly<{ is: 'TextTooLong'; max: number }>
  /** `toleratedCents`: what it may be, where that is more than zero. */
  | Readonly<{ is: 'NotBalanced'; differenceCents: number | null; toleratedCents?: number }>
  /** No earlier reconciliation of the account has open items that this one lacks. */
  | Readonly<{ is: 'NothingToCarry' }>
  /** With the items of the earlier competence there would be too many, or their sum would be too large. */
  | Readonly<{ is: 'CarriedTooMany'; max: number }>
  /** The balance changed by more than the company's rule allows without a word. */
  | Readonly<{ is: 'VariationUnexplained' | 'ExplanationMissing' }>
  | Readonly<{ is: 'EvidenceMissing' }>
  | Readonly<{ is: 'EvidenceEmpty' }>
  | Readonly<{ is: 'EvidenceTooLarge'; bytesMax: number }>
  | Readonly<{ is: 'EvidenceTooMany'; max: number }>
  | Readonly<{ is: 'EvidenceFull'; bytesMax: number }>
  | Readonly<{ is: 'AssigneeNotPreparer' }>;

// Evidence: files attached to reconciliations. The log stores only their SHA-256. Source:
// docs/spec/workflow.md#evidence.

export const EVIDENCE_BYTES_MAX = 10 * 1024 * 1024;

export const EVIDENCE_FILES_MAX = 100;

/** What the files of a client take, and may take. */
export type ClientRoom = Readonly<{ usedBytes: number; bytesMax: number }>;

/** `evidenceId`: random UUID; `sha256` in hexadecimal; `mediaType` by the file's extension. */
export type Evidence = Readonly<{ evidenceId: string; sha256: string; sizeBytes: number; mediaType: string }>;

export function evidenceRefusal({ sizeBytes }: Pick<Evidence, 'sizeBytes'>): ActRefusal | null {
  if (sizeBytes === 0) return { is: 'EvidenceEmpty' };
  return sizeBytes > EVIDENCE_BYTES_MAX ? { is: 'EvidenceTooLarge', bytesMax: EVIDENCE_BYTES_MAX } : null;
}

export function roomRefusal(
  { sizeBytes }: Pick<Evidence, 'sizeBytes'>,
  { usedBytes, bytesMax }: ClientRoom,
): ActRefusal | null {
  return usedBytes + sizeBytes > bytesMax ? { is: 'EvidenceFull', bytesMax } : null;
}
