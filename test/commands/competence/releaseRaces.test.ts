// A release that fails, or is crossed by others, leaves facts that are whole; so do closings at once.
import { describe, expect, it } from '#jest';
import { closeCompetence } from '../../../src/commands/competence/closeCompetence.js';
import { readParts } from '../../../src/commands/kernel/parts.js';
import { release } from '../../../src/commands/competence/release.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { decodeReleased } from '../../../src/domain/reconciliation/parts.js';
import type { ReleasedItem } from '../../../src/domain/reconciliation/events.js';
import { operator, processOn, putVersion, testClock } from '../support/booksOnLog.js';
import { readAll } from '../../support/logEvents.js';
import { onReleaseBooks, releaseBooks, releases } from '../support/releaseBooks.js';

const { august, asked, cash, stock, suppliers } = releaseBooks;
const books = onReleaseBooks();

async function lastItems(): Promise<readonly ReleasedItem[]> {
  const last = (await releases(books.log)).at(-1);
  if (!last) throw new Error('nothing was released');
  return (await readParts(books.log, last.items.stream)).flatMap(decodeReleased);
}

describe('a release that is cut short', () => {
  it('by an error of the log while parts are written leaves no release', async () => {
    await putVersion(books.deps, { competence: august, lines: [cash, stock] });
    const failing: EventLog = {
      ...books.log,
      read: books.log.read.bind(books.log),
      append: async (appends) => {
        if (appends.some(({ stream }) => stream.startsWith('released-'))) throw new Error('no space left');
        return books.log.append(appends);
      },
    };
    await expect(release(processOn(failing, testClock()), asked, operator)).rejects.toThrow('no space left');
    expect(await releases(books.log)).toEqual([]);
    expect(await release(books.deps, asked, operator)).toMatchObject({ reconciliations: 2 });
  });
});

describe('a release concurrent with', () => {
  it('an identical one: both answer the same single release', async () => {
    await putVersion(books.deps, { competence: august, lines: [cash, stock] });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => release(processOn(books.log, testClock()), asked, operator)),
    );
    expect(await releases(books.log)).toHaveLength(1);
    for (const answer of answers) expect(answer).toMatchObject({ version: 1, reconciliations: 2 });
    expect(answers.filter(({ position }) => position !== null)).toHaveLength(1);
  });

  it('another release: the loser decides again on the winner’s state', async () => {
    await putVersion(books.deps, { competence: august, lines: [cash, stock] });
    const crossed = processOn(
      books.log,
      testClock(),
      onceDecided(async () => {
        await release(processOn(books.log, testClock()), asked, operator);
        await putVersion(books.deps, { competence: august, lines: [cash, suppliers] });
      }),
    );
    expect(await release(crossed, asked, operator)).toMatchObject({ version: 2, reconciliations: 3 });
    const [first, second] = await releases(books.log);
    expect([first?.version, first?.created, second?.version, second?.created]).toEqual([1, 2, 2, 1]);
    expect((await lastItems()).map(({ created, accountCode }) => [created, accountCode])).toEqual([
      [true, '2.1'],
      [false, '1.2'],
    ]);
  });

  it('a closing: both are stored, and the next release is refused', async () => {
    await putVersion(books.deps, { competence: august, lines: [cash] });
    const crossed = processOn(
      books.log,
      testClock(),
      onceDecided(async () => {
        await closeCompetence(processOn(books.log, testClock()), asked, operator);
      }),
    );
    expect(await release(crossed, asked, operator)).toMatchObject({ version: 1, reconciliations: 1 });
    expect(await releases(books.log)).toHaveLength(1);
    await expect(release(crossed, asked, operator)).rejects.toMatchObject({
      problem: { is: 'ReleaseInClosedCompetence' },
    });
  });

  it('an import: the version that was read as newest is released, the newer one by the next release', async () => {
    await putVersion(books.deps, { competence: august, lines: [cash] });
    const crossed = processOn(
      books.log,
      testClock(),
      onceDecided(async () => {
        await putVersion(books.deps, { competence: august, lines: [cash, stock] });
      }),
    );
    expect(await release(crossed, asked, operator)).toMatchObject({ version: 1 });
    expect(await release(crossed, asked, operator)).toMatchObject({ version: 2, reconciliations: 2 });
  });

  /** Does it the first time a release is decided, before it is stored. */
  function onceDecided(deed: () => Promise<void>) {
    let done = false;
    return async (point: string) => {
      if (done || point !== 'release.decided') return;
      done = true;
      await deed();
    };
  }
});

it('Twenty closings at once are one, and a later one changes nothing', async () => {
  const close = () => closeCompetence(processOn(books.log, testClock()), asked, operator);
  const closings = await Promise.all(Array.from({ length: 20 }, close));
  expect(closings.filter(({ position }) => position !== null)).toHaveLength(1);
  expect((await close()).position).toBeNull();
  expect(await readAll(books.log, 'books-3')).toHaveLength(1);
});
