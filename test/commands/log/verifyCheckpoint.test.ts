// A kept checkpoint is held against the log of today, through copies and restores; `prove` writes what others
// verify by it.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { acceptLog } from '../../../src/commands/log/acceptLog.js';
import { copyLog } from '../../../src/commands/log/copyLog.js';
import { verify } from '../../../src/commands/log/verify.js';
import {
  noteKey,
  parseCheckpoint,
  signCheckpoint,
  type Checkpoint,
} from '../../../src/commands/seals/checkpoint.js';
import {
  CannotContinue,
  TreeDiffers,
  continuation,
  type CheckpointChoice,
} from '../../../src/commands/seals/logTree.js';
import { isConsistent } from '../../../src/commands/seals/merkleTree.js';
import { lastEvent } from '../../../src/commands/kernel/events.js';
import { sealNow } from '../../../src/commands/seals/seals.js';
import type { EventLog, NewEvent } from '../../../src/domain/kernel/log.js';
import { sealOf, SEALS } from '../../../src/domain/seal.js';
import { continuedSentence, findingSentence, noContinuationSentence } from '../../../src/messages/operator/log.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { openLeafFile } from '../../../src/commands/seals/leafStore.js';
import { closed, metadata } from '../../support/logEvents.js';
import { temporaryDir } from '../../support/service.js';

const clock = { now: () => new Date('2026-03-02T12:00:00Z'), monotonicMs: () => 0 };
const operator = { kind: 'operator', id: 'operator' } as const;
const key = noteKey(Buffer.alloc(32, 7));
const otherKey = noteKey(Buffer.alloc(32, 8));
const event = (type: string, data: object): NewEvent => ({ id: randomUUID(), type, metadata, data });

