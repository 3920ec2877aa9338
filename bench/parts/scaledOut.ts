// What a second process that answers requests brings, on the embedded stores and on servers, and what the limit in Redis
// costs a request. Servers come from .ci/servers/install.
import { Redis } from 'ioredis';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildAccounts, buildCnpj, buildMonth, chartCsv, registersFile } from '../../test/support/builders.js';
import type { Call } from '../clientProtocol.js';
import { cpuMsOf } from '../cpuTime.js';
import { atLeast, interleave, median, rounded, spreadOf, type Figure } from '../measure.js';
import { operatorWith, startService, type Service } from '../processes.js';
import { CHART_NAME, importOf, type Stage } from '../stage.js';
import { onServers, type Env } from './servers.js';

const LINES = 400;
const CONNECTIONS = 32;
const FOR_MS = 2_000;
const ROUNDS = 7;
const ALONE_CALLS = 300;

export async function scaledOut(stage: Stage): Promise<Figure[]> {
  const figures = await onStores(stage, 'embedded stores', {});
  const onOthers = await onServers(stage, 'mongo-java-server', async ({ env, redisUrl }) => [
    ...(await onStores(stage, 'EventStoreDB’s protocol and mongo-java-server', env)),
    ...(await limitCost(stage, redisUrl)),
  ]);
  return [...figures, ...onOthers];
}

/** Registers, one trial balance and a key, and two services that answer for them. */
async function opened(stage: Stage, name: string, env: Env, envOf: readonly [Env, Env] = [{}, {}]) {
  const folder = join(stage.folder, name.replaceAll(/\W+/g, '-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const accounts = buildAccounts(LINES);
  const cnpj = buildCnpj(1);
  writeFileSync(join(folder, 'plano.csv'), chartCsv(accounts));
  const registers = join(folder, 'registers.json');
  const company = { cnpj, chartName: CHART_NAME, accountsFile: 'plano.csv' };
  writeFileSync(registers, JSON.stringify(registersFile('bench', [company])));
  const one = await startService(dataDir, { ...env, ...envOf[0] });
  await operatorWith(env, dataDir, 'apply', registers);
  const scopes = 'trial_balances:write,trial_balances:read,companies:read';
  const issue = ['keys', 'issue', '--client', 'bench', '--name', 'bench', '--scopes', scopes];
  const { secret: key } = (await operatorWith(env, dataDir, ...issue)) as { secret: string };
  const other = await startService(dataDir, { ROLES: 'api', ...env, ...envOf[1] });
  const bodyFile = stage.keepBody(buildMonth(accounts, { cnpj, period: '2022-03', chartName: CHART_NAME }));
  const post = { port: one.port, method: 'POST', path: '/api/v1/trial-balances', key, bodyFile } as const;
  await importOf(stage.client, [post], [201]);
  const page = ({ port }: Service): Call => ({
    port,
    method: 'GET',
    // A short answer: copying long ones over loopback takes the machine more than answering them takes a process.
    path: '/api/v1/trial-balances?limit=10',
    key,
  });
  return { one, other, page, stop: () => Promise.all([one.stop(), other.stop()]) };
}

async function onStores(stage: Stage, stores: string, env: Env): Promise<Figure[]> {
  const { client, observer } = stage;
  const { one, other, page, stop } = await opened(stage, stores, env);
  const shares = { load: [] as number[], processes: [] as number[] };
  /** Both load clients at once, each with half the connections. */
  const served = (left: Service, right: Service) => async (): Promise<number> => {
    const cpuOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
    const loaders = [client.pid, observer.pid];
    const processes = [one.pid, other.pid];
    const before = { load: cpuOf(loaders), processes: cpuOf(processes) };
    const startedMs = performance.now();
    const results = await Promise.all([
      client.load(page(left), CONNECTIONS / 2, FOR_MS),
      observer.load(page(right), CONNECTIONS / 2, FOR_MS),
    ]);
    const coresMs = (performance.now() - startedMs) * availableParallelism();
    if (left !== right) {
      shares.load.push((cpuOf(loaders) - before.load) / coresMs);
      shares.processes.push((cpuOf(processes) - before.processes) / coresMs);
    }
    const failed = results.reduce((sum, result) => sum + result.failed, 0);
    if (failed > 0) throw new Error(`${failed} reads failed`);
    const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0);
    if (perSecond === 0) throw new Error('nothing was served: the machine has too much else to do');
    return perSecond;
  };
  try {
    const samples = await interleave(ROUNDS, { two: served(one, other), one: served(one, one) }, 1);
    const figure = atLeast(`two api processes / one, ${stores}`, 1, samples.two, samples.one, 'lists/s');
    const [load, processes] = [shares.load, shares.processes].map(
      (each) => `${(median(each) * 100).toFixed(0)} %`,
    );
    const detail = `${figure.detail}; of ${availableParallelism()} cores the load took ${load}, the two ${processes}`;
    return [{ ...figure, detail }];
  } finally {
    await stop();
  }
}

/** One connection, one request after another, to two processes that differ in where they count alone. */
async function limitCost(stage: Stage, redisUrl: string): Promise<Figure[]> {
  const inRedis = { REDIS_URL: redisUrl };
  const { one, other, page, stop } = await opened(stage, 'limits', {}, [{}, inRedis]);
  const redis = new Redis(redisUrl);
  const scripts = async (): Promise<number> => {
    const stats = await redis.info('commandstats');
    return [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].reduce(
      (sum, [, calls]) => sum + Number(calls),
      0,
    );
  };
  let requests = 0;
  const eachUs = (service: Service) => async (): Promise<number> => {
    const startedMs = performance.now();
    const answers = await stage.client.send(Array<Call>(ALONE_CALLS).fill(page(service)));
    const tookMs = performance.now() - startedMs;
    if (answers.some(({ status }) => status !== 200)) throw new Error('some reads failed');
    if (service === other) requests += answers.length;
    return (tookMs / answers.length) * 1_000;
  };
  try {
    const before = await scripts();
    const samples = await interleave(ROUNDS, { redis: eachUs(other), memory: eachUs(one) }, 1);
    const trips = ((await scripts()) - before) / requests;
    const costUs = median(samples.redis) - median(samples.memory);
    const detail = `${spreadOf(samples.redis)} : ${spreadOf(samples.memory)} µs a request, ${rounded(costUs)} µs more`;
    return [{ name: 'round trips to Redis a request', target: '≤ 1', ratio: trips, ok: trips <= 1, detail }];
  } finally {
    redis.disconnect();
    await stop();
  }
}
