// Where the fan-out begins: in its place, or nowhere until the operator says from when. Nothing is sent again by accident.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../../src/commands/kernel/context.js';
import { FanOutRefused } from '../../../src/webhooks/fanOut/fanOut.js';
import { resumeFanOut } from '../../../src/webhooks/fanOut/fanOutCheckpoint.js';
import { until } from '../../support/until.js';
import { LOG_ID, fannedOut, fanOutOnce, openHarness, type Harness } from '../support/harness.js';

const NOWHERE = 'http://127.0.0.1:9/eventos';
const OPERATOR = { kind: 'operator', id: 'operator', name: 'Operador' } as const;

describe('The checkpoint of the fan-out', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await openHarness();
  });
  afterEach(() => harness.close());

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
    const from = new Date();
    await until(() => Date.now() > from.getTime() + 1);
    await harness.imported(1);
    await run();
    const before = await harness.queue.fanOutCheckpoint();
    await resumeFanOut(place(), null, OPERATOR);
    expect(await harness.queue.fanOutCheckpoint()).toEqual(before);
    await harness.queue.closeOpen((await harness.rows(1))[0]?.webhookId ?? '', 'CANCELLED', null, 0);
    await harness.queue.purge(Date.now() + 1_000, Date.now() + 1_000);
    await harness.queue.beginFanOut({ queueId: 'another', logId: LOG_ID, position: 0 });
    await resumeFanOut(place(), from, OPERATOR);
    await run();
    expect(await harness.rows(1)).toHaveLength(1);
  });

  it('is refused on a copied log, which has another id, and beyond the end of the log', async () => {
    await run();
    const copied = harness.start({ only: 'fanOut', logId: '7d0a5c1e-0000-4000-8000-000000000000' });
    await until(() => copied.state().phase === 'refused', 'refused');
    await copied.stop();
    const stored = await harness.queue.fanOutCheckpoint();
    if (stored !== null) await harness.queue.advanceFanOut({ ...stored, position: stored.position + 1_000 });
    const restored = harness.start({ only: 'fanOut' });
    await until(() => restored.state().phase === 'refused', 'refused');
  });
});
