// Makes the dossier of a month: finds the first checkpoint that covers its closing, then writes. Source:
// docs/dossie.md.
import type { Clock } from '../commands/kernel/context.js';
import { eventAt, lastEvent } from '../commands/kernel/events.js';
import { isCheckpointOf, parseCheckpoint, type Signer } from '../commands/seals/checkpoint.js';
import { sealNow } from '../commands/seals/seals.js';
import { LRUCache } from 'lru-cache';
import { booksStream } from '../domain/books/fold.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { EventLog } from '../domain/kernel/log.js';
import { reconciliationsStream } from '../domain/reconciliation/fold.js';
import { SEALS, sealOf, type Seal } from '../domain/seal.js';
import { upcast } from '../domain/upcasters.js';
import { NotOfThisLog, writeDossier, type DossierRequest, type SealedCheckpoint } from './writeDossier.js';

export type Making = Omit<DossierRequest, 'key' | 'logId' | 'checkpoint' | 'newest'> &
  Readonly<{
    clock: Clock;
    signer: Signer;
    /** Also of a month that is not closed, at the newest checkpoint. */
    evenIfOpen: boolean;
    /** Whether a closed month is proven at the newest checkpoint, with the acts after its closing. */
    untilNow: boolean;
  }>;

export class NotClosed extends Error {
  override readonly name = 'NotClosed';
}

/**
 * `ofClosing`: null for a month that is not closed. `later`: acts on the month's reconciliations that the dossier
 * does not have, up to the newest; null for none.
 */
export type Made = Readonly<Awaited<ReturnType<typeof makeDossier>>>;

/** @throws NotClosed, NotOfThisLog; TreeDiffers; errors of the file system */
export async function makeDossier(path: string, making: Making) {
  const { rawLog, clock, signer, scope, evenIfOpen, untilNow, kept: keptCheckpoints } = making;
  const wrong = keptCheckpoints.findIndex(({ checkpoint: { logId } }) => logId !== signer.logId);
  if (wrong >= 0) throw new NotOfThisLog(wrong + 1);
  const closing = (await closingsIn(rawLog, scope.companyId)).get(scope.competence) ?? null;
  if (closing === null && !evenIfOpen) throw new NotClosed('The month is not closed');
  await sealNow(rawLog, clock, signer);
  const sealEvent = (await lastEvent(rawLog, SEALS)) as Recorded;
  const { count, root } = sealOf(sealEvent) as Seal;
  const newest = { size: count, root: Buffer.from(root, 'hex') };
  const covering = closing === null || untilNow ? null : await firstSealOf(rawLog, closing, signer);
  const checkpoint = covering?.checkpoint ?? sealedIn(sealEvent, signer);
  if (checkpoint === null) throw new Error('The newest seal is not signed with the key in force');
  const { logId, key } = signer;
  const { events, acts, manifestHash } = await writeDossier(path, { ...making, key, logId, checkpoint, newest });
  const act = await lastEvent(rawLog, reconciliationsStream(scope.companyId, scope.competence));
  const later = act === null ? 0 : act.revision + 1 - acts;
  const ofClosing = closing && { closing: closing.revision, sealedEvents: checkpoint.size, manifestHash };
  const laterActs = act && later > 0 ? { count: later, at: act.metadata.at } : null;
  return { ofClosing, events, checkpoint, later: laterActs };
}

/** The events that closed the company's months, as stored, by month; none of a month that is open. */
async function closingsIn(rawLog: EventLog, companyId: number): Promise<ReadonlyMap<Competence, Recorded>> {
  const closings = new Map<Competence, Recorded>();
  for await (const event of rawLog.read(booksStream(companyId), 0)) {
    const { type, data } = upcast(event);
    const { competence } = data as { competence: Competence };
    if (type === 'CompetenceClosed') closings.set(competence, event);
    if (type === 'CompetenceReopened') closings.delete(competence);
  }
  return closings;
}

/** Null for a seal without a checkpoint of this log's id and key. */
function sealedIn(event: Recorded, { logId, key }: Signer): SealedCheckpoint | null {
  const note = sealOf(event)?.checkpoint;
  const signedNote = note === undefined ? null : parseCheckpoint(note);
  if (note === undefined || signedNote?.logId !== logId || !isCheckpointOf(signedNote, key.publicKey)) return null;
  return { note, size: signedNote.size, root: signedNote.root, at: event.metadata.at };
}

/** `end`: the position up to which it covers the log. */
type Covering = Readonly<{ checkpoint: SealedCheckpoint; end: number }>;

/**
 * The first checkpoint with the event under it, by binary search: seals cover the log in its order, and those of
 * an earlier id or key, which count for nothing, come first. Null until there is one.
 */
async function firstSealOf(rawLog: EventLog, event: Recorded, signer: Signer): Promise<Covering | null> {
  const coveringIn = async (seal: Recorded | null): Promise<Covering | null> => {
    const lastCovered = seal && sealOf(seal)?.last;
    const end = lastCovered ? await eventAt(rawLog, lastCovered.stream, lastCovered.revision) : null;
    const checkpoint = seal && end && end.position >= event.position ? sealedIn(seal, signer) : null;
    return end && checkpoint && { checkpoint, end: end.position };
  };
  const newest = await lastEvent(rawLog, SEALS);
  let first = await coveringIn(newest);
  for (let [low, high] = [0, first === null ? 0 : (newest?.revision ?? 0)]; low < high;) {
    const middle = Math.floor((low + high) / 2);
    const covering = await coveringIn(await eventAt(rawLog, SEALS, middle));
    if (covering !== null) [first, high] = [covering, middle];
    else low = middle + 1;
  }
  return first;
}

/**
 * `checkpoint`: null until a seal covers the closing. `laterActAt`: of the newest act on its reconciliations after
 * that.
 */
type ClosedMonth = Readonly<{
  competence: Competence;
  closedAt: string;
  checkpoint: SealedCheckpoint | null;
  laterActAt: string | null;
}>;

/** The closed months of a company, descending. @param select which of the closed competences, descending too */
type ClosedMonths = (
  companyId: number,
  select: (closed: readonly Competence[]) => readonly Competence[],
) => Promise<readonly ClosedMonth[]>;

/** Closings whose seals are not searched for again. */
const CLOSINGS_KEPT = 5_000;

/** @param signer null: no closing has a checkpoint */
export function createClosedMonths(rawLog: EventLog, signer: () => Signer | null): ClosedMonths {
  const seals = new LRUCache<string, Covering>({ max: CLOSINGS_KEPT });
  return async (companyId, select) => {
    const closings = await closingsIn(rawLog, companyId);
    const by = signer();
    const months: ClosedMonth[] = [];
    for (const competence of select([...closings.keys()].sort().reverse())) {
      const closing = closings.get(competence) as Recorded;
      const seal = seals.get(closing.id) ?? (by && (await firstSealOf(rawLog, closing, by)));
      if (seal !== null) seals.set(closing.id, seal);
      const act = await lastEvent(rawLog, reconciliationsStream(companyId, competence));
      const laterActAt = seal && act && act.position > seal.end ? act.metadata.at : null;
      const { at: closedAt } = closing.metadata;
      months.push({ competence, closedAt, checkpoint: seal?.checkpoint ?? null, laterActAt });
    }
    return months;
  };
}
