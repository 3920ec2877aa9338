// How soon a process is ready and what it then takes, with nothing stored and with a million lines; and its first
// imports: the very first one of 20 lines, and nine of 20,000 lines against the floor.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { buildMonth } from '../../test/support/builders.js';
import type { Call } from '../clientProtocol.js';
import { atMost, median, spreadOf, type Figure } from '../measure.js';
import { memoryOf } from '../memory.js';
import { startService } from '../processes.js';
import { say } from '../report.js';
import { CHART_NAME, importOf, type Stage, type BenchService } from '../stage.js';

const ROUNDS = 5;
const LINES = 20_000;
const COMPANIES = 50;
const READY_SECONDS_MAX = 1.2;
const ANONYMOUS_MB_MAX = 160;
const FIRST_IMPORT_MS_MAX = 250;
const FIRST_IMPORTS = 9;

type Started = Readonly<{ seconds: number; anonymousMb: number }>;

export async function start(stage: Stage): Promise<Figure[]> {
  const { client } = stage;
  const empty: Started[] = [];
  for (let round = 0; round < ROUNDS; round++)
    empty.push(await startOnce(mkdtempSync(join(stage.folder, 'empty-'))));

  const service = await stage.openService('million', { companies: COMPANIES + 1, accounts: LINES });
  const [fresh = '', ...full] = service.cnpjs;
  for (const cnpj of full) {
    await importOf(client, [month(stage, service, cnpj, 0)], [201]);
    stage.forgetBodies();
  }
  say(`  ${COMPANIES} imports of ${LINES} lines are stored`);
  await importOf(client, [month(stage, service, fresh, 0)], [201]);
  await service.stop();
  const million: Started[] = [];
  for (let round = 0; round < ROUNDS; round++) million.push(await startOnce(service.dataDir));
  return [
    ...figures('an empty DATA_DIR', empty),
    ...figures('a million lines', million),
    ...(await firstImports(stage, service, fresh)),
  ];
}

/** The folder is a service's own `DATA_DIR`. */
async function startOnce(folder: string): Promise<Started> {
  const fromMs = performance.now();
  const service = await startService(folder);
  const seconds = (performance.now() - fromMs) / 1_000;
  const { anonymousMb } = memoryOf(service.pid);
  await service.stop();
  return { seconds, anonymousMb };
}

function figures(of: string, starts: readonly Started[]): Figure[] {
  const seconds = starts.map((one) => one.seconds);
  const anonymousMb = starts.map((one) => one.anonymousMb);
  return [
    absolute(`ready on ${of}, s`, READY_SECONDS_MAX, seconds),
    absolute(`RssAnon once ready on ${of}, MB`, ANONYMOUS_MB_MAX, anonymousMb),
  ];
}

function absolute(name: string, target: number, measured: readonly number[]): Figure {
  const ratio = median(measured);
  return { name, target: `≤ ${target}`, ratio, ok: ratio <= target, detail: spreadOf(measured) };
}

async function firstImports(stage: Stage, service: BenchService, cnpj: string): Promise<Figure[]> {
  const { client, floor } = stage;
  const small: number[] = [];
  const [large, floors]: [number[], number[]] = [[], []];
  const timed = async (call: Call): Promise<number> => (await importOf(client, [call], [201])).eachMs[0] ?? NaN;
  let variant = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await service.restart();
    small.push(await timed(month(stage, service, cnpj, ++variant, 20)));
    await service.restart();
    for (let nth = 0; nth < FIRST_IMPORTS; nth++) {
      const call = month(stage, service, cnpj, ++variant);
      floors.push(await timed({ ...call, port: floor.port, path: '/' }));
      large.push(await timed(call));
    }
  }
  return [
    absolute('first import of 20 lines after a restart, ms', FIRST_IMPORT_MS_MAX, small),
    atMost(`first ${FIRST_IMPORTS} imports of ${LINES} lines after a restart / floor`, 2.2, large, floors),
  ];
}

/** Every variant is a version of its own. */
function month(stage: Stage, service: BenchService, cnpj: string, variant: number, lines = LINES): Call {
  const accounts = service.accounts.slice(0, lines);
  return service.importCall(
    stage.keepBody(buildMonth(accounts, { cnpj, period: '2022-03', chartName: CHART_NAME, variant })),
  );
}
