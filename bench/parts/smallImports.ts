// Imports of 20 lines: the 5,000th of a company, and fifty companies at once.
import { buildMonth } from '../../test/support/builders.js';
import type { Call } from '../clientProtocol.js';
import { atLeast, atMost, interleave, type Figure } from '../measure.js';
import { CHART_NAME, importOf, type Stage, type BenchService } from '../stage.js';

const COMPANIES = 50;
const YOUNG = 50;
const OLD = 5_000;
const ROUNDS = 41;

export async function smallImports(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('small', { companies: COMPANIES, accounts: 20 });
  const [old, young] = [service.cnpjs[0] ?? '', service.cnpjs[1] ?? ''];
  const versions = new Map<string, number>();
  const next = (cnpj: string): Call => {
    const variant = (versions.get(cnpj) ?? 0) + 1;
    versions.set(cnpj, variant);
    const body = buildMonth(service.accounts, { cnpj, period: '2022-03', chartName: CHART_NAME, variant });
    return service.importCall(stage.keepBody(body));
  };
  const many = (cnpj: string, count: number) =>
    importOf(
      stage.client,
      Array.from({ length: count }, () => next(cnpj)),
      [201],
      4,
    );
  const one = async (cnpj: string) => (await importOf(stage.client, [next(cnpj)], [201])).eachMs[0] ?? NaN;

  await many(old, OLD - ROUNDS);
  await many(young, YOUNG);
  const samples = await interleave(ROUNDS, { old: () => one(old), young: () => one(young) });
  const age = atMost(`small import, ${OLD}th / ${YOUNG}th`, 1.2, samples.old, samples.young);
  return [age, await sharedCommits(stage, service, next)];
}

async function sharedCommits(stage: Stage, service: BenchService, next: (cnpj: string) => Call): Promise<Figure> {
  const perSecond = async (concurrency: number): Promise<number> => {
    const calls = [...service.cnpjs, ...service.cnpjs, ...service.cnpjs, ...service.cnpjs].map(next);
    const { wallMs } = await importOf(stage.client, calls, [201], concurrency);
    return (calls.length * 1000) / wallMs;
  };
  const samples = await interleave(9, { one: () => perSecond(1), all: () => perSecond(COMPANIES) });
  return atLeast(`${COMPANIES} companies at once / one at a time`, 3, samples.all, samples.one, 'imports/s');
}
