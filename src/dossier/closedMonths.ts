// The closed months of a company, each with the checkpoint that its dossier has. Keeps what it has read, so
// that a later call reads only new events of the company's books.
import type { Signer } from '../commands/seals/checkpoint.js';
import { eventAt, lastEvent } from '../commands/kernel/events.js';
import { booksStream } from '../domain/books/fold.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { EventLog } from '../domain/kernel/log.js';
import { reconciliationsStream } from '../domain/reconciliation/fold.js';
import { sealOf, SEALS } from '../domain/seal.js';
import { upcast } from '../domain/upcasters.js';
import { sealedIn } from './makeDossier.js';
import type { SealedCheckpoint } from './writeDossier.js';

/** `checkpoint`: null until a seal covers the closing. `laterActAt`: of the newest act on its reconciliations after that. */
export type ClosedMonth = Readonly<{
  competence: Competence;
  closedAt: string;
  checkpoint: SealedCheckpoint | null;
  laterActAt: string | null;
}>;

/** Descending. @param select which of the closed competences, descending too */
export type ClosedMonths = (
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
  const kept = new Map<number, Promise<Books>>();

  async function booksOf(companyId: number): Promise<Books> {
    const before = kept.get(companyId) ?? Promise.resolve({ next: 0, closed: new Map() });
    const now = before.then((books) => readOn(rawLog, companyId, books));
    kept.delete(companyId);
    kept.set(companyId, now);
    const [oldest] = kept.keys();
    if (kept.size > COMPANIES_KEPT && oldest !== undefined) kept.delete(oldest);
    return now.catch((error: unknown) => {
      kept.delete(companyId);
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

/** @param known an earlier one, from which it reads on */
async function newestAct(rawLog: EventLog, stream: string, known: Recorded | null): Promise<Recorded | null> {
  let newest = known ?? (await lastEvent(rawLog, stream));
  if (known !== null) for await (const event of rawLog.read(stream, known.revision + 1)) newest = event;
  return newest;
}

/** The first checkpoint with the event under it, by binary search: seals cover the log in its order. */
async function firstSealOf(rawLog: EventLog, event: Recorded, signer: Signer): Promise<Covering | null> {
  const covering = async (seal: Recorded): Promise<Covering | null> => {
    const last = sealOf(seal)?.last;
    const end = last ? await eventAt(rawLog, last.stream, last.revision) : null;
    const checkpoint = end && end.position >= event.position ? sealedIn(seal, signer) : null;
    return end && checkpoint && { checkpoint, end: end.position };
  };
  const newest = await lastEvent(rawLog, SEALS);
  let found = newest && (await covering(newest));
  if (newest === null || found === null) return null;
  for (let [low, high] = [0, newest.revision]; low < high;) {
    const middle = Math.floor((low + high) / 2);
    const seal = await eventAt(rawLog, SEALS, middle);
    const one = seal && (await covering(seal));
    if (one !== null) [found, high] = [one, middle];
    else low = middle + 1;
  }
  return found;
}
