// The balances that companies keep with each other in a competence, side by side, of the newest versions.
// Source: docs/spec/operator.md#groups.
import { intercompanyOf, type IntercompanyRule } from '../../../domain/clients/intercompany.js';
import type { WorkflowSettings } from '../../../domain/clients/workflowSettings.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { amountOf, type Cents } from '../../../domain/kernel/money.js';
import { paginationOf, type Page, type Pages } from '../../engine/pages.js';
import type { Scope } from '../scope.js';
import { versionBalances } from '../trialBalances/accountBalances.js';
import { competenceImports } from './books.js';
import { competenceId } from './competenceId.js';

/** Balances with debit positive; null where nothing was imported. `diferenca`: their sum, which is zero where both agree. */
export type IntercompanyRow = Readonly<{
  empresaId: number;
  competencia: string;
  prefixo: string;
  saldo: number | null;
  contraparteId: number;
  contrapartePrefixo: string;
  contraparteSaldo: number | null;
  diferenca: number | null;
}>;

export type IntercompanyDependencies = Readonly<{
  pages: Pages;
  clock: Readonly<{ now(): Date }>;
  registers: Readonly<{ workflowOf(clientId: number): Readonly<WorkflowSettings> }>;
}>;

/** @param companyIds whose rows are asked for @param visible whether the asker knows a company: rows name two */
export async function listIntercompany(
  { pages, clock, registers }: IntercompanyDependencies,
  { clientId }: Scope,
  asked: Readonly<{
    companyIds: readonly number[];
    visible(companyId: number): boolean;
    competence: Competence;
    page: number;
    limit: number;
  }>,
): Promise<Page<IntercompanyRow>> {
  const { companyIds, visible, competence, page, limit } = asked;
  const changedUntil = clock.now().getTime();
  const workflow = registers.workflowOf(clientId);
  const pairs = companyIds.flatMap((companyId) =>
    intercompanyOf(workflow, companyId)
      .filter(({ counterpartId }) => visible(counterpartId))
      .map((rule) => ({ companyId, rule })),
  );
  const sums = new Map<number, ReturnType<typeof versionBalances> | null>();
  const balance = async (companyId: number, prefix: string): Promise<Cents | null> => {
    if (!sums.has(companyId)) {
      const imported = await pages.store.get(competenceImports, clientId, competenceId(companyId, competence));
      sums.set(companyId, imported && versionBalances(pages.store, clientId, imported.balanceteId));
    }
    const accounts = await sums.get(companyId);
    if (!accounts) return null;
    let sum = 0;
    for (const [code, { closingCents }] of accounts) if (code.startsWith(prefix)) sum += closingCents;
    return sum + 0;
  };
  const rows: IntercompanyRow[] = [];
  for (const { companyId, rule } of pairs.slice((page - 1) * limit, page * limit)) {
    const own = await balance(companyId, rule.prefix);
    const theirs = await balance(rule.counterpartId, rule.counterpartPrefix);
    rows.push(rowOf(companyId, competence, rule, own, theirs));
  }
  return { rows, pagination: paginationOf(page, limit, pairs.length), changedUntil };
}

function rowOf(
  empresaId: number,
  competencia: Competence,
  { prefix, counterpartId, counterpartPrefix }: IntercompanyRule,
  own: Cents | null,
  theirs: Cents | null,
): IntercompanyRow {
  return {
    ...{ empresaId, competencia, prefixo: prefix, saldo: own === null ? null : amountOf(own) },
    ...{ contraparteId: counterpartId, contrapartePrefixo: counterpartPrefix },
    contraparteSaldo: theirs === null ? null : amountOf(theirs),
    diferenca: own === null || theirs === null ? null : amountOf(own + theirs + 0),
  };
}
