// A log of a million lines: how soon a process is ready on it and what it then takes, and how fast read models are
// built from it.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { anonymousMbOf } from '../kernel.js';
import { atLeast, atMost, middle, ratio, type Figure } from '../measure.js';
import { operator, startService } from '../processes.js';
import { answersTo, periodOf, type Stage, type BenchService } from '../stage.js';

const LINES = 20_000;
const COMPANIES = 50;
const STARTS = 5;
const REBUILDS = 3;

export async function start(stage: Stage): Promise<Figure[]> {
  const empty = await startsOn(() => mkdtempSync(join(stage.folder, 'empty-')));
  const service = await stage.openService('million', { companies: COMPANIES, accounts: LINES });
  await importEach(stage, service, '2022-03');
  await service.stop();
  const million = await startsOn(() => service.dataDir);
  return [...figures('an empty DATA_DIR', empty), ...figures('a million lines', million)];
}

type Started = Readonly<{ seconds: number; anonymousMb: number }>;

async function startsOn(folder: () => string): Promise<Started[]> {
  const starts: Started[] = [];
  for (let round = 0; round < STARTS; round++) {
    const dataDir = folder();
    const fromMs = performance.now();
    const service = await startService(dataDir);
    starts.push({ seconds: (performance.now() - fromMs) / 1_000, anonymousMb: anonymousMbOf(service.pid) });
    await service.stop();
  }
  return starts;
}

function figures(of: string, starts: readonly Started[]): Figure[] {
  const seconds = starts.map((one) => one.seconds);
  const megabytes = starts.map((one) => one.anonymousMb);
  return [
    atMost(`/health/ready on ${of}, s`, 1.2, middle(seconds, 's')),
    atMost(`RssAnon then on ${of}, MB`, 160, middle(megabytes, 'MB')),
  ];
}

export async function rebuild(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('rebuild', { companies: 5, accounts: LINES });
  let lines = 0;
  const importMonths = async (from: number, to: number): Promise<void> => {
    for (let month = from; month < to; month++)
      lines += LINES * (await importEach(stage, service, periodOf(month)));
  };
  const rates = async (): Promise<number[]> => {
    const perSecond: number[] = [];
    for (let round = 0; round < REBUILDS; round++) {
      const { seconds } = (await operator(service.dataDir, 'rebuild')) as { seconds: number };
      perSecond.push(lines / seconds);
    }
    return perSecond;
  };
  await importMonths(240, 245);
  const half = await rates();
  await importMonths(245, 250);
  const whole = await rates();
  return [
    atLeast('lines rebuilt a second, of a million', 60_000, middle(whole, 'lines/s')),
    atLeast('lines rebuilt a second, of a million / of half', 0.8, ratio(whole, half, 'lines/s')),
  ];
}

/** A month of 20,000 lines for each company. @returns how many there are */
async function importEach(stage: Stage, service: BenchService, period: string): Promise<number> {
  for (const cnpj of service.cnpjs) {
    await answersTo(stage.client, [service.monthCall({ cnpj, period })], 201);
    stage.forgetBodies();
  }
  return service.cnpjs.length;
}
