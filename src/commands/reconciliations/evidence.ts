// Attaches files to reconciliations as evidence, and reads them back. The bytes are stored before the event that
// names them; an interrupted run leaves unused bytes.
import { hash, randomUUID } from 'node:crypto';
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { Evidence } from '../../domain/reconciliation/refusals.js';
import type { EvidenceAttached } from '../../domain/reconciliation/events.js';
import { eventsAfter } from '../log/copyLog.js';
import type { CommandContext } from '../kernel/context.js';
import type { EvidenceStore } from './evidenceStore.js';
import { history, type HistoryEntry, type HistoryQuery } from '../log/history.js';
import {
  actOnReconciliations,
  type ActDeps,
  type ActOnReconciliations,
  type ActResults,
} from './actOnReconciliations.js';
import type { FoldedLog } from '../kernel/folds.js';

export type EvidenceFile = Readonly<{ name: string; mediaType: string; bytes: Uint8Array }>;
export type AttachDeps = ActDeps & Readonly<{ evidence: EvidenceStore; evidenceBytesMax: number }>;
type AttachEvidence = Omit<ActOnReconciliations, 'request'> & Readonly<{ file: EvidenceFile }>;

/**
 * Accepted or refused for each reconciliation on its own, as any act. Stores nothing when all are refused.
 * @param deps `evidenceBytesMax`: of all files of a client
 * @throws DomainError `Unavailable`
 */
export async function attachEvidence(
  deps: AttachDeps,
  { file, ...place }: AttachEvidence,
  context: CommandContext,
): Promise<ActResults> {
  const { name, mediaType, bytes } = file;
  const evidence: Evidence = {
    evidenceId: randomUUID(),
    sha256: hash('sha256', bytes),
    sizeBytes: bytes.byteLength,
    mediaType,
  };
  const { evidenceId, sha256 } = evidence;
  const { clientId } = place.company;
  const room = { usedBytes: await deps.evidence.usedBytes(clientId), bytesMax: deps.evidenceBytesMax };
  return actOnReconciliations(
    deps,
    { ...place, request: { act: 'attach', evidence, room } },
    context,
    async () => {
      await deps.evidence.put(clientId, { evidenceId, sha256, name, bytes });
      await deps.failPoints('reconciliations.evidenceStored');
    },
  );
}

export type AttachedEvidence = Evidence & Readonly<{ at: string; actor: HistoryEntry['actor'] }>;

/** The evidence of one reconciliation, oldest first. */
export async function evidenceOf(
  deps: FoldedLog,
  of: Pick<HistoryQuery, 'company' | 'competence'> & Readonly<{ reconciliationId: number }>,
): Promise<readonly AttachedEvidence[]> {
  const entries = await history(deps, { ...of, from: null, to: null });
  return entries
    .filter(({ type }) => type === 'EvidenceAttached')
    .map(({ at, actor, data }) => {
      const { evidenceId, sha256, sizeBytes, mediaType } = data as Evidence;
      return { evidenceId, sha256, sizeBytes, mediaType, at, actor };
    });
}

/** The file's bytes; `damaged` when their SHA-256 differs from the attached file's. */
export async function evidenceBytes(
  store: EvidenceStore,
  clientId: number,
  { sha256 }: Pick<Evidence, 'sha256'>,
): Promise<Uint8Array | 'missing' | 'damaged'> {
  const bytes = await store.bytes(clientId, sha256);
  if (bytes === null) return 'missing';
  return hash('sha256', bytes) === sha256 ? bytes : 'damaged';
}

export type NamedEvidence = Pick<EvidenceAttached['data'], 'clientId' | 'evidenceId' | 'sha256'>;

export async function* namedEvidence(log: EventLog): AsyncGenerator<NamedEvidence, void> {
  for await (const event of eventsAfter(log, 0, ['reconciliations-'])) {
    if (event.type !== 'EvidenceAttached') continue;
    const { clientId, evidenceId, sha256 } = (event as Recorded<EvidenceAttached>).data;
    yield { clientId, evidenceId, sha256 };
  }
}

/** Copies the evidence that the log names to another store. Missing or damaged files are left out. */
export async function copyEvidence(
  log: EventLog,
  from: EvidenceStore,
  to: EvidenceStore,
): Promise<Readonly<{ copied: number; leftOut: number }>> {
  let copied = 0;
  let leftOut = 0;
  for await (const { clientId, evidenceId, sha256 } of namedEvidence(log)) {
    if ((await to.names(clientId, [evidenceId])).has(evidenceId)) {
      copied++;
      continue;
    }
    const bytes = await evidenceBytes(from, clientId, { sha256 });
    if (typeof bytes === 'string') {
      leftOut++;
      continue;
    }
    const name = (await from.names(clientId, [evidenceId])).get(evidenceId) ?? '';
    await to.put(clientId, { evidenceId, sha256, name, bytes });
    copied++;
  }
  return { copied, leftOut };
}
