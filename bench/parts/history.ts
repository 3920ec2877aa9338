// A log of a million lines: how soon a process is ready on it and what it then takes, and how fast read models are built from it.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { anonymousMbOf } from '../kernel.js';
import { atLeast, atMost, middle, ratio, type Figure } from '../measure.js';
import { operator, startService } from '../processes.js';
import { answersTo, type Stage, type BenchService } from '../stage.js';

const LINES = 20_000;
const COMPANIES = 50;
const STARTS = 5;
const REBUILDS = 3;

export async function start(stage: Stage): Promise<Figure[]> {
  const empty = await startsOn(() => mkdtempSync(join(stage.folder, 'empty-')));
  const service = await stage.openService('million', { companies: COMPANIES, accounts: LINES });
  await importEach(stage, service, service.cnpjs);
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
  const service = await stage.openService('rebuild', { companies: COMPANIES, accounts: LINES });
  const rates = async (companies: number): Promise<number[]> => {
    const perSecond: number[] = [];
    for (let round = 0; round < REBUILDS; round++) {
      const { seconds } = (await operator(service.dataDir, 'rebuild')) as { seconds: number };
      perSecond.push((companies * LINES) / seconds);
    }
    return perSecond;
  };
  await importEach(stage, service, service.cnpjs.slice(0, COMPANIES / 2));
  const half = await rates(COMPANIES / 2);
  await importEach(stage, service, service.cnpjs.slice(COMPANIES / 2));
  const whole = await rates(COMPANIES);
  return [
    atLeast('lines rebuilt a second, of a million', 60_000, middle(whole, 'lines/s')),
    atLeast('lines rebuilt a second, of a million / of half', 0.8, ratio(whole, half, 'lines/s')),
  ];
}

/** A month of 20,000 lines for each company. */
async function importEach(stage: Stage, service: BenchService, cnpjs: readonly string[]): Promise<void> {
  for (const cnpj of cnpjs) {
    await answersTo(stage.client, [service.monthCall({ cnpj })], 201);
    stage.forgetBodies();
  }
}
