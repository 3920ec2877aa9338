// Makes the dossier of a month: finds the first checkpoint that covers its closing, then writes. Source: docs/dossie.md.
import type { MadeOfClosing } from '../commands/competence/checklist.js';
import type { Clock } from '../commands/kernel/context.js';
import { eventAt, lastEvent } from '../commands/kernel/events.js';
import { isCheckpointOf, parseCheckpoint, type Signer } from '../commands/seals/checkpoint.js';
import type { LeafStore } from '../commands/seals/leafStore.js';
import { inTree } from '../commands/seals/logTree.js';
import { sealNow } from '../commands/seals/seals.js';
import { booksStream } from '../domain/books/fold.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { EventLog } from '../domain/kernel/log.js';
import { reconciliationsStream } from '../domain/reconciliation/fold.js';
import { SEALS, sealOf, type Seal } from '../domain/seal.js';
import { upcast } from '../domain/upcasters.js';
import type { DossierScope } from './contents.js';
import {
  NotOfThisLog,
  writeDossier,
  type HistoryPage,
  type KeptCheckpoint,
  type SealedCheckpoint,
} from './writeDossier.js';
import type { ManifestFacts } from './manifest.js';

export type Making = Readonly<{
  rawLog: EventLog;
  clock: Clock;
  leaves: LeafStore;
  signer: Signer;
  scope: DossierScope;
  kept: readonly KeptCheckpoint[];
  /** Also of a month that is not closed, at the newest checkpoint. */
  evenIfOpen: boolean;
  /** Of a closed month at the newest checkpoint, with the acts after its closing. */
  untilNow: boolean;
  readMe(facts: ManifestFacts): string;
  historyPage(page: HistoryPage): string;
  /** Names by id; null: the dossier names nobody. */
  names: ((ids: readonly string[]) => Promise<ReadonlyMap<string, string>>) | null;
  evidence(sha256: string): Promise<Uint8Array | null>;
}>;

export class NotClosed extends Error {
  override readonly name = 'NotClosed';
}

/**
 * `ofClosing`: null for a month that is not closed. `later`: acts on the month's reconciliations that the dossier does not have, up to the newest;
 * null for none.
 */
export type Made = Readonly<{
  ofClosing: MadeOfClosing | null;
  events: number;
  checkpoint: SealedCheckpoint;
  later: Readonly<{ count: number; at: string }> | null;
}>;

/** @throws NotClosed, NotOfThisLog; TreeDiffers; errors of the file system */
export async function makeDossier(path: string, making: Making): Promise<Made> {
  const { rawLog, clock, leaves, signer, scope, evenIfOpen, untilNow, kept: keptCheckpoints } = making;
  const wrong = keptCheckpoints.findIndex(({ checkpoint: { logId } }) => logId !== signer.logId);
  if (wrong >= 0) throw new NotOfThisLog(wrong + 1);
  const closing = await closingOf(rawLog, scope);
  if (closing === null && !evenIfOpen) throw new NotClosed('The month is not closed');
  await sealNow(rawLog, clock, signer);
  const sealEvent = (await lastEvent(rawLog, SEALS)) as Recorded;
  const { count, root } = sealOf(sealEvent) as Seal;
  const newest = { size: count, root: Buffer.from(root, 'hex') };
  const covered = untilNow ? null : closing;
  const index = covered && (await inTree(rawLog, leaves, newest, (tree) => tree.leafOf(covered)));
  const covering = (events: number) => (seal: Recorded) => {
    const sealed = sealedIn(seal, signer);
    return sealed && sealed.size > events ? sealed : null;
  };
  const checkpoint =
    index === null ? sealedIn(sealEvent, signer) : await firstSealed(rawLog, sealEvent, covering(index));
  if (checkpoint === null) throw new Error('The newest seal is not signed with the key in force');
  const { logId, key } = signer;
  const { events, acts, manifestHash } = await writeDossier(path, { ...making, key, logId, checkpoint, newest });
  const act = await lastEvent(rawLog, reconciliationsStream(scope.companyId, scope.competence));
  const later = act === null ? 0 : act.revision + 1 - acts;
  const ofClosing = closing && { closing: closing.revision, sealedEvents: checkpoint.size, manifestHash };
  const laterActs = act && later > 0 ? { count: later, at: act.metadata.at } : null;
  return { ofClosing, events, checkpoint, later: laterActs };
}

/** The event that closed the month, as stored; null while it is open. */
async function closingOf(rawLog: EventLog, { companyId, competence }: DossierScope): Promise<Recorded | null> {
  let closing: Recorded | null = null;
  for await (const event of rawLog.read(booksStream(companyId), 0)) {
    const { type, data } = upcast(event);
    if ((data as { competence?: unknown }).competence !== competence) continue;
    if (type === 'CompetenceClosed') closing = event;
    if (type === 'CompetenceReopened') closing = null;
  }
  return closing;
}

/** Null for a seal without a checkpoint of this log's id and key. */
function sealedIn(event: Recorded, { logId, key }: Signer): SealedCheckpoint | null {
  const note = sealOf(event)?.checkpoint;
  const signedNote = note === undefined ? null : parseCheckpoint(note);
  if (note === undefined || signedNote?.logId !== logId || !isCheckpointOf(signedNote, key.publicKey)) return null;
  return { note, size: signedNote.size, root: signedNote.root, at: event.metadata.at };
}

