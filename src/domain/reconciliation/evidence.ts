// Files that support a reconciliation, as the log knows them: at most 10 MB each, kept out of the log and named in it
// by SHA-256. Source: docs/spec/workflow.md#evidence.
import type { ActRefusal } from './refusals.js';

export const EVIDENCE_BYTES_MAX = 10 * 1024 * 1024;

/** `evidenceId` a random UUID, `sha256` of the bytes in hexadecimal, `mediaType` as the file's ending tells it. */
export type Evidence = Readonly<{ evidenceId: string; sha256: string; sizeBytes: number; mediaType: string }>;

export function evidenceRefusal({ sizeBytes }: Pick<Evidence, 'sizeBytes'>): ActRefusal | null {
  if (sizeBytes === 0) return { is: 'EvidenceEmpty' };
  return sizeBytes > EVIDENCE_BYTES_MAX ? { is: 'EvidenceTooLarge', bytesMax: EVIDENCE_BYTES_MAX } : null;
}
