// Who reads a log on finds the last event that was read, or says what was lost
// (docs/spec/log.md#a-log-that-went-back).
import { describe, expect, it } from '#jest';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import {
  eventsAt,
  knownEvent,
  readOn,
  requireEvent,
  resumeAfter,
  resumeIn,
} from '../../../src/domain/kernel/knownEvent.js';
import {
  AppendTooLarge,
  EventDamaged,
  EventUnreadable,
  NO_STREAM,
  type EventLog,
} from '../../../src/domain/kernel/log.js';

const event = (revision: number): Recorded =>
  ({ stream: 'a', revision, id: `id-${revision}`, position: 10 + revision, metadata: { at: '' } }) as Recorded;

/** A log of so many events of one stream. */
const logOf = (events: number): Pick<EventLog, 'read' | 'head'> => ({
  async *read(_stream, from) {
    for (let revision = from; revision < events; revision++) yield event(revision);
  },
  head: async () => (events === 0 ? 0 : 10 + events - 1),
});

async function revisionsOn(events: number, revision: number, lastId: string | null): Promise<number[]> {
  const read: number[] = [];
  for await (const next of readOn(logOf(events), 'a', revision, lastId)) read.push(next.revision);
  return read;
}

describe('Reading on', () => {
  it('returns what came after the last event, and all of a stream of which nothing was read', async () => {
    expect(await revisionsOn(4, 1, 'id-1')).toEqual([2, 3]);
    expect(await revisionsOn(2, 1, 'id-1')).toEqual([]);
    expect(await revisionsOn(2, NO_STREAM, null)).toEqual([0, 1]);
    expect(await revisionsOn(0, NO_STREAM, null)).toEqual([]);
  });

  it('returns nothing of a log in which the event is another one, or gone', async () => {
    const lost = { name: 'LogWentBack', lost: { stream: 'a', revision: 1 } };
    await expect(revisionsOn(4, 1, 'other')).rejects.toMatchObject(lost);
    await expect(revisionsOn(1, 1, 'id-1')).rejects.toMatchObject(lost);
    await expect(requireEvent(logOf(1), { stream: 'a', revision: 1, id: 'id-1' })).rejects.toMatchObject(lost);
    await expect(requireEvent(logOf(3), { stream: 'a', revision: 1, id: 'other' })).rejects.toMatchObject(lost);
    await requireEvent(logOf(3), { stream: 'a', revision: 1, id: 'id-1' });
  });

  it('returns some events of a stream, near and far from each other, or tells which is gone', async () => {
    const reads: number[] = [];
    const log = logOf(100);
    const read: typeof log.read = (stream, from) => (reads.push(from), log.read(stream, from));
    const revisionsAt = async (revisions: readonly number[]) => {
      const found: number[] = [];
      for await (const each of eventsAt({ read }, 'a', revisions)) found.push(each.revision);
      return found;
    };
    expect(await revisionsAt([])).toEqual([]);
    expect(await revisionsAt([3, 5, 24, 60])).toEqual([3, 5, 24, 60]);
    expect(reads).toEqual([3, 60]);
    const lost = { name: 'LogWentBack', lost: { stream: 'a', revision: 100 } };
    await expect(revisionsAt([99, 100])).rejects.toMatchObject(lost);
  });

  it('goes on at the last event, which may be before the position that was reached', async () => {
    expect(await resumeAfter(logOf(4), { position: 15, last: knownEvent(event(2)) })).toBe(12);
    await expect(resumeAfter(logOf(2), { position: 12, last: knownEvent(event(2)) })).rejects.toThrow('no longer');
  });

  it('goes on at a position without an event while the log reaches it', async () => {
    expect(await resumeAfter(logOf(4), { position: 13 })).toBe(13);
    expect(await resumeAfter(logOf(0), { position: 0 })).toBe(0);
    await expect(resumeAfter(logOf(4), { position: 14 })).rejects.toMatchObject({ lost: { position: 14 } });
  });

  it('begins anew in a log of another id', async () => {
    const checkpoint = { logId: 'one', position: 13 };
    expect(await resumeIn(logOf(4), 'one', checkpoint)).toBe(13);
    expect(await resumeIn(logOf(4), 'two', { ...checkpoint, position: 99 })).toBeNull();
  });
});

describe('What a log throws', () => {
  it('says what is wrong, and what can be read is told from what is too large', () => {
    const damaged = new EventDamaged('books-1', 3, 99);
    expect(damaged).toBeInstanceOf(EventUnreadable);
    expect([damaged.name, damaged.message]).toEqual([
      'EventDamaged',
      'Event 3 of books-1, position 99, is damaged',
    ]);
    const newer = new EventUnreadable('version 9');
    expect([newer.name, newer.message]).toEqual(['EventUnreadable', 'version 9']);
    expect(new AppendTooLarge('2 MB').name).toBe('AppendTooLarge');
  });
});