/**
 * What the first seal of the log that has something has, by binary search: seals cover the log in its order, and those of an
 * earlier id or key, which have nothing, come first.
 */
async function firstSealed<Found>(
  rawLog: EventLog,
  newest: Recorded,
  inSeal: (seal: Recorded) => Found | null | Promise<Found | null>,
): Promise<Found | null> {
  let first = await inSeal(newest);
  if (first === null) return null;
  for (let [low, high] = [0, newest.revision]; low < high;) {
    const middle = Math.floor((low + high) / 2);
    const seal = await eventAt(rawLog, SEALS, middle);
    const place = seal && (await inSeal(seal));
    if (place !== null) [first, high] = [place, middle];
    else low = middle + 1;
  }
  return first;
}

// The closed months of a company, each with the checkpoint that its dossier has. Keeps what it has read, so
// that a later call reads only new events of the company's books.

/** `checkpoint`: null until a seal covers the closing. `laterActAt`: of the newest act on its reconciliations after that. */
type ClosedMonth = Readonly<{
  competence: Competence;
  closedAt: string;
  checkpoint: SealedCheckpoint | null;
  laterActAt: string | null;
}>;

/** Descending. @param select which of the closed competences, descending too */
type ClosedMonths = (
  companyId: number,
  select: (closed: readonly Competence[]) => readonly Competence[],
) => Promise<readonly ClosedMonth[]>;

/** `end`: the position up to which it covers the log. */
type Covering = Readonly<{ checkpoint: SealedCheckpoint; end: number }>;
/** `act`: the newest on the month's reconciliations. */
type Closing = { event: Recorded; seal: Covering | null; act: Recorded | null };
type Books = { next: number; closed: Map<Competence, Closing> };

/** The companies asked for longest ago are read from the start again. */
const COMPANIES_KEPT = 500;

/** @param signer null: no closing has a checkpoint */
export function createClosedMonths(rawLog: EventLog, signer: () => Signer | null): ClosedMonths {
  const booksOfCompanies = new Map<number, Promise<Books>>();

  async function booksOf(companyId: number): Promise<Books> {
    const before = booksOfCompanies.get(companyId) ?? Promise.resolve({ next: 0, closed: new Map() });
    const now = before.then((books) => readOn(rawLog, companyId, books));
    booksOfCompanies.delete(companyId);
    booksOfCompanies.set(companyId, now);
    const [oldest] = booksOfCompanies.keys();
    if (booksOfCompanies.size > COMPANIES_KEPT && oldest !== undefined) booksOfCompanies.delete(oldest);
    return now.catch((error: unknown) => {
      booksOfCompanies.delete(companyId);
      throw error;
    });
  }

  return async (companyId, select) => {
    const { closed } = await booksOf(companyId);
    const by = signer();
    const months: ClosedMonth[] = [];
    for (const competence of select([...closed.keys()].sort().reverse())) {
      const closing = closed.get(competence);
      if (closing === undefined) continue;
      const seal = (closing.seal ??= by && (await firstSealOf(rawLog, closing.event, by)));
      const act = (closing.act = await newestAct(
        rawLog,
        reconciliationsStream(companyId, competence),
        closing.act,
      ));
      const laterActAt = seal && act && act.position > seal.end ? act.metadata.at : null;
      const { at: closedAt } = closing.event.metadata;
      months.push({ competence, closedAt, checkpoint: seal?.checkpoint ?? null, laterActAt });
    }
    return months;
  };
}

async function readOn(rawLog: EventLog, companyId: number, books: Books): Promise<Books> {
  for await (const event of rawLog.read(booksStream(companyId), books.next)) {
    books.next = event.revision + 1;
    const { type, data } = upcast(event);
    const { competence } = data as { competence?: Competence };
    if (competence === undefined) continue;
    if (type === 'CompetenceClosed') books.closed.set(competence, { event, seal: null, act: null });
    if (type === 'CompetenceReopened') books.closed.delete(competence);
  }
  return books;
}

/** @param earlierAct an earlier one, from which it reads on */
async function newestAct(rawLog: EventLog, stream: string, earlierAct: Recorded | null): Promise<Recorded | null> {
  let newest = earlierAct ?? (await lastEvent(rawLog, stream));
  if (earlierAct !== null) for await (const event of rawLog.read(stream, earlierAct.revision + 1)) newest = event;
  return newest;
}

/** The first checkpoint with the event under it. */
async function firstSealOf(rawLog: EventLog, event: Recorded, signer: Signer): Promise<Covering | null> {
  const covering = async (seal: Recorded): Promise<Covering | null> => {
    const lastCovered = sealOf(seal)?.last;
    const end = lastCovered ? await eventAt(rawLog, lastCovered.stream, lastCovered.revision) : null;
    const checkpoint = end && end.position >= event.position ? sealedIn(seal, signer) : null;
    return end && checkpoint && { checkpoint, end: end.position };
  };
  const newest = await lastEvent(rawLog, SEALS);
  return newest && firstSealed(rawLog, newest, covering);
}
