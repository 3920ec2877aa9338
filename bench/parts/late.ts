// What an event store far away costs: the same imports and the same rebuild on one whose every answer comes 20 ms late. The
// difference tells how many calls they wait for one after the other.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ServerProcess } from '../../test/eventStoreServer/child.js';
import { buildAccounts, buildMonth, everyLineWrong, type BuiltAccount } from '../../test/support/builders.js';
import type { Call } from '../clientProtocol.js';
import { atMost, interleave, median, versus, type Figure } from '../measure.js';
import { operatorWith } from '../processes.js';
import { CHART_NAME, importOf, type Stage, type BenchService } from '../stage.js';

const LATE_MS = 20;
const ROUNDS = 50;
const newKey = (): string => randomBytes(32).toString('base64');
const LARGE = 20_000;
const SMALL = 20;
const REBUILT = { imports: 200, lines: 5_000, rounds: 3, atMost: 1.3 };

export async function late(stage: Stage): Promise<Figure[]> {
  const folder = join(stage.folder, 'event-store');
  mkdirSync(folder);
  const server = new ServerProcess(folder);
  await server.start();
  try {
    const env = { EVENTSTORE_URL: server.url, SECRETS_KEY: newKey(), SEAL_KEY: newKey() };
    const service = await stage.openService('late', { companies: 2, accounts: LARGE, env });
    return [
      ...(await imported(stage, server, smallImports(stage, service), `${SMALL} lines`, 70)),
      ...(await imported(stage, server, largeImports(stage, service), `${LARGE} lines`, 90)),
      await rebuilt(stage, server, service, env),
    ];
  } finally {
    await server.kill();
  }
}

/** Calls that store a version, that repeat the last one in other bytes, and that are refused. */
type Imports = Readonly<{ next(): Call; again(): Call; refused(): Call; before(): Call }>;

function smallImports(stage: Stage, service: BenchService): Imports {
  const accounts = buildAccounts(SMALL);
  return importsOf(stage, accounts, service.observerCnpj, (file) => service.observerImport(file));
}

function largeImports(stage: Stage, service: BenchService): Imports {
  return importsOf(stage, service.accounts, service.cnpjs[0] ?? '', (file) => service.importCall(file));
}

function importsOf(
  stage: Stage,
  accounts: readonly BuiltAccount[],
  cnpj: string,
  callOf: (bodyFile: string) => Call,
): Imports {
  let variant = 0;
  let repeated = 0;
  const body = (period = '2022-03') => buildMonth(accounts, { cnpj, period, chartName: CHART_NAME, variant });
  return {
    before: () => callOf(stage.keepBody(body('2022-02'))),
    refused: () => callOf(stage.keepBody(everyLineWrong(body(), 'movement'))),
    next() {
      variant += 1;
      return callOf(stage.keepBody(body()));
    },
    again() {
      repeated += 1;
      return callOf(stage.keepBytes(Buffer.from(' '.repeat(repeated) + JSON.stringify(body()))));
    },
  };
}

async function imported(
  stage: Stage,
  server: ServerProcess,
  { before, next, again, refused }: Imports,
  what: string,
  mostMs: number,
): Promise<Figure[]> {
  const { client } = stage;
  await importOf(client, [before()], [201]);
  const timed = async (lateMs: number, call: Call, status: number) => {
    server.late(lateMs);
    const { eachMs } = await importOf(client, [call], [status]);
    stage.forgetBodies();
    return eachMs[0] ?? NaN;
  };
  const kinds = {
    stored: (lateMs: number) => timed(lateMs, next(), 201),
    resend: (lateMs: number) => timed(lateMs, again(), 200),
    refused: (lateMs: number) => timed(lateMs, refused(), 400),
  };
  const figures: Figure[] = [];
  for (const [kind, one] of Object.entries(kinds)) {
    const samples = await interleave(ROUNDS, { late: () => one(LATE_MS), prompt: () => one(0) });
    const moreMs = median(samples.late) - median(samples.prompt);
    const name = `${what}, ${kind}, answers ${LATE_MS} ms late, ms more`;
    const detail = `${versus(samples.late, samples.prompt, 'ms')}; ${(moreMs / LATE_MS).toFixed(1)} calls in a row`;
    figures.push({ name, target: `≤ ${mostMs}`, ratio: moreMs, ok: moreMs <= mostMs, detail });
  }
  server.late(0);
  return figures;
}

async function rebuilt(
  stage: Stage,
  server: ServerProcess,
  service: BenchService,
  env: NodeJS.ProcessEnv,
): Promise<Figure> {
  const accounts = service.accounts.slice(0, REBUILT.lines);
  const cnpj = service.cnpjs[1] ?? '';
  for (let variant = 0; variant < REBUILT.imports; variant++) {
    const body = buildMonth(accounts, { cnpj, period: '2022-03', chartName: CHART_NAME, variant });
    await importOf(stage.client, [service.importCall(stage.keepBody(body))], [201]);
    stage.forgetBodies();
  }
  const seconds = async (lateMs: number): Promise<number> => {
    server.late(lateMs);
    return ((await operatorWith(env, service.dataDir, 'rebuild')) as { seconds: number }).seconds;
  };
  const samples = await interleave(REBUILT.rounds, { late: () => seconds(LATE_MS), prompt: () => seconds(0) }, 1);
  server.late(0);
  const name = `rebuild of ${REBUILT.imports} imports of ${REBUILT.lines} lines, answers ${LATE_MS} ms late`;
  return atMost(name, REBUILT.atMost, samples.late, samples.prompt, 's');
}
