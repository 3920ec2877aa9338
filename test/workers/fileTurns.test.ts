// Who reads a file next.
import { afterEach, describe, expect, it } from '#jest';
import { FILES_MAX, fileTurns, type TurnOptions } from '../../src/workers/fileThreads.js';

const UNAVAILABLE = { problem: { is: 'Unavailable' } };

let opened: ReturnType<typeof fileTurns> | null = null;
afterEach(() => opened?.refuse(new Error('the test is over')));

/** Files named by their client, `A` in upper case a large one; begun in the order of `begun`. */
function applicants(options: Partial<TurnOptions> = {}) {
  const turns = (opened = fileTurns({ atOnce: 2, ...options }));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const apply = (name: string): Promise<void> => {
    const [letter = ''] = name;
    const isLarge = letter === letter.toUpperCase();
    const applied = turns.turn(letter.toLowerCase().charCodeAt(0), { isLarge }).then((end) => {
      begun.push(name);
      ends.set(name, end);
    });
    applied.catch(() => undefined); // most only wait
    return applied;
  };
  const end = async (name: string): Promise<void> => {
    await settled();
    ends.get(name)?.();
    await settled();
  };
  return { turns, begun, apply, end };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Files', () => {
  it('of a client that sends many large ones let another client read its small one at once', async () => {
    const { turns, begun, apply } = applicants();
    for (let file = 1; file <= 29; file++) void apply(`A${file}`);
    void apply('b1');
    await settled();
    expect(begun).toEqual(['A1', 'b1']);
    expect(turns.counts()).toEqual({ running: 2, waiting: 28 });
  });

  it('of a client that sends many large ones let another client read its large one next', async () => {
    const { begun, apply, end } = applicants();
    for (let file = 1; file <= 29; file++) void apply(`A${file}`);
    void apply('B1');
    await end('A1');
    await end('A2');
    expect(begun).toEqual(['A1', 'A2', 'B1']);
  });

  it('that are small overtake large ones of their own client, which still come to their turn', async () => {
    const { begun, apply, end } = applicants();
    for (const name of ['A1', 'A2', 'a3', 'a4', 'a5']) void apply(name);
    await settled();
    expect(begun).toEqual(['A1', 'a3']);
    await end('a3');
    expect(begun).toEqual(['A1', 'a3', 'a4']);
    await end('A1');
    expect(begun).toEqual(['A1', 'a3', 'a4', 'A2']);
    await end('a4');
    expect(begun).toEqual(['A1', 'a3', 'a4', 'A2', 'a5']);
  });

  it('are read by a single reader whatever their size', async () => {
    const { begun, apply, end } = applicants({ atOnce: 1 });
    for (const name of ['A1', 'b1', 'A2']) void apply(name);
    await end('A1');
    await end('b1');
    expect(begun).toEqual(['A1', 'b1', 'A2']);
  });

  it('of one client take at most half of the places, whatever its keys, and give them back', async () => {
    const { begun, apply, end } = applicants();
    const half = Array.from({ length: FILES_MAX / 2 }, (_, file) => apply(`a${file}`));
    await settled();
    await expect(apply('a99')).rejects.toMatchObject(UNAVAILABLE);
    const others = Array.from({ length: FILES_MAX / 2 }, (_, file) => apply(`b${file}`));
    await expect(apply('c1')).rejects.toMatchObject(UNAVAILABLE);
    for (let file = 0; file < FILES_MAX; file++) await end(begun[file] ?? '');
    await Promise.all([...half, ...others, apply('a99')]);
  });

  it('wait for a limited time', async () => {
    const { turns, apply } = applicants({ waitMsMax: 1 });
    await apply('A1');
    await expect(apply('A2')).rejects.toMatchObject(UNAVAILABLE);
    expect(turns.counts()).toEqual({ running: 1, waiting: 0 });
  });
});
