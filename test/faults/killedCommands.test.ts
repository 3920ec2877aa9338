// kill -9 of a command between what it writes: its facts are whole or not there, and it can be repeated.
import { describe, expect, it } from '#jest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { release } from '../../src/commands/competence/release.js';
import { readParts } from '../../src/commands/kernel/parts.js';
import { reconciliations } from '../../src/domain/reconciliation/fold.js';
import { decodeReleased } from '../../src/domain/reconciliation/parts.js';
import { operator, processOn, putVersion, streamsOf, testClock } from '../commands/support/booksOnLog.js';
import { onReleaseBooks, releaseBooks, releases } from '../commands/support/releaseBooks.js';
import { act, as, move, putStaff } from '../commands/support/workflowOnLog.js';
import { readAll } from '../support/logEvents.js';

const { august, asked, cash, stock, stream } = releaseBooks;
const books = onReleaseBooks();
const SCRIPT = fileURLToPath(new URL('./killedCommand.js', import.meta.url));

async function killedAt(point: string, command: 'release' | 'waive'): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [SCRIPT, books.folder, point, command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal;
}

describe('a release that is killed', () => {
  it.each([
    ['release.decided', 0],
    ['release.committed', 1],
  ] as const)('at %s leaves %i complete release, and can be repeated', async (point, facts) => {
    await putVersion(books.deps, { competence: august, lines: [cash, stock] });
    expect(await killedAt(point, 'release')).toBe('SIGKILL');
    expect(await releases(books.log)).toHaveLength(facts);
    expect(await streamsOf(books.log, 'released-')).toHaveLength(facts); // parts are stored with the fact

    expect(await release(processOn(books.log, testClock()), asked, operator)).toMatchObject({
      version: 1,
      reconciliations: 2,
    });
    const [only, ...others] = await releases(books.log);
    expect(others).toEqual([]);
    const items = (await readParts(books.log, only?.items.stream ?? '')).flatMap(decodeReleased);
    const ids = items.map(({ reconciliationId }) => reconciliationId);
    expect(ids).toEqual([1, 2]); // a run that was killed before its append used none
  });
});

describe('a bulk act that is killed', () => {
  /** What every reconciliation is in, for a process that knows nothing yet. */
  async function standing() {
    const { state } = await processOn(books.log, testClock()).folds.load(stream, reconciliations);
    return state.items.map(({ status, ownerId }) => [status, ownerId]);
  }

  it.each([
    ['reconciliations.decided', 'PENDING'],
    ['reconciliations.committed', 'WAIVED'],
  ] as const)('at %s leaves every one of them %s, and can be repeated', async (point, status) => {
    await putStaff(books.deps);
    await putVersion(books.deps, { competence: august, lines: [cash, stock] });
    await release(books.deps, asked, as('sol'));
    expect(await killedAt(point, 'waive')).toBe('SIGKILL');
    expect(await standing()).toEqual([1, 2].map(() => [status, status === 'WAIVED' ? 'sol' : null]));
    await act(processOn(books.log, testClock()), 'sol', [1, 2], move('waive', { comment: 'de novo' }));
    expect(await standing()).toEqual([1, 2].map(() => ['WAIVED', 'sol']));
    expect(await readAll(books.log, stream)).toHaveLength(2);
  });
});
