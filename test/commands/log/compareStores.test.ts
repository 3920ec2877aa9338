// Read models and delivery queue held against the log, and an answer that is believed only after a while.
import { describe, expect, it } from '#jest';
import { confirm, findMismatch } from '../../../src/commands/log/compareStores.js';
import { knownEvent, type LogCheckpoint } from '../../../src/domain/kernel/knownEvent.js';
import { ensureDeployment } from '../../../src/commands/log/deployment.js';
import { systemClock } from '../../../src/commands/kernel/context.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import { readAll } from '../../support/logEvents.js';
import { useBooks } from '../support/booksOnLog.js';

const books = useBooks();

const refusalOf = async (
  known: LogCheckpoint,
  store: 'readModels' | 'queue' = 'readModels',
  copies?: string[],
) => {
  const none = { readModels: [], queue: [] };
  return (await findMismatch(books.rawLog, { ...none, [store]: [known] }, copies))?.refusal ?? null;
};

describe('A store that is made of the log', () => {
  it('fits where its event is in the log, or its id is an earlier one', async () => {
    const config = { environment: 'staging', secretsKeyFingerprint: 'f' } as const;
    const { logId } = await ensureDeployment(books.rawLog, systemClock, config);
    const [first] = (await readAll(books.rawLog, 'deployment')) as [Recorded];
    expect(await refusalOf({ logId, position: 900, last: knownEvent(first) })).toBeNull();
    const { metadata } = first;
    const copied = {
      id: '5f0c9c4e-3d7a-4f6e-9f51-3f5a3a4f9f10',
      type: 'LogCopied',
      data: { logId: 'b' },
      metadata,
    };
    await books.rawLog.append([{ stream: 'deployment', events: [copied], expectedRevision: 0 }]);
    expect(await refusalOf({ logId, position: 900 })).toBeNull();
    expect(await refusalOf({ logId: 'b', position: 2 })).toBeNull();
    expect(await refusalOf({ logId: 'c', position: 2 }, 'queue', ['c'])).toBeNull();
  });

  it('does not where it is ahead, of another log, or of one that was emptied', async () => {
    expect(await refusalOf({ logId: 'a', position: 0 })).toEqual({ is: 'LogEmptied', store: 'readModels' });
    const config = { environment: 'staging', secretsKeyFingerprint: 'f' } as const;
    const { logId } = await ensureDeployment(books.rawLog, systemClock, config);
    const ahead = { is: 'StoreAhead', store: 'queue' };
    expect(await refusalOf({ logId, position: 2 }, 'queue')).toEqual(ahead);
    const [first] = (await readAll(books.rawLog, 'deployment')) as [Recorded];
    const replaced = { ...knownEvent(first), id: '5f0c9c4e-3d7a-4f6e-9f51-3f5a3a4f9f10' };
    expect(await refusalOf({ logId, position: 1, last: replaced }, 'queue')).toEqual(ahead);
    expect(await refusalOf({ logId: 'a', position: 0 })).toEqual({ is: 'StoreOfAnotherLog', store: 'readModels' });
  });
});

describe('A refusal', () => {
  const refusal = new Error('ahead');
  const { signal } = new AbortController();
  const answering = (...answers: (Error | null | 'away')[]) => {
    let asked = 0;
    return {
      asked: () => asked,
      ask: async () => {
        const answer = answers[Math.min(asked++, answers.length - 1)] ?? null;
        if (answer === 'away') throw new Error('away');
        return answer;
      },
    };
  };

  it('is believed when it has been the same for a time, which begins anew after no answer', async () => {
    const { ask, asked } = answering(refusal, 'away', refusal);
    const startMs = performance.now();
    expect(await confirm(ask, 400, signal)).toBe(refusal);
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(800);
    expect(asked()).toBeGreaterThan(3);
  });

  it('is not when one answer is none', async () => {
    const { ask } = answering(refusal, refusal, null);
    expect(await confirm(ask, 60_000, signal)).toBeNull();
  });
});
