// Reserves ids for the new companies and charts of a registers' file.
import type { Client } from '../../domain/clients/fold.js';
import type { RequestedClient } from '../../domain/clients/applyRequest.js';
import type { IdAllocator } from '../kernel/idAllocator.js';

/** Ids in the order of the file; kept when a lost race repeats the decision. */
export function createReservedIds(ids: IdAllocator) {
  const companyIds = new Map<string, number>();
  const chartIds = new Map<string, number>();
  const chartKey = (cnpj: string, name: string): string => `${cnpj} ${name}`;

  async function reserve(state: Client, { companies }: RequestedClient): Promise<void> {
    const newCompanies = companies.map(({ cnpj }) => cnpj).filter((cnpj) => !state.companies.has(cnpj));
    await reserveFor(companyIds, newCompanies, 'company');
    const newCharts = companies.flatMap(({ cnpj, charts }) => {
      const known = state.chartIds.get(state.companies.get(cnpj)?.companyId ?? 0);
      return charts.filter(({ name }) => known?.has(name) !== true).map(({ name }) => chartKey(cnpj, name));
    });
    await reserveFor(chartIds, newCharts, 'chart');
  }

  async function reserveFor(
    known: Map<string, number>,
    names: string[],
    kind: 'company' | 'chart',
  ): Promise<void> {
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length === 0) return;
    const first = await ids.reserve(kind, unknown.length);
    unknown.forEach((name, index) => known.set(name, first + index));
  }

  return {
    reserve,
    companyId: (cnpj: string) => companyIds.get(cnpj) ?? missing(cnpj),
    chartId: (cnpj: string, name: string) => chartIds.get(chartKey(cnpj, name)) ?? missing(name),
  };
}

function missing(name: string): never {
  throw new Error(`no id was reserved for ${name}`);
}
