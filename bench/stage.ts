// The setup of a run: a temporary folder on the project's disk, the floor, two load clients, and services
// (`BenchService`) with their own registers and keys.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { watchMemory } from './kernel.js';
import { operator, startClient, startFloor, startService, type Client } from './processes.js';
import type { Answered, Call } from './protocol.js';
import {
  buildAccounts,
  buildCnpj,
  buildMonth,
  chartCsv,
  registersFile,
  type BuiltAccount,
} from '../test/support/builders.js';

export const CHART_NAME = 'Plano de Contas Único';
const SCOPES =
  'trial_balances:write,trial_balances:read,companies:read,chart_of_accounts:read,reconciliations:read,analytics:read';

export type Stage = Readonly<Awaited<ReturnType<typeof openStage>>>;

/** `env`: additional variables of the service. */
export type ServiceOptions = Readonly<{ companies: number; accounts: number; env?: NodeJS.ProcessEnv }>;

/** A running service, one client with companies that share one chart, and another client to look on. */
export type BenchService = Readonly<{
  cnpjs: readonly string[];
  accounts: readonly BuiltAccount[];
  dataDir: string;
  port: number;
  pid: number;
  importCall(bodyFile: string): Call;
  /** A month of all its accounts. Every variant is a version of its own. */
  monthCall(month: Readonly<{ cnpj?: string; period?: string; variant?: number }>): Call;
  /** A file of the first company, unless said, for another month each. */
  fileCall(path: string, kind: string, options?: Readonly<{ cnpj?: string; validateOnly?: boolean }>): Call;
  read(path: string): Call;
  /** The other client, reading the list of its companies. */
  observerRead(): Call;
  stop(): Promise<void>;
}>;

export async function openStage() {
  mkdirSync(resolve('data'), { recursive: true });
  const folder = mkdtempSync(resolve('data', 'bench-'));
  const floor = await startFloor(folder);
  const client = startClient();
  const observer = startClient();
  const services: BenchService[] = [];
  let bodies = 0;
  let forgotten = 0;
  const memory = watchMemory(() => services.map((service) => service.pid));
  const keepBytes = (body: string | Uint8Array): string => {
    const file = join(folder, `body-${++bodies}`);
    writeFileSync(file, body);
    return file;
  };
  return {
    folder,
    floor,
    client,
    /** For another caller at the same time. */
    observer,
    memory,
    /** Keeps a body in a file of its own and returns its path. */
    keepBytes,
    async openService(name: string, options: ServiceOptions) {
      const service = await openService(join(folder, name), keepBytes, options);
      services.push(service);
      return service;
    },
    /** Removes the bodies kept so far. */
    forgetBodies() {
      for (; forgotten < bodies; forgotten++) rmSync(join(folder, `body-${forgotten + 1}`), { force: true });
    },
    /** Stops everything and removes the folder. */
    async close() {
      memory.stop();
      await Promise.all([...services, floor, client, observer].map((process) => process.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openService(
  folder: string,
  keepBytes: Stage['keepBytes'],
  { companies, accounts: count, env }: ServiceOptions,
): Promise<BenchService> {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const accounts = buildAccounts(count);
  writeFileSync(join(folder, 'plano.csv'), chartCsv(accounts));
  const cnpjs = Array.from({ length: companies }, (_, index) => buildCnpj(index + 1));
  const keyOf = async (ref: string, of: readonly string[]): Promise<string> => {
    const file = join(folder, `${ref}.json`);
    const built = of.map((cnpj) => ({ cnpj, chartName: CHART_NAME, accountsFile: 'plano.csv' }));
    writeFileSync(file, JSON.stringify(registersFile(ref, built)));
    await operator(dataDir, 'apply', file);
    const issued = await operator(dataDir, 'keys', 'issue', '--client', ref, '--name', ref, '--scopes', SCOPES);
    return (issued as { secret: string }).secret;
  };
  const key = await keyOf('bench', cnpjs);
  const observerKey = await keyOf('observer', [buildCnpj(9_999)]);

  const { port, pid, stop } = await startService(dataDir, env);
  let month = 0;
  const importCall = (bodyFile: string) =>
    ({ port, method: 'POST', path: '/api/v1/trial-balances', bodyFile, key }) as const;
  return {
    cnpjs,
    accounts,
    dataDir,
    port,
    pid,
    importCall,
    monthCall({ cnpj = cnpjs[0] ?? '', period = '2022-03', variant = 0 }) {
      const month = { cnpj, period, chartName: CHART_NAME, variant };
      return importCall(keepBytes(JSON.stringify(buildMonth(accounts, month))));
    },
    fileCall(path, kind, { cnpj = cnpjs[0] ?? '', validateOnly = false } = {}) {
      const boundary = '--bench\r\nContent-Disposition: form-data; name=';
      const fields = { cnpj, period: periodOf(month++), chartName: CHART_NAME };
      const head = Object.entries(fields).map(([name, value]) => `${boundary}"${name}"\r\n\r\n${value}\r\n`);
      const file = `${boundary}"file"; filename="report.${kind}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
      const parts = [head.join('') + file, readFileSync(path), '\r\n--bench--\r\n'];
      return {
        ...importCall(keepBytes(Buffer.concat(parts.map((part) => Buffer.from(part))))),
        path: `/api/v1/trial-balances/arquivo${validateOnly ? '?validateOnly=true' : ''}`,
        contentType: 'multipart/form-data; boundary=bench',
      };
    },
    read: (path) => ({ port, method: 'GET', path: `/api/v1${path}`, key }),
    observerRead: () => ({ port, method: 'GET', path: '/api/v1/companies', key: observerKey }),
    stop,
  };
}

/** The n-th month since 2001. */
export function periodOf(index: number): string {
  return `${2001 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** Sends calls, each of which must be answered with this status. */
export async function answersTo(
  client: Client,
  calls: readonly Call[],
  status: number,
  concurrency = 1,
): Promise<readonly Answered[]> {
  const answers = await client.send(calls, concurrency);
  const odd = answers.find((answer) => answer.status !== status);
  if (odd) throw new Error(`expected ${status}, got ${odd.status}: ${odd.body.slice(0, 500)}`);
  return answers;
}

/** How long a call took, in ms. */
export async function msOf(client: Client, call: Call, status: number): Promise<number> {
  const [answer] = await answersTo(client, [call], status);
  return answer ? answer.endedMs - answer.startedMs : NaN;
}

/** Of the trial balance that an import made. */
export function idIn(answer: Answered | undefined): number {
  return (JSON.parse(answer?.body ?? '') as { data: { trialBalanceId: number } }).data.trialBalanceId;
}
