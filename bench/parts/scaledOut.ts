// What a second process that answers requests brings, on the embedded stores and on servers, and what the limit in Redis
// costs a request. Servers come from .ci/servers/install.
import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildAccounts, buildCnpj, buildMonth, chartCsv, registersFile } from '../../test/support/builders.js';
import { ServerProcess } from '../../test/support/eventStoreServer/child.js';
import { isInstalled, startServer } from '../../test/support/installedServers.js';
import type { Call } from '../clientProtocol.js';
import { cpuMsOf } from '../cpuTime.js';
import { atLeast, interleave, median, rounded, spreadOf, type Figure } from '../measure.js';
import { operatorWith, startService, type Service } from '../processes.js';
import { say } from '../report.js';
import { CHART_NAME, importOf, type Stage } from '../stage.js';

const LINES = 400;
const CONNECTIONS = 16;
const FOR_MS = 2_000;
const ROUNDS = 7;
const ALONE_CALLS = 300;

type Env = Readonly<Record<string, string>>;

export async function scaledOut(stage: Stage): Promise<Figure[]> {
  const figures = await onStores(stage, 'embedded stores', {});
  if (!isInstalled('ferretdb') || !isInstalled('redis')) {
    say('── on servers left out: .ci/servers/install ferretdb redis');
    return figures;
  }
  const folder = join(stage.folder, 'event-store');
  mkdirSync(folder);
  const eventStore = new ServerProcess(folder);
  const [mongo, redis] = await Promise.all([startServer('ferretdb'), startServer('redis'), eventStore.start()]);
  try {
    const env = {
      EVENTSTORE_URL: eventStore.url,
      MONGODB_URL: mongo.url,
      SECRETS_KEY: randomBytes(32).toString('base64'),
    };
    const onServers = await onStores(stage, 'EventStoreDB’s protocol and FerretDB', env);
    return [...figures, ...onServers, ...(await limitCost(stage, redis.url))];
  } finally {
    await Promise.all([mongo.remove(), redis.remove(), eventStore.kill()]);
  }
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
  const { ids } = await importOf(stage.client, [post], [201]);
  const page = ({ port }: Service): Call => ({
    port,
    method: 'GET',
    path: `/api/v1/trial-balances/${ids[0]}/lines?page=2&limit=100`,
    key,
  });
  return { one, other, page, stop: () => Promise.all([one.stop(), other.stop()]) };
}

async function onStores(stage: Stage, stores: string, env: Env): Promise<Figure[]> {
  const { client, observer } = stage;
  const { one, other, page, stop } = await opened(stage, stores, env);
  const loadShares: number[] = [];
  /** Both load clients at once, each with half the connections. */
  const served = (left: Service, right: Service) => async (): Promise<number> => {
    const loaders = [client.pid, observer.pid];
    const cpuBefore = loaders.map(cpuMsOf);
    const startedMs = performance.now();
    const results = await Promise.all([
      client.load(page(left), CONNECTIONS / 2, FOR_MS),
      observer.load(page(right), CONNECTIONS / 2, FOR_MS),
    ]);
    const coresMs = (performance.now() - startedMs) * availableParallelism();
    const usedMs = loaders.map(cpuMsOf).reduce((sum, ms, at) => sum + ms - (cpuBefore[at] ?? 0), 0);
    if (left !== right) loadShares.push(usedMs / coresMs);
    const failed = results.reduce((sum, result) => sum + result.failed, 0);
    if (failed > 0) throw new Error(`${failed} reads failed`);
    const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0);
    if (perSecond === 0) throw new Error('nothing was served: the machine has too much else to do');
    return perSecond;
  };
  try {
    const samples = await interleave(ROUNDS, { two: served(one, other), one: served(one, one) }, 1);
    const figure = atLeast(`two api processes / one, ${stores}`, 1, samples.two, samples.one, 'pages/s');
    const share = (median(loadShares) * 100).toFixed(0);
    return [
      { ...figure, detail: `${figure.detail}; the load took ${share} % of ${availableParallelism()} cores` },
    ];
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