describe('A kept checkpoint', () => {
  let folder: string;
  let log: EventLog;
  const opened: EventLog[] = [];
  const open = async (name: string): Promise<EventLog> => {
    const made = await openEmbeddedLog(join(folder, name, 'log.db'), { writesHere: true });
    opened.push(made);
    return made;
  };

  /** A log of 12 covered events. */
  async function made(name: string, logId = 'log-a'): Promise<EventLog> {
    const into = await open(name);
    const identity = { logId, environment: 'staging', namespace: 'n', secretsKeyFingerprint: 'f' };
    const publicKey = key.publicKey.toString('base64');
    const set = event('SealKeySet', { publicKey, previous: null, signature: null });
    await into.append([
      { stream: 'deployment', events: [event('Deployed', identity), set], expectedRevision: -1 },
    ]);
    for (let number = 0; number < 10; number += 1)
      await into.append([{ stream: 'books-1', events: [closed(number)], expectedRevision: number - 1 }]);
    return into;
  }
  const grown = async (into: EventLog, from: number, to: number): Promise<void> => {
    for (let number = from; number < to; number += 1)
      await into.append([{ stream: 'books-1', events: [closed(number)], expectedRevision: number - 1 }]);
  };
  const sealed = async (of: EventLog): Promise<string> => {
    await sealNow(of, clock, { logId: 'log-a', key });
    const last = await lastEvent(of, SEALS);
    return (last && sealOf(last)?.checkpoint) ?? '';
  };
  const parsed = (text: string): Checkpoint => parseCheckpoint(text) as Checkpoint;
  const held = async (text: string, against = log) => {
    const { ok, problems, continued } = await verify(against, { checkpoint: parsed(text) });
    return { ok, problems, continued, sentences: problems.map(findingSentence) };
  };

  beforeEach(async () => {
    folder = await temporaryDir();
    log = await made('a');
  });
  afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));

  it('holds while the log goes on, and is said to be of this log', async () => {
    const kept = await sealed(log);
    const continued = { logId: 'log-a', size: 12, isContinued: true, since: [] };
    expect(await held(kept)).toMatchObject({ ok: true, continued });
    await grown(log, 10, 30);
    await sealed(log);
    expect(await held(kept)).toMatchObject({ ok: true, continued });
  });

  it('tells a log with other events, a shorter one, another log and another key', async () => {
    const kept = await sealed(log);
    const rewritten = await made('b'); // events of the same kinds, with other ids
    expect(await held(kept, rewritten)).toMatchObject({
      ok: false,
      problems: [{ is: 'CheckpointNotContinued', size: 12 }],
      continued: { isContinued: false },
    });
    await grown(log, 10, 15);
    const longer = await sealed(log);
    expect((await held(longer, rewritten)).problems).toEqual([
      { is: 'LogShorterThanCheckpoint', size: 17, events: 12 },
    ]);
    const { root } = parsed(kept);
    const forged = signCheckpoint({ logId: 'log-a', key: otherKey }, { size: 12, root: root.toString('hex') });
    expect((await held(forged)).problems).toEqual([{ is: 'CheckpointNotSigned' }]);
    const other = await made('c', 'log-c');
    const { problems, sentences } = await held(kept, other);
    expect(problems).toEqual([
      { is: 'CheckpointOfAnotherLog', checkpoint: 'log-a', logId: 'log-c', restoredAt: null },
    ]);
    expect(sentences).toEqual(['O checkpoint é do log log-a e este é o log-c']);
  });

  it('is followed into a copy, which has another id', async () => {
    const kept = await sealed(log);
    await grown(log, 10, 14);
    const copy = await open('copy');
    const context = { actor: operator, requestId: null };
    await copyLog({ source: log, target: copy, clock, context, finish: true, onProgress: () => undefined });
    const { ok, continued } = await held(kept, copy);
    expect(ok).toBe(true);
    expect(continued?.since).toMatchObject([{ by: 'LogCopied', events: 16, reason: null }]);
    expect(continuedSentence(continued as NonNullable<typeof continued>)).toMatch(
      /^Os primeiros 12 eventos são os do checkpoint do log log-a; copiado em .* com 16 eventos, segue como /,
    );
  });

  it('is followed into a restored log, or told where the restore cut it', async () => {
    const before = await sealed(log);
    await cp(join(folder, 'a'), join(folder, 'backup'), { recursive: true });
    await grown(log, 10, 20);
    const after = await sealed(log);

    const restored = await open('backup');
    await acceptLog({ log: restored, clock, actor: operator, reason: 'disco', idsFrom: null, highest: {} });
    expect(await held(before, restored)).toMatchObject({
      ok: true,
      continued: { since: [{ by: 'LogRestored', reason: 'disco', events: 12 }] },
    });
    const cut = {
      is: 'CheckpointBeforeRestore',
      at: clock.now().toISOString(),
      reason: 'disco',
      size: 22,
      cut: 12,
    };
    const { problems, sentences } = await held(after, restored);
    expect(problems).toEqual([cut]);
    expect(sentences[0]).toContain('cortou o log depois do evento 12: 10 eventos dele não estão neste log');
    for (const sentence of sentences) expect(sentence).not.toMatch(/\d{4}-\d\d-\d\dT/);
    await grown(restored, 10, 40);
    expect((await held(after, restored)).problems).toEqual([cut]);

    // A later restore of the first backup knows nothing of the id between.
    const between = signCheckpoint({ logId: 'log-between', key }, { size: 30, root: '00'.repeat(32) });
    expect((await held(between, log)).problems).toMatchObject([
      { is: 'CheckpointOfAnotherLog', restoredAt: null },
    ]);
    const { sentences: told } = await held(between, restored);
    expect(told[0]).toContain('voltou a um estado anterior a ele');
  });

  describe('goes on to a later one', () => {
    const proven = (from: CheckpointChoice, to: CheckpointChoice, of = log) =>
      continuation(of, (logId) => openLeafFile(join(folder, 'leaves'), logId), { from, to });

    /** What others do with the file: the older size, the hashes, an empty line, the newer checkpoint. */
    function isProof(text: string, older: Checkpoint): boolean {
      const [head = '', ...lines] = text.split('\n');
      const end = lines.indexOf('');
      const newer = parsed(lines.slice(end + 1).join('\n'));
      const hashes = lines.slice(0, end).map((line) => Buffer.from(line, 'base64'));
      return head === `old ${older.size}` && isConsistent(older, newer, hashes);
    }

    it('by files, by sizes of seals, or to the newest', async () => {
      const kept = await sealed(log);
      await grown(log, 10, 300);
      const middle = await sealed(log);
      await grown(log, 300, 333);
      const newest = await sealed(log);
      for (const [from, to, size, end] of [
        [{ text: kept }, null, 12, newest],
        [{ size: 12 }, { size: 302 }, 12, middle],
        [{ text: middle }, { text: newest }, 302, newest],
        [{ text: middle }, { text: middle }, 302, middle],
      ] as const) {
        const proof = await proven(from, to);
        expect(proof).toMatchObject({ from: size, to: parsed(end).size });
        expect(proof.text.endsWith(`\n\n${end}`)).toBe(true);
        expect(isProof(proof.text, parsed(size === 12 ? kept : middle))).toBe(true);
        expect(isProof(proof.text, { ...parsed(kept), root: Buffer.alloc(32) })).toBe(false);
      }
    });

    it('unless there is none, and says why', async () => {
      const why = (from: CheckpointChoice, to: CheckpointChoice, of = log): Promise<string> =>
        proven(from, to, of).then(
          () => 'proven',
          (error: unknown) => {
            if (error instanceof CannotContinue) return noContinuationSentence(error.problem);
            if (error instanceof TreeDiffers) return 'differs';
            throw error;
          },
        );
      expect(await why({ size: 3 }, null)).toContain('Nenhum selo assinado cobre exatamente 3 eventos');
      const kept = await sealed(log);
      await grown(log, 10, 15);
      const newest = await sealed(log);
      expect(await why({ text: newest }, { text: kept })).toContain('--from tem 17 eventos e o de --to, 12');
      const forged = signCheckpoint({ logId: 'log-a', key: otherKey }, { size: 12, root: '00'.repeat(32) });
      expect(await why({ text: forged }, null)).toContain('não foi assinado com nenhuma chave');
      const wrong = signCheckpoint({ logId: 'log-a', key }, { size: 12, root: '00'.repeat(32) });
      expect(await why({ text: wrong }, null)).toContain('não é uma continuação do checkpoint de 12 eventos');
      expect(await why({ text: kept }, { text: wrong })).toBe('differs');
      const other = await made('c', 'log-c');
      expect(await why({ text: kept }, null, other)).toContain(
        'é do log log-a, e este log nunca teve essa identificação',
      );
      expect(await why(null, null, other)).toContain('ainda não tem um checkpoint assinado');
    });
  });
});
