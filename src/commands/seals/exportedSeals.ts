// The seals that an auditor keeps.
import { readDeploymentState } from '../log/deployment.js';
import { sealOf, SEALS } from '../../domain/seal/fold.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { Clock } from '../kernel/context.js';
import type { Signer } from './checkpoint.js';
import { sealNow } from './seals.js';

/** `at`: when the seal was appended. */
export type ExportedSeal = Readonly<{ count: number; hash: string; at: string }>;

/**
 * The file of `operator seals export`. Kept out of reach of the log's operators, it proves that the log up to `count` was
 * not rewritten, even with new seals. The newest seal is the proof; the last one of each earlier day dates a violation.
 */
export type ExportedSeals = Readonly<{
  format: 'seals-1';
  logId: string | null;
  exportedAt: string;
  seals: readonly ExportedSeal[];
  /** Verifies the checkpoint: 32 bytes of Ed25519 in base64; null for a log without a key. */
  publicKey?: string | null;
  /** The newest checkpoint, a signed note; null when no seal has one. */
  checkpoint?: string | null;
}>;

/** Seals all current events, then exports. */
export async function exportSeals(
  rawLog: EventLog,
  clock: Clock,
  signer: Signer | null = null,
): Promise<ExportedSeals> {
  await sealNow(rawLog, clock, signer);
  return exportedSeals(rawLog, clock);
}

/** Exports the existing seals. */
export async function exportedSeals(rawLog: EventLog, clock: Clock): Promise<ExportedSeals> {
  const seals: ExportedSeal[] = [];
  let checkpoint: string | null = null;
  for await (const event of rawLog.read(SEALS, 0)) {
    const seal = sealOf(event);
    if (seal === null) continue;
    checkpoint = seal.checkpoint ?? checkpoint;
    const { at } = event.metadata;
    if (seals.at(-1)?.at.slice(0, 10) === at.slice(0, 10)) seals.pop();
    seals.push({ count: seal.count, hash: seal.hash, at });
  }
  const { deployed, sealKey } = (await readDeploymentState(rawLog)).state;
  return {
    format: 'seals-1',
    logId: deployed?.logId ?? null,
    exportedAt: clock.now().toISOString(),
    seals,
    publicKey: sealKey,
    checkpoint,
  };
}

/** @returns null when the text is not a file of `seals export` */
export function parseExportedSeals(text: string): ExportedSeals | null {
  let file: Partial<ExportedSeals> | null;
  try {
    file = JSON.parse(text) as Partial<ExportedSeals> | null;
  } catch {
    return null;
  }
  if (file?.format !== 'seals-1' || !Array.isArray(file.seals)) return null;
  const wellFormed = (seal: Partial<ExportedSeal> | null) =>
    Number.isSafeInteger(seal?.count) && /^[0-9a-f]{64}$/.test(String(seal?.hash)) && typeof seal?.at === 'string';
  return file.seals.every(wellFormed) ? (file as ExportedSeals) : null;
}
