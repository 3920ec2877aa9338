// The reconciliations whose work a version would undo once it is released: the release is planned, not decided.
import type { CompanyFacts } from '../../domain/clients/events.js';
import { client as clientFold, clientStream } from '../../domain/clients/fold.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { companyRulesOf } from '../../domain/reconciliation/companyRules.js';
import {
  reconciliations as reconciliationsFold,
  reconciliationsStream,
} from '../../domain/reconciliation/fold.js';
import { affectedBy, planRelease } from '../../domain/reconciliation/release.js';
import { IMPACT_LISTED_MAX, type AffectedReconciliation, type Listed } from '../../domain/trialBalance/impact.js';
import { decodePart } from '../../domain/trialBalance/lines/lineParts.js';
import { numbersOf, numbersOfLines } from '../competence/numbersOf.js';
import type { Transactor } from '../kernel/transact.js';
import type { CheckResult } from './document.js';

/** By ascending id. @param checked of an accepted document: its parts name accounts of the chart only */
export async function affectedReconciliations(
  deps: Pick<Transactor, 'log' | 'folds'>,
  { companyId, clientId }: Pick<CompanyFacts, 'companyId' | 'clientId'>,
  competence: Competence,
  chartId: number,
  { parts, convention }: Pick<CheckResult, 'parts' | 'convention'>,
): Promise<Listed<AffectedReconciliation>> {
  const { state } = await deps.folds.load(reconciliationsStream(companyId, competence), reconciliationsFold);
  if (state.released === null) return { items: [], total: 0 };
  const { state: settings } = await deps.folds.load(clientStream(clientId), clientFold);
  const newest = await numbersOfLines(deps, { chartId, convention }, parts.flatMap(decodePart));
  const before = await numbersOf(deps, state.released);
  const plan = planRelease(state, newest, before, companyRulesOf(settings, companyId));
  const items = affectedBy(plan, state, before);
  return { items: items.slice(0, IMPACT_LISTED_MAX), total: items.length };
}
