// A sound log verifies; whatever is done to its files behind the store's back is found, and named as closely as it
// tells.
import { beforeEach, describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { partsHash } from '../../../src/commands/kernel/parts.js';
import type { Checkpoint } from '../../../src/commands/seals/checkpoint.js';
import { sealNow } from '../../../src/commands/seals/seals.js';
import { verify, type VerifyReport } from '../../../src/commands/log/verify.js';
import type { NewEvent } from '../../../src/domain/kernel/log.js';
import type { VerifyFinding } from '../../../src/domain/seal.js';
import { findingSentence } from '../../../src/messages/operator/log.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { closed, closedMany, metadata, part } from '../../support/logEvents.js';
import { deploySigned, newestCheckpoint, signer } from '../../support/sealing.js';
import { rewrite, tamper, type Place, type Tampering } from './tamper.js';
import { temporaryDir } from '../../support/service.js';

const clock = { now: () => new Date('2026-03-02T12:00:00Z'), monotonicMs: () => 0 };
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const lines = (codes: string[]) => bytes({ accountCode: codes, accountName: codes.map(() => 'Ação') });
const event = (type: string, data: object): NewEvent => ({ id: randomUUID(), type, metadata, data });

const LINES = [lines(['1.1', '1.2']), lines(['1.3'])];
const LEFT_OUT = [lines(['9.9'])];
const RELEASED = [bytes({ reconciliationId: [1, 2, 3] })];
const ACCOUNTS = [bytes({ accounts: [{ accountId: 1 }, { accountId: 2 }] })];
const versioned = event('TrialBalanceVersioned', {
  trialBalanceId: 1,
  lines: { stream: 'lines-1', count: 2, lines: 3, hash: partsHash(LINES) },
  leftOut: { stream: 'lines-2', count: 1, lines: 1, hash: partsHash(LEFT_OUT) },
});
const released = event('TrialBalanceReleased', {
  items: { stream: 'released-1-x', count: 1, lines: 3, hash: partsHash(RELEASED) },
});
const chartVersioned = event('ChartVersioned', {
  chartId: 1,
  parts: { fromRevision: 1, count: 1, accounts: 2, hash: partsHash(ACCOUNTS) },
});

/** Covered: 2 deployment, 3 chart, 1 + 30 + 30 books, 1 reconciliations; a seal after each third of them. */
async function fill(folder: string): Promise<void> {
  const log = await openEmbeddedLog(join(folder, 'log.db'), { writesHere: true });
  await deploySigned(log);
  await log.append([
    {
      stream: 'chart-1',
      events: [part(bytes({ accounts: [{ accountId: 9 }] })), part(ACCOUNTS[0] ?? bytes({}))],
      expectedRevision: -1,
    },
  ]);
  await log.append([{ stream: 'chart-1', events: [chartVersioned], expectedRevision: 1 }]);
  await log.append([{ stream: 'lines-1', events: LINES.map(part), expectedRevision: -1 }]);
  await log.append([{ stream: 'lines-2', events: LEFT_OUT.map(part), expectedRevision: -1 }]);
  await log.append([{ stream: 'books-1', events: [versioned], expectedRevision: -1 }]);
  await sealNow(log, clock, signer);
  for (let number = 0; number < 30; number += 1) {
    await log.append([{ stream: 'books-1', events: [closed(number)], expectedRevision: number }]);
    await log.append([{ stream: 'books-2', events: [closed(number)], expectedRevision: number - 1 }]);
  }
  await sealNow(log, clock, signer);
  await log.append([{ stream: 'released-1-x', events: RELEASED.map(part), expectedRevision: -1 }]);
  await log.append([{ stream: 'reconciliations-1.2026-01', events: [released], expectedRevision: -1 }]);
  await sealNow(log, clock, signer);
  await log.close();
}

let folder: string;
let log: string;
const sound = await temporaryDir();
await fill(sound);

describe('Verification', () => {
  beforeEach(async () => {
    folder = await temporaryDir();
    log = join(folder, 'log');
    await mkdir(log);
    await copyFile(join(sound, 'log.db'), join(log, 'log.db'));
  });

  const verified = async (at = log, checkpoint?: Checkpoint): Promise<VerifyReport> => {
    const opened = await openEmbeddedLog(join(at, 'log.db'), { writesHere: true });
    const report = await verify(opened, checkpoint ? { checkpoint } : {});
    await opened.close();
    return report;
  };
  const sealed = async (at = log): Promise<Checkpoint> => {
    const opened = await openEmbeddedLog(join(at, 'log.db'), { writesHere: true });
    await sealNow(opened, clock, signer);
    const checkpoint = await newestCheckpoint(opened);
    await opened.close();
    return checkpoint;
  };
  const between = (afterSeal: number | null, upToSeal: number): VerifyFinding => ({
    is: 'SealDiffers',
    afterSeal,
    upToSeal,
  });

  it('accepts a complete log, sealed or not', async () => {
    expect(await verified()).toEqual({
      ok: true,
      events: 74,
      streams: 9,
      seals: 3,
      problems: [],
      problemCount: 0,
    });
    expect(await verified(join(folder, 'empty'))).toMatchObject({ ok: true, events: 0, streams: 0, seals: 0 });
    const opened = await openEmbeddedLog(join(log, 'log.db'), { writesHere: true });
    await opened.append([{ stream: 'books-2', events: closedMany(3), expectedRevision: 29 }]);
    await opened.close();
    expect(await verified()).toMatchObject({ ok: true, events: 77 });
  });

  const altered =
    (stream: string, revision: number, change: Parameters<Tampering['alter']>[1]) =>
    (t: Tampering): void =>
      t.alter({ stream, revision }, change);
  const removed = (stream: string, revision: number) => (t: Tampering) => t.remove({ stream, revision });
  const swapped = (one: readonly [string, number], other: readonly [string, number]) => (t: Tampering) => {
    const [first, second] = [one, other].map(([stream, revision]) => ({ stream, revision })) as [Place, Place];
    t.swap(first, second);
  };
  const gap = (stream: string, expected: number, found: number): VerifyFinding => {
    return { is: 'RevisionGap', stream, expected, found };
  };
  const parts = (
    what: 'count' | 'hash' | 'lines',
    of: string,
    stream = 'books-1',
    revision = 0,
  ): VerifyFinding => {
    return { is: 'PartsDiffer', what, parts: of, stream, revision };
  };
  const of = (stream: string, revision: number) => ({ stream, revision });
  const RELEASE = 'reconciliations-1.2026-01';
  const otherActor = { kind: 'key', id: '8' } as const;
  const moreLines = ({ data }: Pick<NewEvent, 'data'>) => {
    const { lines: stored, ...fact } = data as { lines: object };
    return { data: { ...fact, lines: { ...stored, lines: 4 } } };
  };

  // prettier-ignore
  const cases: readonly [string, (t: Tampering) => void, VerifyFinding[]][] = [
    ['altered data', altered('books-2', 7, () => ({ data: { companyId: 666 } })), [between(0, 1)]],
    ['an altered actor', altered('deployment', 0, (e) => ({ metadata: { ...e.metadata, actor: otherActor } })),
      [between(null, 0)]],
    ['an altered time', altered('books-1', 3, (e) => ({ metadata: { ...e.metadata, at: '2020-01-01' } })),
      [between(0, 1)]],
    ['an altered type', altered('books-1', 3, () => ({ type: 'CompetenceReopened' })), [between(0, 1)]],
    ['an altered id', altered('books-1', 3, () => ({ id: randomUUID() })), [between(0, 1)]],
    ['an altered seal', altered('seals', 1, (e) => ({ data: { ...(e.data as object), root: 'ab'.repeat(32) } })),
      [between(0, 1), { is: 'CheckpointDiffers', seal: 1 }]],
    ['a removed event', removed('books-2', 7), [gap('books-2', 7, 8), between(0, 1)]],
    ['a removed seal', removed('seals', 1), [gap('seals', 1, 2)]],
    ['the removed last event before a seal', removed(RELEASE, 0),
      [{ is: 'SealedEventMissing', ...of(RELEASE, 0), seal: 2 }]],
    ['a spoilt body', (t) => t.spoil(of('books-2', 7)),
      [{ is: 'EventUnreadable', ...of('books-2', 7) }, gap('books-2', 7, 8), between(0, 1)]],
    ['an event only its stream knows', (t) => t.addOutsideOrder('books-2', closed(99)),
      [{ is: 'EventOutsideOrder', ...of('books-2', 30) }]],
    ['events of two streams that changed places', swapped(['books-1', 9], ['books-2', 8]), [between(0, 1)]],
    ['events of one stream that changed places', swapped(['books-2', 9], ['books-2', 10]),
      [gap('books-2', 9, 10), gap('books-2', 11, 9), gap('books-2', 10, 11), between(0, 1)]],
    ['a byte of a part', altered('lines-1', 1, () => ({ data: lines(['1.4']) })), [parts('hash', 'lines-1')]],
    ['a byte of a line that did not enter', altered('lines-2', 0, () => ({ data: lines(['9.8']) })),
      [parts('hash', 'lines-2')]],
    ['a removed part', removed('lines-1', 1), [parts('count', 'lines-1')]],
    ['a removed first part', removed('lines-1', 0), [gap('lines-1', 0, 1)]],
    ['a part too many', (t) => t.addOutsideOrder('released-1-x', part(bytes({ reconciliationId: [4] }))),
      [parts('count', 'released-1-x', RELEASE)]],
    ['a part of a chart', altered('chart-1', 1, () => ({ data: bytes({ accounts: [] }) })),
      [parts('hash', 'chart-1', 'chart-1', 2), between(null, 0)]],
    ['a fact that names another number of lines', altered('books-1', 0, moreLines),
      [parts('lines', 'lines-1'), between(null, 0)]],
    ['a fact that names nothing', altered('books-1', 0, () => ({ data: {} })),
      [{ is: 'FactMalformed', ...of('books-1', 0) }, between(null, 0)]],
    ['a seal that is none', altered('seals', 1, () => ({ data: { count: 'many' } })),
      [{ is: 'SealMalformed', seal: 1 }]],
  ];
  it.each(cases)('finds %s', async (_, act, problems) => {
    await tamper(log, act);
    const report = await verified();
    expect(report.ok).toBe(false);
    expect(report.problems).toEqual(expect.arrayContaining(problems));
    expect(report.problems).toHaveLength(problems.length);
    expect(report.problems.map(findingSentence).every((sentence) => /^[A-ZÀ-Ý].+/.test(sentence))).toBe(true);
  });

  it('finds an event moved past a seal', async () => {
    await tamper(log, (t) => t.swap({ stream: 'books-1', revision: 0 }, { stream: 'books-1', revision: 30 }));
    const { problems } = await verified();
    expect(problems).toEqual(expect.arrayContaining([between(null, 0), between(0, 1)]));
    expect(problems).toContainEqual({ is: 'RevisionGap', stream: 'books-1', expected: 0, found: 30 });
    expect(problems.every((problem) => problem.is === 'SealDiffers' || problem.is === 'RevisionGap')).toBe(true);
  });

  it('reports a stream of an unknown kind', async () => {
    const opened = await openEmbeddedLog(join(log, 'log.db'), { writesHere: true });
    await opened.append([{ stream: 'backdoor-1', events: [closed(1)], expectedRevision: -1 }]);
    await opened.close();
    expect((await verified()).problems).toEqual([{ is: 'StreamUnknown', stream: 'backdoor-1' }]);
  });

  describe('of a log that was rewritten completely', () => {
    const anew = () => join(folder, 'anew');
    const without = (stream: string, revision: number) => (e: { stream: string; revision: number }) =>
      e.stream !== stream || e.revision !== revision;

    it('finds a removed, added or moved event although all revisions are consistent', async () => {
      const forged = { ...closed(666), stream: 'books-2', revision: 0, position: 0 };
      for (const [name, change] of [
        ['out', (all) => all.filter(without('books-2', 7))],
        ['in', (all) => all.toSpliced(40, 0, forged)],
        ['moved', (all) => all.toSpliced(20, 1).toSpliced(50, 0, ...all.slice(20, 21))],
      ] as [string, Parameters<typeof rewrite>[2]][]) {
        await rewrite(log, join(folder, name), change);
        const { problems } = await verified(join(folder, name));
        expect(problems).toContainEqual(expect.objectContaining({ is: 'SealDiffers', afterSeal: 0 }));
      }
    });

    it('is deceived by rewritten seals, but not with a kept checkpoint', async () => {
      const kept = await sealed();
      await rewrite(log, anew(), (all) => all.filter(without('books-2', 29)).filter((e) => e.stream !== 'seals'));
      const remade = await sealed(anew());
      expect(await verified(anew())).toMatchObject({ ok: true });
      expect(await verified(anew(), remade)).toMatchObject({ ok: true });
      expect((await verified(anew(), kept)).problems).toEqual([
        { is: 'LogShorterThanCheckpoint', size: 67, events: 66 },
      ]);

      const opened = await openEmbeddedLog(join(anew(), 'log.db'), { writesHere: true });
      await opened.append([{ stream: 'books-2', events: closedMany(5), expectedRevision: 28 }]);
      await opened.close();
      expect((await verified(anew(), kept)).problems).toEqual([{ is: 'CheckpointNotContinued', size: 67 }]);
    });

    it('accepts a correct copy with a checkpoint kept before it', async () => {
      const kept = await sealed();
      await rewrite(log, anew(), (all) => all);
      expect(await verified(anew(), kept)).toMatchObject({ ok: true, seals: 3 });
      expect(await verified(log, kept)).toMatchObject({ ok: true });
    });
  });
});
