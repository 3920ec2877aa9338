// Where the fan-out begins: in its place, or nowhere until the operator says from when. Nothing is sent again by accident.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../../src/commands/kernel/context.js';
import { FanOutRefused } from '../../../src/webhooks/fanOut/fanOut.js';
import { resumeFanOut } from '../../../src/webhooks/fanOut/fanOutCheckpoint.js';
import { until } from '../../support/until.js';
import { LOG_ID, fannedOut, fanOutOnce, openOffice, type Office } from '../support/office.js';

const NOWHERE = 'http://127.0.0.1:9/eventos';
const OPERATOR = { kind: 'operator', id: 'operator', name: 'Operador' } as const;

describe('the start of the fan-out', () => {
  let office: Office;
  beforeEach(async () => {
    office = await openOffice();
  });
  afterEach(() => office.close());

  const run = () => fanOutOnce(office);
  const place = () => ({ log: office.log, logId: LOG_ID, queue: office.queue, clock: systemClock });

  it('does not start on a queue that lost its place until the operator says from when', async () => {
    await office.register(1, NOWHERE, ['import.completed']);
    await office.imported(1);
    await run();
    await office.queue.beginFanOut({ queueId: 'another', logId: LOG_ID, position: 0 });
    const process = office.start({ only: 'fanOut' });
    await until(() => process.state().phase === 'refused', 'refused');
    expect(process.errors[0]).toBeInstanceOf(FanOutRefused);
    await office.imported(1);
    await resumeFanOut(place(), null, OPERATOR);
    await fannedOut(office, process);
    expect(await office.rows(1)).toHaveLength(1); // from now on
    await office.imported(1);
    await fannedOut(office, process);
    expect(await office.rows(1)).toHaveLength(2);
    const started = [];
    for await (const { type, metadata } of office.log.read('deployment', 0))
      if (type === 'FanOutStarted') started.push(metadata.actor.kind);
    expect(started).toEqual(['rule', 'operator']);
  });

  it('resumes from a time, and changes nothing where it is in its place', async () => {
    await office.register(1, NOWHERE, ['import.completed']);
    await office.imported(1);
    const from = new Date();
    await until(() => Date.now() > from.getTime() + 1);
    await office.imported(1);
    await run();
    const before = await office.queue.fanOutCheckpoint();
    await resumeFanOut(place(), null, OPERATOR);
    expect(await office.queue.fanOutCheckpoint()).toEqual(before);
    await office.queue.closeOpen((await office.rows(1))[0]?.webhookId ?? '', 'CANCELLED', null, 0);
    await office.queue.purge(Date.now() + 1_000, Date.now() + 1_000);
    await office.queue.beginFanOut({ queueId: 'another', logId: LOG_ID, position: 0 });
    await resumeFanOut(place(), from, OPERATOR);
    await run();
    expect(await office.rows(1)).toHaveLength(1);
  });

  it('does not go on with a copied log, which calls itself otherwise, nor beyond the log’s end', async () => {
    await run();
    const copied = office.start({ only: 'fanOut', logId: '7d0a5c1e-0000-4000-8000-000000000000' });
    await until(() => copied.state().phase === 'refused', 'refused');
    await copied.stop();
    const stored = await office.queue.fanOutCheckpoint();
    if (stored !== null) await office.queue.advanceFanOut({ ...stored, position: stored.position + 1_000 });
    const restored = office.start({ only: 'fanOut' });
    await until(() => restored.state().phase === 'refused', 'refused');
  });
});
