// Where the fan-out begins: in its place, or nowhere until the operator says from when. Nothing is sent again by
// accident.
import { describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../src/commands/kernel/context.js';
import { LogWentBack } from '../../../src/domain/kernel/log.js';
import { FanOutRefused } from '../../../src/webhooks/fanOut/fanOut.js';
import { resumeFanOut } from '../../../src/webhooks/fanOut/fanOutCheckpoint.js';
import { until } from '../../support/until.js';
import { LOG_ID, fannedOut, fanOutOnce, useHarness } from '../support/harness.js';

const NOWHERE = 'http://127.0.0.1:9/eventos';
const OPERATOR = { kind: 'operator', id: 'operator', name: 'Operador' } as const;

describe('The checkpoint of the fan-out', () => {
  const harness = useHarness();

  const run = () => fanOutOnce(harness);
  const place = () => ({ log: harness.log, logId: LOG_ID, queue: harness.queue, clock: systemClock });

  it('must be valid before the fan-out starts, else the operator resumes it', async () => {
    await harness.register(1, NOWHERE, ['import.completed']);
    await harness.imported(1);
    await run();
    await harness.queue.beginFanOut({ queueId: 'another', logId: LOG_ID, position: 0 });
    const process = harness.start({ only: 'fanOut' });
    await until(() => process.state().phase === 'refused', 'refused');
    expect(process.errors[0]).toBeInstanceOf(FanOutRefused);
    await harness.imported(1);
    await resumeFanOut(place(), null, OPERATOR);
    await fannedOut(harness, process);
    expect(await harness.rows(1)).toHaveLength(1); // from now on
    await harness.imported(1);
    await fannedOut(harness, process);
    expect(await harness.rows(1)).toHaveLength(2);
    const started = [];
    for await (const { type, metadata } of harness.log.read('deployment', 0))
      if (type === 'FanOutStarted') started.push(metadata.actor.kind);
    expect(started).toEqual(['rule', 'operator']);
  });

  it('is set by a resume from a time, and left as it is when valid', async () => {
    await harness.register(1, NOWHERE, ['import.completed']);
    await harness.imported(1);
    const imported = Date.now();
    await until(() => Date.now() > imported + 1);
    const from = new Date();
    await harness.imported(1);
    await run();
    const before = await harness.queue.fanOutCheckpoint();
    await resumeFanOut(place(), null, OPERATOR);
    expect(await harness.queue.fanOutCheckpoint()).toEqual(before);
    await harness.queue.closeOpen((await harness.rows(1))[0]?.webhookId ?? '', 'CANCELLED', null);
    await harness.queue.purge(Date.now() + 1_000, Date.now() + 1_000);
    await harness.queue.beginFanOut({ queueId: 'another', logId: LOG_ID, position: 0 });
    await resumeFanOut(place(), from, OPERATOR);
    await run();
    expect(await harness.rows(1)).toHaveLength(1);
  });

  it('is refused on a copied log, which has another id', async () => {
    await run();
    const copied = harness.start({ only: 'fanOut', logId: '7d0a5c1e-0000-4000-8000-000000000000' });
    await until(() => copied.state().phase === 'refused', 'refused');
  });

  it('fans nothing out while it is ahead of the log: an event was lost, or the log is shorter', async () => {
    await harness.register(1, NOWHERE, ['import.completed']);
    await harness.imported(1);
    await run();
    const stored = await harness.queue.fanOutCheckpoint();
    expect(stored?.last).toMatchObject({ stream: 'books-1', revision: 0 });
    if (stored?.last === undefined) return;
    const { queueId, logId, position, last } = stored;
    for (const ahead of [
      { queueId, logId, position, last: { ...last, id: randomUUID() } },
      { queueId, logId, position: position + 1_000 },
    ]) {
      await harness.queue.beginFanOut(ahead);
      await harness.imported(1);
      const process = harness.start({ only: 'fanOut' });
      await until(() => process.errors.length > 1, 'the second try');
      expect(process.errors[0]).toBeInstanceOf(LogWentBack);
      await process.stop();
    }
    expect(await harness.rows(1)).toHaveLength(1);
  });

  it('skips no event of a log that lost only events of others and grew beyond it', async () => {
    await harness.register(1, NOWHERE, ['import.completed']);
    await harness.imported(1);
    await run();
    const stored = await harness.queue.fanOutCheckpoint();
    if (stored === null) throw new Error('no checkpoint');
    for (let count = 0; count < 3; count++) await harness.imported(1);
    // As if the position had been reached by parts that are not in the log any more.
    await harness.queue.beginFanOut({ ...stored, position: await harness.log.head() });
    await run();
    expect(await harness.rows(1)).toHaveLength(4);
  });
});
