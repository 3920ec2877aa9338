// First pages of every list with 1,000,000 lines in 100,000 trial balances stored, against a service that holds 100.
import { buildMonth } from '../../test/support/builders.js';
import { atLeast, interleave, type Figure } from '../measure.js';
import { operator } from '../processes.js';
import { say } from '../report.js';
import { CHART_NAME, importOf, type Stage, type BenchService } from '../stage.js';

const COMPANIES = 50;
const LINES = 10;
const FEW = 100;
const MANY = 100_000;
const MONTHS = 24;
const FEW_RELEASED = 6;
const CONNECTIONS = 8;
const FOR_MS = 1_000;

export async function scale(stage: Stage): Promise<Figure[]> {
  const few = await stage.openService('few', { companies: COMPANIES, accounts: LINES });
  const many = await stage.openService('many', { companies: COMPANIES, accounts: LINES });
  await fill(stage, few, FEW);
  const id = await fill(stage, many, MANY);
  await releaseFirst(stage, few, FEW_RELEASED);
  await releaseFirst(stage, many, COMPANIES);
  // Each answers as many rows in both: only what is stored beside them differs.
  const lists = [
    '/companies',
    '/trial-balances',
    `/trial-balances?cnpj=${few.cnpjs[0]}&limit=2`,
    '/trial-balances?period=2021-01',
    `/trial-balances/{id}/lines`,
    '/reconciliations',
  ];
  const figures: Figure[] = [];
  for (const list of lists) {
    const perSecond = (service: BenchService, path: string) => async () => {
      const result = await stage.client.load(service.read(path), CONNECTIONS, FOR_MS);
      if (result.failed > 0) throw new Error(`${result.failed} reads of ${path} failed`);
      return result.perSecond;
    };
    const samples = await interleave(
      5,
      {
        few: perSecond(few, list.replace('{id}', '1')),
        many: perSecond(many, list.replace('{id}', String(id))),
      },
      1,
    );
    figures.push(atLeast(`${list}: 100,000 stored / 100`, 0.8, samples.many, samples.few, 'requests/s'));
  }
  return figures;
}

/** Releases the first month of so many companies: ten reconciliations each. */
async function releaseFirst({ client }: Stage, service: BenchService, companies: number): Promise<void> {
  const [answer] = await client.send([service.read('/companies?limit=100')]);
  const { data } = JSON.parse(answer?.body ?? '{}') as { data: { id: number }[] };
  for (const { id } of data.slice(0, companies))
    await operator(service.dataDir, 'release', '--company', String(id), '--period', '2021-01');
}

/** Spreads imports over companies and months; returns the last id. */
async function fill(stage: Stage, service: BenchService, count: number): Promise<number> {
  let lastId = 0;
  const batch = COMPANIES * 20;
  for (let done = 0; done < count; done += batch) {
    const calls = Array.from({ length: Math.min(batch, count - done) }, (_, index) => {
      const number = done + index;
      const month = Math.floor(number / COMPANIES) % MONTHS;
      const period = `${2021 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
      const cnpj = service.cnpjs[number % COMPANIES] ?? '';
      const variant = Math.floor(number / COMPANIES / MONTHS) + 1;
      const body = buildMonth(service.accounts, { cnpj, period, chartName: CHART_NAME, variant });
      return service.importCall(stage.keepBody(body));
    });
    lastId = (await importOf(stage.client, calls, [201], COMPANIES)).ids.at(-1) ?? 0;
    stage.forgetBodies();
    if (done % (batch * 20) === 0) say(`  ${done} of ${count} trial balances stored`);
  }
  return lastId;
}
