// A sound log verifies; whatever is done to its files behind the store's back is found, and named as closely as it tells.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
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
import { rewrite, tamper, type Tampering } from './tamper.js';
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

describe('Verification', () => {
  let sound: string;
  let folder: string;
  let log: string;
  beforeAll(async () => {
    sound = await temporaryDir();
    await fill(sound);
  });
  afterAll(() => rm(sound, { recursive: true }));
  beforeEach(async () => {
    folder = await temporaryDir();
    log = join(folder, 'log');
    await mkdir(log);
    await copyFile(join(sound, 'log.db'), join(log, 'log.db'));
  });
  afterEach(() => rm(folder, { recursive: true }));

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

  const cases: readonly [string, (t: Tampering) => void, VerifyFinding[]][] = [
    [
      'altered data',
      (t) => t.alter({ stream: 'books-2', revision: 7 }, () => ({ data: { companyId: 666 } })),
      [between(0, 1)],
    ],
    [
      'an altered actor',
      (t) =>
        t.alter({ stream: 'deployment', revision: 0 }, (e) => ({
          metadata: { ...e.metadata, actor: { kind: 'key', id: '8' } },
        })),
      [between(null, 0)],
    ],
    [
      'an altered time',
      (t) =>
        t.alter({ stream: 'books-1', revision: 3 }, (e) => ({ metadata: { ...e.metadata, at: '2020-01-01' } })),
      [between(0, 1)],
    ],
    [
      'an altered type',
      (t) => t.alter({ stream: 'books-1', revision: 3 }, () => ({ type: 'CompetenceReopened' })),
      [between(0, 1)],
    ],
    [
      'an altered id',
      (t) => t.alter({ stream: 'books-1', revision: 3 }, () => ({ id: randomUUID() })),
      [between(0, 1)],
    ],
    [
      'an altered seal',
      (t) =>
        t.alter({ stream: 'seals', revision: 1 }, (e) => ({
          data: { ...(e.data as object), root: 'ab'.repeat(32) },
        })),
      [between(0, 1), { is: 'CheckpointDiffers', seal: 1 }],
    ],
    [
      'a removed event',
      (t) => t.remove({ stream: 'books-2', revision: 7 }),
      [{ is: 'RevisionGap', stream: 'books-2', expected: 7, found: 8 }, between(0, 1)],
    ],
    [
      'a removed seal',
      (t) => t.remove({ stream: 'seals', revision: 1 }),
      [{ is: 'RevisionGap', stream: 'seals', expected: 1, found: 2 }],
    ],
    [
      'the removed last event before a seal',
      (t) => t.remove({ stream: 'reconciliations-1.2026-01', revision: 0 }),
      [{ is: 'SealedEventMissing', stream: 'reconciliations-1.2026-01', revision: 0, seal: 2 }],
    ],
    [
      'a spoilt body',
      (t) => t.spoil({ stream: 'books-2', revision: 7 }),
      [
        { is: 'EventUnreadable', stream: 'books-2', revision: 7 },
        { is: 'RevisionGap', stream: 'books-2', expected: 7, found: 8 },
        between(0, 1),
      ],
    ],
    [
      'an event only its stream knows',
      (t) => t.addOutsideOrder('books-2', closed(99)),
      [{ is: 'EventOutsideOrder', stream: 'books-2', revision: 30 }],
    ],
    [
      'events of two streams that changed places',
      (t) => t.swap({ stream: 'books-1', revision: 9 }, { stream: 'books-2', revision: 8 }),
      [between(0, 1)],
    ],
    [
      'events of one stream that changed places',
      (t) => t.swap({ stream: 'books-2', revision: 9 }, { stream: 'books-2', revision: 10 }),
      [
        { is: 'RevisionGap', stream: 'books-2', expected: 9, found: 10 },
        { is: 'RevisionGap', stream: 'books-2', expected: 11, found: 9 },
        { is: 'RevisionGap', stream: 'books-2', expected: 10, found: 11 },
        between(0, 1),
      ],
    ],
    [
      'a byte of a part',
      (t) => t.alter({ stream: 'lines-1', revision: 1 }, () => ({ data: lines(['1.4']) })),
      [{ is: 'PartsDiffer', what: 'hash', parts: 'lines-1', stream: 'books-1', revision: 0 }],
    ],
    [
      'a byte of a line that did not enter',
      (t) => t.alter({ stream: 'lines-2', revision: 0 }, () => ({ data: lines(['9.8']) })),
      [{ is: 'PartsDiffer', what: 'hash', parts: 'lines-2', stream: 'books-1', revision: 0 }],
    ],
    [
      'a removed part',
      (t) => t.remove({ stream: 'lines-1', revision: 1 }),
      [{ is: 'PartsDiffer', what: 'count', parts: 'lines-1', stream: 'books-1', revision: 0 }],
    ],
    [
      'a removed first part',
      (t) => t.remove({ stream: 'lines-1', revision: 0 }),
      [{ is: 'RevisionGap', stream: 'lines-1', expected: 0, found: 1 }],
    ],
    [
      'a part too many',
      (t) => t.addOutsideOrder('released-1-x', part(bytes({ reconciliationId: [4] }))),
      [
        {
          is: 'PartsDiffer',
          what: 'count',
          parts: 'released-1-x',
          stream: 'reconciliations-1.2026-01',
          revision: 0,
        },
      ],
    ],
    [
      'a part of a chart',
      (t) => t.alter({ stream: 'chart-1', revision: 1 }, () => ({ data: bytes({ accounts: [] }) })),
      [{ is: 'PartsDiffer', what: 'hash', parts: 'chart-1', stream: 'chart-1', revision: 2 }, between(null, 0)],
    ],
    [
      'a fact that names another number of lines',
      (t) =>
        t.alter({ stream: 'books-1', revision: 0 }, (e) => ({
          data: { ...(e.data as object), lines: { ...(e.data as { lines: object }).lines, lines: 4 } },
        })),
      [{ is: 'PartsDiffer', what: 'lines', parts: 'lines-1', stream: 'books-1', revision: 0 }, between(null, 0)],
    ],
    [
      'a fact that names nothing',
      (t) => t.alter({ stream: 'books-1', revision: 0 }, () => ({ data: {} })),
      [{ is: 'FactMalformed', stream: 'books-1', revision: 0 }, between(null, 0)],
    ],
    [
      'a seal that is none',
      (t) => t.alter({ stream: 'seals', revision: 1 }, () => ({ data: { count: 'many' } })),
      [{ is: 'SealMalformed', seal: 1 }],
    ],
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
