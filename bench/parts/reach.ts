// How soon a change of keys and companies by the operator's command line takes effect in two API processes, on the event store's
// protocol and FerretDB.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEventStoreDb } from '../../src/stores/log/eventStoreDb/openEventStoreDb.js';
import { buildAccounts, buildCnpj, buildMonth, chartCsv, registersFile } from '../../test/support/builders.js';
import { spreadOf, type Figure } from '../measure.js';
import { operatorWith, startService, type Service } from '../processes.js';
import { CHART_NAME, type Stage } from '../stage.js';
import { onServers } from './servers.js';

const ROUNDS = 6;
const KNOWN_MAX_MS = 1_000;
const ACCOUNTS = buildAccounts(20);
const CNPJ = buildCnpj(1);
/** Between two questions of one asker. */
const ASK_EVERY_MS = 5;

export function reach(stage: Stage): Promise<Figure[]> {
  return onServers(stage, 'ferretdb', async ({ env }) => {
    const dataDir = join(stage.folder, 'reach');
    mkdirSync(dataDir, { recursive: true });
    const operator = (...args: string[]) => operatorWith(env, dataDir, ...args);
    const services: Service[] = [];
    for (const [name, roles] of Object.entries({ projecting: 'projector', one: 'api', other: 'api' })) {
      const ownDir = join(dataDir, name, 'data');
      mkdirSync(ownDir, { recursive: true });
      services.push(await startService(ownDir, { ...env, ROLES: roles }));
    }
    const [, one, other] = services;
    if (one === undefined || other === undefined) throw new Error('two processes were to be started');
    const apis = [one, other];
    try {
      const revoked = await keysRevoked(env['EVENTSTORE_URL'] ?? '', operator, dataDir, apis);
      const closed = await companiesChanged(env['EVENTSTORE_URL'] ?? '', operator, dataDir, apis);
      return [
        known('a revoked key is refused by every process, ms after the event', revoked),
        known('a company no longer active is refused by every process, ms after the event', closed),
      ];
    } finally {
      await Promise.all(services.map((service) => service.stop()));
    }
  });
}

type Operator = (...args: string[]) => Promise<unknown>;

/** The slowest round counts. */
function known(name: string, ms: readonly number[]): Figure {
  const ratio = Math.max(...ms);
  const detail = `${spreadOf(ms)} ms, of ${ms.length} rounds; the slower of two processes`;
  return { name, target: `≤ ${KNOWN_MAX_MS}`, ratio, ok: ratio <= KNOWN_MAX_MS, detail };
}

async function keysRevoked(url: string, operator: Operator, dataDir: string, apis: readonly Service[]) {
  await register(operator, dataDir, 'ACTIVE');
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { id, secret } = await issue(operator);
    const refused = Promise.all(apis.map((api) => firstTime(() => reading(api, secret), 401)));
    await operator('keys', 'revoke', String(id));
    samples.push(Math.max(...(await refused)) - (await lastWritten(url, 'apiKeys')));
  }
  return samples;
}

async function companiesChanged(url: string, operator: Operator, dataDir: string, apis: readonly Service[]) {
  const { secret } = await issue(operator);
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [status, expected] = round % 2 === 0 ? (['SUSPENDED', 403] as const) : (['ACTIVE', 200] as const);
    const known = Promise.all(apis.map((api) => firstTime(() => importing(api, secret), expected)));
    await register(operator, dataDir, status);
    samples.push(Math.max(...(await known)) - (await lastWritten(url, 'client-1')));
  }
  return samples;
}

/** Asks until the answer is the expected one. @returns the wall clock's time of that answer, ms */
async function firstTime(ask: () => Promise<number>, status: number): Promise<number> {
  while ((await ask()) !== status) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  return Date.now();
}

async function reading({ port }: Service, key: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/companies`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await response.arrayBuffer();
  return response.status;
}

/** Nothing is stored by it, whatever the company's state. */
async function importing({ port }: Service, key: string): Promise<number> {
  const body = buildMonth(ACCOUNTS, { cnpj: CNPJ, period: '2022-03', chartName: CHART_NAME });
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/trial-balances?validateOnly=true`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

async function register(operator: Operator, dataDir: string, status: string): Promise<void> {
  writeFileSync(join(dataDir, 'plano.csv'), chartCsv(ACCOUNTS));
  const file = join(dataDir, 'registers.json');
  const company = { cnpj: CNPJ, chartName: CHART_NAME, accountsFile: 'plano.csv', status };
  writeFileSync(file, JSON.stringify(registersFile('bench', [company])));
  await operator('apply', file);
}

async function issue(operator: Operator): Promise<{ id: number; secret: string }> {
  const scopes = 'trial_balances:write,companies:read';
  const issued = await operator('keys', 'issue', '--client', 'bench', '--name', 'bench', '--scopes', scopes);
  return issued as { id: number; secret: string };
}

/** When the newest event of a stream was written, by the wall clock of this machine, ms. */
async function lastWritten(url: string, stream: string): Promise<number> {
  const log = await openEventStoreDb(url);
  try {
    let at = '';
    for await (const { metadata } of log.read(stream, 0)) at = metadata.at;
    return Date.parse(at);
  } finally {
    await log.close();
  }
}
