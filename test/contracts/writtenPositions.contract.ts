// Read-your-writes between processes: what one notes, the next read of the same key in another waits for.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { Documents } from '../../src/commands/kernel/documents.js';
import { openWrittenPositions } from '../../src/api/readYourWrites.js';

export type WrittenPositionsEnvironment = Readonly<{ open(): Documents; drop(): Promise<void> }>;

/** `isReached`: what the read models answer to whoever waits for a position. */
export function positionsIn(documents: Documents, { logId = 'log-1', isReached = true } = {}) {
  const waited: number[] = [];
  const trouble: unknown[] = [];
  const written = openWrittenPositions({
    documents,
    logId: () => logId,
    async waitFor(position) {
      waited.push(position);
      return isReached;
    },
    onError: (error) => trouble.push(error),
  });
  return { written, waited, trouble };
}

export const writtenPositionsContract = (
  driver: string,
  prepare: () => Promise<WrittenPositionsEnvironment>,
): void =>
  describe(`Written positions contract, ${driver}`, () => {
    let environment: WrittenPositionsEnvironment;
    let documents: readonly [Documents, Documents];
    beforeEach(async () => {
      environment = await prepare();
      documents = [environment.open(), environment.open()];
    });
    afterEach(async () => {
      for (const each of documents) await each.close();
      await environment.drop();
    });

    it('make a read in another process wait for the newest write of its key, once', async () => {
      const [writer, reader] = [positionsIn(documents[0]), positionsIn(documents[1])];
      await reader.written.waitFor(7);
      await writer.written.note(7, 120);
      await writer.written.note(7, 90);
      await reader.written.waitFor(7);
      await reader.written.waitFor(7);
      expect(reader.waited).toEqual([120]);
      await writer.written.note(7, 130);
      await reader.written.waitFor(7);
      expect([reader.waited, writer.trouble]).toEqual([[120, 130], []]);
    });

    it('apply to no other key and no other log', async () => {
      const [writer, reader] = [positionsIn(documents[0]), positionsIn(documents[1])];
      const other = positionsIn(documents[1], { logId: 'log-2' });
      await writer.written.note(7, 120);
      await reader.written.waitFor(8);
      await other.written.waitFor(7);
      expect([...reader.waited, ...other.waited]).toEqual([]);
    });

    it('are waited for only once when they are never reached', async () => {
      const { written, waited } = positionsIn(documents[0], { isReached: false });
      await written.note(1, 50);
      await written.waitFor(1);
      await written.waitFor(1);
      expect(waited).toEqual([50]);
    });

    it('survive fifty writes of one key at once', async () => {
      const { written, waited } = positionsIn(documents[0]);
      await written.note(7, 1);
      await Promise.all(Array.from({ length: 50 }, (_, at) => written.note(7, at + 1)));
      await written.waitFor(7);
      expect(waited).toEqual([50]);
    });
  });
