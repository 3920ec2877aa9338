import { beforeEach, describe, expect, it } from '#jest';
import { setImmediate as turn } from 'node:timers/promises';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import type { PartsLocation } from '../../../src/domain/kernel/parts.js';
import { ReadAhead } from '../../../src/domain/kernel/readAhead.js';

const place = (stream: string, count: number): PartsLocation => ({ stream, fromRevision: 0, count });

describe('Reading ahead', () => {
  let begun: string[];
  let ended: string[];
  const failing = new Set<string>();
  const log: Pick<EventLog, 'read'> = {
    async *read(stream) {
      begun.push(stream);
      try {
        await turn();
        if (failing.has(stream)) throw new Error(`${stream} is away`);
        for (let revision = 0; revision < 3; revision++) yield { stream, revision } as Recorded;
      } finally {
        ended.push(stream);
      }
    },
  };
  beforeEach(() => {
    begun = [];
    ended = [];
    failing.clear();
  });

  async function readAll(ahead: ReadAhead, stream: string): Promise<string[]> {
    const events: string[] = [];
    for await (const event of ahead.read(stream, 0)) events.push(`${event.stream} ${event.revision}`);
    return events;
  }

  it('begins as many of the planned reads as the bound allows, and the next ones as these end', async () => {
    const ahead = new ReadAhead(log);
    ahead.plan([place('a', 3), place('b', 3), place('c', 3), place('empty', 0), place('d', 3)]);
    expect(begun).toEqual(['a', 'b']);
    expect(await readAll(ahead, 'a')).toEqual(['a 0', 'a 1', 'a 2']);
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(await readAll(ahead, 'b')).toEqual(['b 0', 'b 1', 'b 2']);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('begins one that is larger than the bound, alone', async () => {
    const ahead = new ReadAhead(log);
    ahead.plan([place('large', 100), place('b', 1)]);
    expect(begun).toEqual(['large']);
    await readAll(ahead, 'large');
    expect(begun).toEqual(['large', 'b']);
  });

  it('throws where a read is asked for, not where it was begun, and goes on with the next', async () => {
    failing.add('a');
    const ahead = new ReadAhead(log);
    ahead.plan([place('a', 1), place('b', 1)]);
    await turn();
    await turn();
    await expect(readAll(ahead, 'a')).rejects.toThrow('a is away');
    expect(await readAll(ahead, 'b')).toHaveLength(3);
  });

  it('reads what was not planned as the log does, and ends what is read half or no longer planned', async () => {
    const ahead = new ReadAhead(log);
    ahead.plan([place('a', 1), place('b', 1)]);
    expect(await readAll(ahead, 'other')).toHaveLength(3);
    for await (const { revision } of ahead.read('a', 0)) if (revision === 1) break;
    expect(ended).toContain('a');
    ahead.plan([]);
    expect(await readAll(ahead, 'b')).toHaveLength(3);
    expect(begun).toEqual(['a', 'b', 'other', 'b']);
    expect(ended.filter((stream) => stream === 'b')).toHaveLength(2);
  });
});
