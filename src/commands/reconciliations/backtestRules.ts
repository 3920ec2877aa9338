// What a company's rules would have done at the first release of a competence. Writes nothing.
// Source: docs/spec/workflow.md#backtest.
import { booksOf } from '../../domain/books/fold.js';
import { schedulesByAccount } from '../../domain/books/schedules.js';
import { clientOf } from '../../domain/clients/fold.js';
import type { WorkflowSettings } from '../../domain/clients/workflowSettings.js';
import type { EventLog } from '../../domain/kernel/log.js';
import {
  backtest,
  peopleResults,
  planBacktest,
  type Backtest,
  type PeopleResults,
} from '../../domain/reconciliation/backtest.js';
import { companyRulesOf } from '../../domain/reconciliation/companyRules.js';
import { debitSignOf, reconciliationsStream } from '../../domain/reconciliation/fold.js';
import { scheduledItems } from '../../domain/reconciliation/carry.js';
import { numbersOf } from '../competence/numbersOf.js';
import { earlierOf, type CompanyCompetence } from '../competence/release.js';
import { foldsBefore, type FoldedLog } from '../kernel/folds.js';
import { withNamedParts } from '../kernel/parts.js';
import { earlierItems, releasedAccounts } from './knownItems.js';

/**
 * Reads, of other streams than the competence's own, only what came before its first release.
 * @param settings of the client; absent: as they are now
 * @returns null for a competence that was never released
 */
export async function backtestRules(
  deps: FoldedLog,
  { company: { companyId, clientId }, competence }: CompanyCompetence,
  settings?: WorkflowSettings,
): Promise<Backtest | null> {
  const results = await resultsOf(deps.log, reconciliationsStream(companyId, competence));
  const { released } = results;
  if (released === null) return null;
  const rules = settings ?? (await deps.folds.load(...clientOf(clientId))).state;
  const then = { log: deps.log, folds: foldsBefore(deps.log, released.position) };
  const { state: books } = await then.folds.load(...booksOf(companyId));
  const earlier = await earlierOf(then, books, competence, companyRulesOf(rules, companyId));
  const schedules = schedulesByAccount(books);
  const month = {
    companyId,
    newest: await numbersOf(then, released, new Map()),
    earlier,
    scheduledFor: (item: Parameters<typeof debitSignOf>[0] & Readonly<{ accountCode: string }>) =>
      scheduledItems(schedules.get(item.accountCode) ?? [], competence, debitSignOf(item)),
  };
  const planned = planBacktest(rules, month);
  const items = await earlierItems(then, { companyId, competence }, releasedAccounts(planned.carried));
  return backtest(rules, month, planned, results, items);
}

async function resultsOf(log: EventLog, stream: string): Promise<PeopleResults> {
  let results = peopleResults.initial();
  const partsOf = (event: Parameters<typeof peopleResults.evolve>[1]) => peopleResults.partsOf?.(event) ?? null;
  for await (const { event, parts } of withNamedParts(log, log.read(stream, 0), partsOf))
    results = peopleResults.evolve(results, event, parts);
  return results;
}
