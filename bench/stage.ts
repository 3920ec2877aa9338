// The setup of a run: a temporary folder on the project's disk, the floor, two load clients, and services (`BenchService`) with their own
// registers and keys.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Call } from './clientProtocol.js';
import { watchMemory, type MemoryWatch } from './memory.js';
import { operatorWith, startClient, startFloor, startService, type Client, type Floor } from './processes.js';
import { buildAccounts, buildCnpj, chartCsv, registersFile, type BuiltAccount } from '../test/support/builders.js';

export const CHART_NAME = 'Plano de Contas Único';
const SCOPES =
  'trial_balances:write,trial_balances:read,companies:read,chart_of_accounts:read,reconciliations:read,analytics:read';

export type Stage = Readonly<{
  folder: string;
  floor: Floor;
  client: Client;
  /** For another caller at the same time. */
  observer: Client;
  memory: MemoryWatch;
  openService(name: string, options: ServiceOptions): Promise<BenchService>;
  /** Keeps a body in a file of its own and returns its path. */
  keepBody(body: object): string;
  keepBytes(body: Uint8Array): string;
  /** Removes the bodies kept so far. */
  forgetBodies(): void;
  /** Stops everything and removes the folder. */
  close(): Promise<void>;
}>;

/** `env`: additional variables of the service and of commands. */
export type ServiceOptions = Readonly<{ companies: number; accounts: number; env?: NodeJS.ProcessEnv }>;

/** A running service, one client with companies that share one chart, and another client to look on. */
export type BenchService = Readonly<{
  cnpjs: readonly string[];
  accounts: readonly BuiltAccount[];
  dataDir: string;
  port(): number;
  pid(): number;
  importCall(bodyFile: string): Call;
  read(path: string): Call;
  /** A GraphQL query, in a file of its own. */
  query(bodyFile: string): Call;
  /** The other client, reading the list of its companies. */
  observerRead(): Call;
  observerImport(bodyFile: string): Call;
  observerCnpj: string;
  /** Stops the service and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}>;

export async function openStage(): Promise<Stage> {
  mkdirSync(resolve('data'), { recursive: true });
  const folder = mkdtempSync(resolve('data', 'bench-'));
  const floor = await startFloor(folder);
  const [client, observer] = [startClient(), startClient()];
  const services: BenchService[] = [];
  let [bodies, forgotten] = [0, 0];
  const memory = watchMemory(() => services.map((service) => service.pid()));
  return {
    folder,
    floor,
    client,
    observer,
    memory,
    async openService(name, options) {
      const service = await openService(join(folder, name), options);
      services.push(service);
      return service;
    },
    keepBody(body) {
      const file = join(folder, `body-${++bodies}.json`);
      writeFileSync(file, JSON.stringify(body));
      return file;
    },
    keepBytes(body) {
      const file = join(folder, `body-${++bodies}.json`);
      writeFileSync(file, body);
      return file;
    },
    forgetBodies() {
      for (; forgotten < bodies; forgotten++) rmSync(join(folder, `body-${forgotten + 1}.json`), { force: true });
    },
    async close() {
      memory.stop();
      await Promise.all([
        ...services.map((service) => service.stop()),
        floor.stop(),
        client.stop(),
        observer.stop(),
      ]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openService(
  folder: string,
  { companies, accounts: count, env = {} }: ServiceOptions,
): Promise<BenchService> {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const accounts = buildAccounts(count);
  writeFileSync(join(folder, 'plano.csv'), chartCsv(accounts));
  writeFileSync(join(folder, 'pequeno.csv'), chartCsv(buildAccounts(20)));
  const cnpjs = Array.from({ length: companies }, (_, index) => buildCnpj(index + 1));

  const apply = async (ref: string, chart: string, of: readonly string[]): Promise<void> => {
    const file = join(folder, `${ref}-${of[0]}.json`);
    const built = of.map((cnpj) => ({ cnpj, chartName: CHART_NAME, accountsFile: chart }));
    writeFileSync(file, JSON.stringify(registersFile(ref, built)));
    await operatorWith(env, dataDir, 'apply', file);
  };
  const issueKey = async (ref: string): Promise<string> => {
    const issue = ['keys', 'issue', '--client', ref, '--name', ref, '--scopes', SCOPES];
    const issued = await operatorWith(env, dataDir, ...issue);
    return (issued as { secret: string }).secret;
  };
  await apply('bench', 'plano.csv', cnpjs);
  const observerCnpj = buildCnpj(9_999);
  await apply('observer', 'pequeno.csv', [observerCnpj]);
  const [key, observerKey] = [await issueKey('bench'), await issueKey('observer')];

  let started = await startService(dataDir, env);
  const port = (): number => started.port;
  const imported = (bodyFile: string) =>
    ({ port: port(), method: 'POST', path: '/api/v1/trial-balances', bodyFile }) as const;
  return {
    cnpjs,
    accounts,
    dataDir,
    port,
    pid: () => started.pid,
    importCall: (bodyFile) => ({ ...imported(bodyFile), key }),
    read: (path) => ({ port: port(), method: 'GET', path: `/api/v1${path}`, key }),
    query: (bodyFile) => ({ port: port(), method: 'POST', path: '/api/v1/graphql', key, bodyFile }),
    observerRead: () => ({ port: port(), method: 'GET', path: '/api/v1/companies', key: observerKey }),
    observerImport: (bodyFile) => ({ ...imported(bodyFile), key: observerKey }),
    observerCnpj,
    async restart() {
      await started.stop();
      started = await startService(dataDir, env);
    },
    stop: () => started.stop(),
  };
}

/** A body whose import must answer one of these statuses. */
export async function importOf(
  client: Client,
  calls: readonly Call[],
  statuses: readonly number[],
  concurrency = 1,
): Promise<{ wallMs: number; eachMs: number[]; ids: number[] }> {
  const startedMs = performance.now();
  const answers = await client.send(calls, concurrency);
  const wallMs = performance.now() - startedMs;
  const odd = answers.find(({ status }) => !statuses.includes(status));
  if (odd) throw new Error(`expected ${statuses.join(' or ')}, got ${odd.status}: ${odd.body.slice(0, 500)}`);
  const ids = answers.map(({ body }) => idIn(body));
  return { wallMs, eachMs: answers.map(({ startedMs: from, endedMs }) => endedMs - from), ids };
}

function idIn(body: string): number {
  const answer = JSON.parse(body) as { data?: { trialBalanceId?: number } };
  return answer.data?.trialBalanceId ?? 0;
}
