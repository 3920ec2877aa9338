// The balances of companies with each other, of the newest versions. Source: docs/spec/operator.md#groups.
import * as z from 'zod';
import { intercompanyOf, type IntercompanyRule } from '../../../domain/clients/rules.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { groupedBy } from '../../../domain/kernel/groupedBy.js';
import { amountOf, type Cents } from '../../../domain/kernel/money.js';
import { pageOfRows, type Page, type PageRequest } from '../../engine/pages.js';
import { debitPositive, type Scope } from '../scope.js';
import { versionBalances } from '../trialBalances/accountBalances.js';
import { competenceId, competenceImports } from './books.js';
import type { ChecklistDependencies } from './checklist.js';

/** Balances with debit positive; null without an import. `diferenca`: their sum, zero where both agree. */
export const intercompanyRow = z.strictObject({
  empresaId: z.int().describe('Empresa'),
  competencia: z.string().describe('Competência (AAAA-MM)'),
  prefixo: z.string().describe('Início do código das contas da empresa'),
  saldo: z
    .number()
    .nullable()
    .describe(`${debitPositive('Saldo final dessas contas')}; nulo sem balancete`),
  contraparteId: z.int().describe('A outra empresa'),
  contrapartePrefixo: z.string().describe('Início do código das contas da outra empresa'),
  contraparteSaldo: z
    .number()
    .nullable()
    .describe(`${debitPositive('Saldo final das contas da outra empresa')}; nulo sem balancete`),
  diferenca: z.number().nullable().describe('Soma dos dois saldos em reais: zero quando as empresas concordam'),
});
export type IntercompanyRow = Readonly<z.output<typeof intercompanyRow>>;

export const intercompanyExample: IntercompanyRow = {
  empresaId: 1,
  competencia: '2026-08',
  prefixo: '1.1.08',
  saldo: 1500,
  contraparteId: 2,
  contrapartePrefixo: '2.1.08',
  contraparteSaldo: -1450,
  diferenca: 50,
};

/** @param companyIds whose rows are asked for @param visible whether the asker knows a company: rows name two */
export async function listIntercompany(
  { pages, clock, registers }: Omit<ChecklistDependencies, 'names'>,
  { clientId }: Scope,
  query: PageRequest &
    Readonly<{ companyIds: readonly number[]; visible(companyId: number): boolean; competence: Competence }>,
): Promise<Page<IntercompanyRow>> {
  const { companyIds, visible, competence, order } = query;
  const changedUntil = clock.now().getTime();
  const workflow = registers.workflowOf(clientId);
  const pairs = companyIds.flatMap((companyId) =>
    intercompanyOf(workflow, companyId)
      .filter(({ counterpartId }) => visible(counterpartId))
      .map((rule) => ({ companyId, rule })),
  );
  if (order === 'desc') pairs.reverse();
  const { rows: pairsOnPage, pagination } = pageOfRows(pairs, query);
  const sums = await sumsOf(
    pairsOnPage.flatMap(({ companyId, rule }): [number, string][] => [
      [companyId, rule.prefix],
      [rule.counterpartId, rule.counterpartPrefix],
    ]),
    async (companyId) => {
      const imported = await pages.store.get(competenceImports, clientId, competenceId(companyId, competence));
      return imported && versionBalances(pages.store, clientId, imported.balanceteId);
    },
  );
  const rows = pairsOnPage.map(({ companyId, rule }) =>
    rowOf(
      companyId,
      competence,
      rule,
      sums(companyId, rule.prefix),
      sums(rule.counterpartId, rule.counterpartPrefix),
    ),
  );
  return { rows, pagination, changedUntil };
}

type Balances = Awaited<ReturnType<typeof versionBalances>>;

/** Closing balances by company and prefix; accounts are read once, not kept. @returns null without a version */
async function sumsOf(
  counterparts: readonly (readonly [companyId: number, prefix: string])[],
  readBalances: (companyId: number) => Promise<Balances | null>,
): Promise<(companyId: number, prefix: string) => Cents | null> {
  const sums = new Map<string, Cents>();
  const keyOf = (companyId: number, prefix: string): string => `${companyId} ${prefix}`;
  for (const [companyId, ofCompany] of groupedBy(counterparts, ([companyId]) => companyId)) {
    const accounts = await readBalances(companyId);
    if (accounts === null) continue;
    for (const [, prefix] of ofCompany) {
      let sum = 0;
      for (const [code, { closingCents }] of accounts) if (code.startsWith(prefix)) sum += closingCents;
      sums.set(keyOf(companyId, prefix), sum + 0);
    }
  }
  return (companyId, prefix) => sums.get(keyOf(companyId, prefix)) ?? null;
}

function rowOf(
  empresaId: number,
  competencia: Competence,
  { prefix, counterpartId, counterpartPrefix }: IntercompanyRule,
  ownCents: Cents | null,
  theirs: Cents | null,
): IntercompanyRow {
  return {
    empresaId,
    competencia,
    prefixo: prefix,
    saldo: ownCents === null ? null : amountOf(ownCents),
    contraparteId: counterpartId,
    contrapartePrefixo: counterpartPrefix,
    contraparteSaldo: theirs === null ? null : amountOf(theirs),
    diferenca: ownCents === null || theirs === null ? null : amountOf(ownCents + theirs + 0),
  };
}
