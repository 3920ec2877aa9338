// A key's next read waits for what it wrote, in this process or another of the same machine.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openEmbeddedWrittenPositions } from '../../src/stores/writtenPositions/embeddedWrittenPositions.js';
import { removeDir, temporaryDir } from '../support/service.js';

describe('positions written, between processes of one machine', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryDir()));
  afterEach(() => removeDir(folder));

  it('make a read of the same key wait once for the highest position of any process', async () => {
    const waited: number[] = [];
    const reached = async (position: number): Promise<boolean> => {
      waited.push(position);
      return true;
    };
    const writer = openEmbeddedWrittenPositions({ folder, logId: () => 'log', waitFor: reached });
    const reader = openEmbeddedWrittenPositions({ folder, logId: () => 'log', waitFor: reached });
    expect(reader.waitFor(7)).toBeUndefined();
    await writer.note(7, 120);
    await writer.note(7, 90);
    expect(reader.waitFor(8)).toBeUndefined();
    await reader.waitFor(7);
    expect(reader.waitFor(7)).toBeUndefined();
    expect(waited).toEqual([120]);
    writer.close();
    reader.close();
  });

  it('are ignored for another log, and waited for only once when they are never reached', async () => {
    let waits = 0;
    const never = async (): Promise<boolean> => {
      waits += 1;
      return false;
    };
    const one = openEmbeddedWrittenPositions({ folder, logId: () => 'log', waitFor: never });
    await one.note(1, 50);
    await one.waitFor(1);
    expect(one.waitFor(1)).toBeUndefined();
    expect(waits).toBe(1);
    const other = openEmbeddedWrittenPositions({ folder, logId: () => 'anotherLog', waitFor: never });
    expect(other.waitFor(1)).toBeUndefined();
    one.close();
    other.close();
  });
});
