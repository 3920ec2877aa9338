// Evidence: files attached to reconciliations. The log stores only their SHA-256. Source: docs/spec/workflow.md#evidence.
import type { ActRefusal } from './refusals.js';

export const EVIDENCE_BYTES_MAX = 10 * 1024 * 1024;

/** Of one reconciliation. */
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
