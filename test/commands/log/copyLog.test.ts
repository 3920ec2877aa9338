// A log copied from store to store: the same events in the same order, whatever cuts it short; and what is no copy
// is reported before anything is written to it. The EventStoreDB end is the real client against a server of its
// protocol.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CopyRefused, copyLog, eventsAfter, type CopyReport } from '../../../src/commands/log/copyLog.js';
import { ensureDeployment, readDeployment } from '../../../src/commands/log/deployment.js';
import { partsHash } from '../../../src/commands/kernel/parts.js';
import { ensureSealKey } from '../../../src/commands/seals/sealKey.js';
import { sealNow } from '../../../src/commands/seals/seals.js';
import { verify } from '../../../src/commands/log/verify.js';
import type { CopyRefusal } from '../../../src/domain/deployment.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import { NO_STREAM, type EventLog, type NewEvent } from '../../../src/domain/kernel/log.js';
import { withCodec } from '../../../src/stores/log/codec.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { EventStoreDbLog } from '../../../src/stores/log/eventStoreDb/eventStoreDbLog.js';
import { startEventStoreServer } from '../../eventStoreServer/server.js';
import { closed, closedMany, metadata, methodsOf, part, withoutPosition } from '../../support/logEvents.js';
import { newestCheckpoint, signer } from '../../support/sealing.js';
import { until } from '../../support/until.js';
import { temporaryDir } from '../../support/service.js';

const clock = { now: () => new Date('2026-03-02T12:00:00Z'), monotonicMs: () => 0 };
const context = { actor: { kind: 'operator', id: 'operator', name: 'Operador' }, requestId: null } as const;
const configured = { environment: 'staging', secretsKeyFingerprint: 'ab12' } as const;

let folder: string;
let source: EventLog;
let target: EventLog;
const ending: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await temporaryDir();
  source = await openEmbedded('source');
  target = await openServed('target');
});
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function openEmbedded(name: string): Promise<EventLog> {
  const log = await openEmbeddedLog(join(folder, name, 'log.db'));
  ending.push(() => log.close());
  return log;
}
async function openServed(name: string): Promise<EventLog> {
  const server = await startEventStoreServer({ folder: join(folder, name) });
  ending.push(() => server.stop());
  const log = new EventStoreDbLog(server.url);
  ending.push(() => log.close());
  return log;
}

/** Streams of every kind in turn, parts and seals among them; `rounds` times eleven events and the deployment. */
async function fill(log: EventLog, rounds: number, first = 0): Promise<void> {
  await ensureDeployment(withCodec(log), clock, configured);
  const signing = await ensureSealKey(withCodec(log), clock, signer.key);
  for (let round = first; round < first + rounds; round++) {
    const bytes = [0, 1].map((n) => new TextEncoder().encode(JSON.stringify({ code: [`${round}.${n}`, 'ação'] })));
    await log.append([{ stream: `lines-${round + 1}`, events: bytes.map(part), expectedRevision: NO_STREAM }]);
    await log.append([{ stream: 'books-1', events: [versioned(round + 1, bytes)], expectedRevision: round - 1 }]);
    await log.append([{ stream: 'ids-x', events: closedMany(3), expectedRevision: 3 * round - 1 }]);
    await log.append([{ stream: `refusals-${round}`, events: [closed(round)], expectedRevision: NO_STREAM }]);
    await log.append([{ stream: 'client-1', events: closedMany(3), expectedRevision: 3 * round - 1 }]);
    await sealNow(log, clock, signing);
  }
}

function versioned(trialBalanceId: number, bytes: readonly Uint8Array[]): NewEvent {
  const lines = { stream: `lines-${trialBalanceId}`, count: 2, lines: 4, hash: partsHash(bytes) };
  return { id: randomUUID(), type: 'TrialBalanceVersioned', metadata, data: { trialBalanceId, lines } };
}

function copy(options: Partial<Parameters<typeof copyLog>[0]> = {}): Promise<CopyReport> {
  return copyLog({ source, target, clock, context, finish: true, onProgress: () => undefined, ...options });
}

async function all(log: EventLog): Promise<Recorded[]> {
  const events: Recorded[] = [];
  for await (const event of eventsAfter(log, 0)) events.push(event);
  return events;
}
const stored = async (log: EventLog) => (await all(log)).map(withoutPosition);

async function refusalOf(copying: Promise<unknown>): Promise<CopyRefusal> {
  const error = await copying.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CopyRefused)) throw new Error('It was not refused', { cause: error });
  return error.refusal;
}

