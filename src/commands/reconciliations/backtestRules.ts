// What rules would have done at a competence's first release. Source: docs/spec/workflow.md#backtest.
import { booksOf } from '../../domain/books/fold.js';
import { schedulesByAccount } from '../../domain/books/schedules.js';
import { clientOf } from '../../domain/clients/fold.js';
import type { WorkflowSettings } from '../../domain/clients/workflowSettings.js';
import { backtest, peopleResults, planBacktest, type Backtest } from '../../domain/reconciliation/backtest.js';
import { companyRulesOf } from '../../domain/reconciliation/companyRules.js';
import { debitSignOf, reconciliationsStream } from '../../domain/reconciliation/fold.js';
import { scheduledItems } from '../../domain/reconciliation/carry.js';
import { numbersOf } from '../competence/numbersOf.js';
import { earlierOf, type CompanyCompetence } from '../competence/release.js';
import { foldsBefore, type FoldedLog } from '../kernel/folds.js';
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
  const allEvents = foldsBefore(deps.log, Infinity);
  const stream = reconciliationsStream(companyId, competence);
  const { state: results } = await allEvents.load(stream, peopleResults);
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
