// What is said of the servers of the log, and how often (docs/spec/stores.md#servers-that-do-not-answer).
import { afterEach, beforeEach, expect, it } from '#jest';
import { mock } from 'node:test';
import { Registry } from 'prom-client';
import { certificateGauge } from '../../src/app/metrics.js';
import type { ServiceLogger } from '../../src/api/http/logger.js';
import { watchLogServers } from '../../src/app/logServers.js';
import type { EventLog, LogServersStatus } from '../../src/domain/kernel/log.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

const sound: LogServersStatus = { problems: null, certificateDays: null, isOneOfCluster: false };

let status: LogServersStatus;
let told: string[];
let metrics: Registry;
let stop: () => void;
let pass: (ms: number) => void;

beforeEach(() => {
  let nowMs = 0;
  let look = (): void => undefined;
  mock.method(performance, 'now', () => nowMs);
  mock.method(globalThis, 'setInterval', (called: () => void) => {
    look = called;
    return { unref: () => undefined };
  });
  pass = (ms) => {
    look();
    nowMs += ms;
    look();
  };
  [status, told, metrics] = [sound, [], new Registry()];
  const log = {
    warn: (sentence: string) => void told.push(sentence),
    error: (_part: object, sentence: string) => void told.push(sentence),
  } as unknown as ServiceLogger['log'];
  const rawLog = { servers: () => status } as unknown as EventLog;
  certificateGauge(metrics, rawLog);
  stop = watchLogServers({ rawLog, logId: () => 'reached' }, log);
});
afterEach(() => {
  stop();
  mock.restoreAll();
});

it('a problem is told when it is found, and once a minute while it lasts', () => {
  status = { ...sound, problems: [{ is: 'PasswordWrong', user: 'servico' }] };
  pass(59 * SECOND_MS);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('recusou a senha do usuário servico');
  pass(2 * SECOND_MS);
  expect(told).toHaveLength(2);
  status = sound;
  pass(HOUR_MS);
  expect(told).toHaveLength(2);
});

it('a certificate that ends is told once a day from 30 days on, and is a metric before', async () => {
  const days = async () =>
    (await metrics.getSingleMetricAsString('event_store_certificate_days')).split('\n').at(-1);
  expect(await days()).not.toMatch(/\d$/);
  status = { ...sound, certificateDays: 30 };
  pass(HOUR_MS);
  expect(told).toEqual([]);
  expect(await days()).toBe('event_store_certificate_days 30');
  status = { ...sound, certificateDays: 29 };
  pass(23 * HOUR_MS);
  expect(told).toEqual(['O certificado do EventStoreDB vence em 29 dias: troque-o antes disso']);
  pass(2 * HOUR_MS);
  expect(told).toHaveLength(2);
});

it('an address that names one node of a cluster is told once a day', () => {
  status = { ...sound, isOneOfCluster: true };
  pass(23 * HOUR_MS);
  expect(told).toEqual([
    'EVENTSTORE_URL indica um só nó de um cluster: informe todos, separados por vírgula, ou use esdb+discover://',
  ]);
});