/** A target that takes so many appends and is gone after the last of them, its answer lost. */
function dyingAfter(log: EventLog, appends: number): EventLog {
  let left = appends;
  return {
    ...methodsOf(log),
    append: async (...call) => {
      if (left-- <= 0) throw new Error('gone');
      const appended = await log.append(...call);
      if (left === 0) throw new Error('the answer is lost');
      return appended;
    },
  };
}

describe('Copying a log', () => {
  it('keeps every event, its stream, revision and id, and the order of all, and reports its progress', async () => {
    await fill(source, 5);
    const checkpoint = await newestCheckpoint(source);
    const before = await stored(source);
    const reported: [string, number][] = [];
    const onProgress = (step: string, events: number, position: number, head: number) => {
      expect(position).toBeLessThanOrEqual(head);
      reported.push([step, events]);
    };
    await copy({ finish: false, onProgress });
    expect(await copy({ onProgress })).toEqual({ events: before.length, missed: false });
    for (const step of ['copying', 'verifying', 'comparing'])
      expect(reported.filter(([name]) => name === step).at(-1)?.[1]).toBe(before.length);
    const copied = await stored(target);
    expect(copied.slice(0, -1)).toEqual(before);
    expect(await stored(source)).toEqual(before);
    expect(copied.at(-1)).toMatchObject({
      stream: 'deployment',
      revision: 2,
      type: 'LogCopied',
      metadata: { actor: context.actor },
    });

    // A log with an id of its own and the same deployment, in which seals and kept checkpoints stay valid.
    const from = await readDeployment(source);
    const to = await readDeployment(target);
    expect(to).toEqual({ ...from, logId: expect.not.stringMatching(from?.logId ?? '') });
    expect(await ensureDeployment(withCodec(target), clock, configured)).toEqual({
      logId: to?.logId,
      namespace: from?.namespace,
    });
    expect(await verify(target, { checkpoint })).toMatchObject({ ok: true, problems: [], seals: 5 });
    await target.append([{ stream: 'books-1', events: [closed(1)], expectedRevision: 4 }]);
    await sealNow(target, clock, await ensureSealKey(withCodec(target), clock, signer.key));
    expect(await verify(target, { checkpoint })).toMatchObject({ ok: true, seals: 6 });
  });

  it('from one event store to another', async () => {
    const other = await openServed('other');
    await fill(target, 3);
    expect(await copy({ source: target, target: other })).toMatchObject({ missed: false });
    expect((await stored(other)).slice(0, -1)).toEqual(await stored(target));
    expect(await verify(other)).toMatchObject({ ok: true });
  });

  it('resumes after an interruption at any append until it is complete', async () => {
    await fill(source, 6);
    const before = await stored(source);
    let runs = 0;
    for (let appends = 1; appends < 40; appends += 3) {
      runs += 1;
      const done = await copy({ target: dyingAfter(target, appends) }).catch(() => null);
      expect((await stored(target)).filter(({ type }) => type !== 'LogCopied')).toEqual(
        before.slice(0, (await stored(target)).length),
      );
      if (done !== null) break;
    }
    expect(runs).toBeGreaterThan(3);
    expect(await copy()).toEqual({ events: before.length, missed: false });
    const copied = await stored(target);
    expect(copied.slice(0, -1)).toEqual(before);
    expect(copied.filter(({ type }) => type === 'LogCopied')).toHaveLength(1);
  });

  it('follows a source that grows during a run and between two runs', async () => {
    await fill(source, 3);
    await copy({ target: dyingAfter(target, 7) }).catch(() => undefined);
    await fill(source, 3, 3);
    let isGoingOn = true;
    const going = (async () => {
      // Bounded: a log in memory grows faster than it is copied.
      for (let revision = 17; isGoingOn && revision < 517; revision++)
        await source.append([{ stream: 'client-1', events: [closed(1)], expectedRevision: revision }]);
    })();
    await copy({ finish: false });
    isGoingOn = false;
    await going;
    expect((await all(target)).some(({ type }) => type === 'LogCopied')).toBe(false);
    expect(await copy()).toMatchObject({ missed: false });
    expect((await stored(target)).slice(0, -1)).toEqual(await stored(source));
  });

  it('verifies what it copied although the source grows as fast as it is copied', async () => {
    await ensureDeployment(withCodec(source), clock, configured);
    let revision = NO_STREAM;
    const grow = async (count: number) => {
      await source.append([{ stream: 'client-1', events: closedMany(count), expectedRevision: revision }]);
      revision += count;
    };
    await grow(2_000);
    const other = await openEmbedded('other');
    let appends = 0;
    let isVerifying = false;
    const overtaken: EventLog = {
      ...methodsOf(other),
      append: async (appended) => {
        if (!isVerifying && ++appends < 30) await grow(appended[0]?.events.length ?? 0);
        return other.append(appended);
      },
    };
    await copy({ target: overtaken, onProgress: (step) => (isVerifying ||= step === 'verifying') });
    expect(appends).toBeLessThan(10);
    expect((await stored(other)).slice(0, -1)).toEqual(await stored(source));
  });

  it('reports that the source has newer events', async () => {
    await fill(source, 1);
    let late = true;
    const finishing: EventLog = {
      ...methodsOf(target),
      append: async (appends) => {
        if (appends[0]?.events[0]?.type === 'LogCopied' && late) {
          late = false;
          await source.append([{ stream: 'client-1', events: [closed(9)], expectedRevision: 2 }]);
        }
        return target.append(appends);
      },
    };
    expect(await copy({ target: finishing })).toMatchObject({ missed: true });
  });

  it('changes nothing when the copy was finished, even if one of the two has newer events', async () => {
    await fill(source, 2);
    const report = await copy();
    await target.append([{ stream: 'client-1', events: [closed(77)], expectedRevision: 5 }]);
    const before = await stored(target);
    expect(await copy()).toEqual(report);
    await source.append([{ stream: 'client-1', events: [closed(5)], expectedRevision: 5 }]);
    expect(await refusalOf(copy())).toMatchObject({ is: 'CopyFinishedBefore', events: report.events });
    expect(await stored(target)).toEqual(before);
  });
});

