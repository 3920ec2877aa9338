// The log of version 0.1.0 copied to an event store, and the service opened on the copy: the seals of then prove it, every
// list answers the same bytes, and fanning out again schedules nothing. The clock stands an hour after the data was made,
// so that no delivery is due, whenever this runs.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, type CommandLine } from '../support/operator.js';
import {
  differingAnswers,
  importAgain,
  recordedDeliveries,
  unpackDataFixture,
  type Recorded,
} from './dataFixture.js';
import { startEventStoreServer } from '../eventStoreServer/server.js';
import { metric, ready } from '../support/scaledOut.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';

const HOUR_MS = 3_600_000;

describe('data of version 0.1.0, copied to an event store', () => {
  let folder: string;
  let recorded: Recorded;
  let service: Service;
  let cli: CommandLine;
  /** What was started, to be stopped even where the rest of the start failed. */
  const stopped: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = await temporaryDir();
    stopped.push(() => removeDir(folder));
    recorded = await unpackDataFixture('data-0.1.0.br', folder);
    const server = await startEventStoreServer({ folder: join(folder, 'event-store') });
    stopped.push(() => server.stop());
    const dataDir = join(folder, 'data');
    const copied = await commandLine(dataDir).json('copy-events', '--to', server.url);
    expect(copied).toMatchObject({ ok: true, events: recorded.events });
    const env = { EVENTSTORE_URL: server.url, SECRETS_KEY: recorded.secretsKey, SEAL_KEY: recorded.secretsKey };
    cli = commandLine(dataDir, env);
    // One more: the last event tells that the log is a copy.
    expect(await verified()).toMatchObject({ ok: true, events: recorded.events + 1, problems: [] });
    const clockFile = join(folder, 'clock');
    await writeFile(clockFile, new Date(Date.parse(recorded.begunAt) + HOUR_MS).toISOString());
    const entry = 'test/support/serviceWithSetClock.js';
    service = await startService({ dataDir, entry, env: { ...env, CLOCK_FILE: clockFile } });
    stopped.push(() => service.kill());
    await ready(service);
  });
  afterAll(async () => {
    for (const stop of stopped.reverse()) await stop();
  });

  const verified = () => cli.json('verify', '--seal', join(folder, 'seals.json'));

  it('answers every list with the same bytes', async () => {
    expect(await differingAnswers(service.url, recorded)).toEqual([]);
  });

  it('answers the same month, as JSON and as a file, with a resend', async () => {
    for (const again of recorded.resends) {
      const { status, body } = await importAgain(service.url, recorded, again);
      expect([again.name, status, body]).toMatchObject([again.name, 200, { data: { reenvio: true } }]);
    }
  });

  it('has a complete log afterwards that matches the seals exported then', async () => {
    expect(await verified()).toMatchObject({ ok: true, problems: [] });
  });

  it('schedules nothing when all events are fanned out again', async () => {
    expect(await metric(service, 'webhook_fan_out_refused')).toBe(1);
    const [oldest = ''] = recordedDeliveries(recorded)
      .map(({ createdAt }) => createdAt)
      .sort();
    await cli.json('webhooks', 'resume', '--from', oldest);
    await until(async () => (await metric(service, 'webhook_fan_out_refused')) === 0, 'the fan-out to begin');
    await ready(service);
    const answers = recorded.answers.filter(({ path }) => path.startsWith('/v1/events'));
    expect(await differingAnswers(service.url, { ...recorded, answers })).toEqual([]);
  });
});