describe('A copy is refused and writes nothing', () => {
  const untouched = async (refusal: object, options: Parameters<typeof copy>[0] = {}) => {
    const before = await stored(target);
    expect(await refusalOf(copy(options))).toMatchObject(refusal);
    expect(await stored(target)).toEqual(before);
  };

  it('when the target holds another log', async () => {
    await fill(source, 2);
    await fill(target, 2);
    await untouched({ is: 'TargetHoldsAnotherLog', stream: 'deployment', revision: 0 });
  });

  it('when the target holds other events, or was written to before the copy was finished', async () => {
    await fill(source, 2);
    await copy({ finish: false });
    await target.append([{ stream: 'books-1', events: [closed(1)], expectedRevision: 1 }]);
    await untouched({ is: 'TargetHoldsAnotherLog', stream: 'books-1', revision: 2 });
  });

  it('when one event differs in a single byte', async () => {
    await fill(source, 2);
    const [deployed, ...others] = await all(source);
    for (const event of [deployed, ...others.slice(0, 4)] as Recorded[]) {
      const { id, type, data, metadata: stored } = event;
      const bytes = data instanceof Uint8Array ? data.map((byte, at) => (at === 9 ? byte ^ 1 : byte)) : data;
      await target.append([
        {
          stream: event.stream,
          events: [{ id, type, data: bytes, metadata: stored }],
          expectedRevision: event.revision - 1,
        },
      ]);
    }
    await untouched({ is: 'TargetHoldsAnotherLog', stream: 'lines-1', revision: 0 });
  });

  it('when there is nothing to copy', async () => {
    await untouched({ is: 'SourceEmpty' });
  });

  it('when another process writes to the target', async () => {
    await fill(source, 3);
    const contended: EventLog = {
      ...methodsOf(target),
      append: async (appends) => {
        const [{ stream, expectedRevision } = {}] = appends;
        if (stream === 'ids-x' && expectedRevision === -1)
          await target.append([{ stream, events: [closed(1)], expectedRevision: NO_STREAM }]);
        return target.append(appends);
      },
    };
    expect(await refusalOf(copy({ target: contended }))).toEqual({ is: 'TargetInUse', stream: 'ids-x' });
  });

  it('when the source lacks an event', async () => {
    await fill(source, 2);
    const lacking: EventLog = {
      ...methodsOf(source),
      async *subscribe(...call) {
        for await (const batch of source.subscribe(...call))
          yield {
            ...batch,
            events: batch.events.filter(({ stream, revision }) => stream !== 'ids-x' || revision !== 1),
          };
      },
    };
    expect(await refusalOf(copy({ source: lacking }))).toEqual({
      is: 'SourceNotWhole',
      stream: 'ids-x',
      revision: 1,
    });
  });
});

it('stays correct when two copies run at once', async () => {
  await fill(source, 4);
  const both = await Promise.allSettled([copy(), copy()]);
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
  await until(async () => (await copy()).events === (await all(source)).length);
  expect((await stored(target)).slice(0, -1)).toEqual(await stored(source));
});
