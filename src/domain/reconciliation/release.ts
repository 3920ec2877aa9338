// Decision of a release: the newest version of a competence becomes one reconciliation per account; a later
// release changes only the accounts whose numbers changed. Source: docs/spec/workflow.md#later-versions.
import type { Month } from '../books/fold.js';
import type { Schedule } from '../books/schedules.js';
import type { DebitSign } from '../trialBalance/checks/movement.js';
import type { AffectedReconciliation } from '../trialBalance/importOutcome.js';
import type { PartsReference } from '../kernel/parts.js';
import type { Competence } from '../kernel/competence.js';
import type { Decision, DomainEvent } from '../kernel/event.js';
import { carriedInto, scheduledItems } from './carry.js';
import type {
  ComposedItem,
  CompositionItem,
  CompositionRecorded,
  ReleasedItem,
  TrialBalanceReleased,
} from './events.js';
import { wantsExplanation, type ApprovalByRule, type VariationRule } from '../clients/rules.js';
import type { CompanyRules } from './companyRules.js';
import {
  finalDebitCents,
  hasSameNumbers,
  nothingEarlier,
  shownSign,
  type AccountNumbers,
  type EarlierBalances,
  type VersionNumbers,
} from './versionNumbers.js';
import { debitSignOf, hasAmounts, type Reconciliation, type Reconciliations } from './fold.js';
import { composedColumns } from './parts.js';
import type { ReconciliationProblem } from './refusals.js';
import { afterBalanceChange } from './transitions.js';
import type { Deadlines } from './states.js';

/** Items in the order of the version's lines, then removed accounts. Created ones have id 0 until `assignIds`. */
export type ReleasePlan = Readonly<{ items: readonly PlannedItem[]; created: number }>;
type PlannedItem = Omit<ReleasedItem, 'reconciliationId'> & { reconciliationId: number };

/**
 * Accounts are compared by id: the same code in another chart is another account.
 * @param before the version released before, null for the first release
 * @param earlier of the months before, as far as the company's rules compare with them
 */
export function planRelease(
  state: Reconciliations,
  newest: VersionNumbers,
  before: VersionNumbers | null,
  company: CompanyRules,
  earlier: EarlierBalances = nothingEarlier,
): ReleasePlan {
  const existing = new Map(state.items.map((item) => [item.accountId, item]));
  const items: PlannedItem[] = [];
  let created = 0;
  const codes = new Set(state.items.map(({ accountCode }) => accountCode));
  const add = (account: Facts & Movement, item: Reconciliation | undefined, balance: BookBalance): void => {
    const { accountId, accountCode, accountName, department, sector } = account;
    const comparedCents = comparedWith(
      company.variationFor(accountCode),
      accountCode,
      balance.debitCents,
      earlier,
    );
    const byRule = approvalOf(account, balance, company, { comparedCents, isKnown: codes.has(accountCode) });
    const next =
      item === undefined ? initialState(account, byRule, company) : stateAfterChange(item, account, company);
    const { reason: approvalReason } = byRule;
    const debitSign = item !== undefined && keepsSign(item) ? item.debitSign : balance.debitSign;
    items.push({
      reconciliationId: item?.reconciliationId ?? 0,
      created: item === undefined,
      accountId,
      accountCode,
      accountName,
      department,
      sector,
      ...next,
      bookBalanceCents: balance.debitCents * debitSign + 0,
      bookBalanceDebitCents: balance.debitCents,
      ...(comparedCents !== null && { comparedCents }),
      ...(approvalReason !== null && { approvalReason }),
      ...(balance.debitCents === 0 && debitSign !== 0 && { debitSign }),
    });
  };
  for (const account of newest.accounts.values()) {
    const item = existing.get(account.accountId);
    const debitSign = shownSign(account, newest.convention);
    const balance = { debitCents: account.finalBalanceCents * debitSign + 0, debitSign };
    if (!item) {
      created++;
      add(account, item, balance);
    } else if (!before || !hasSameNumbers(account.accountId, newest, before)) add(account, item, balance);
  }
  for (const item of state.items) {
    const { accountId } = item;
    if (newest.accounts.has(accountId) || (before && hasSameNumbers(accountId, newest, before))) continue;
    add({ ...item, ...NO_MOVEMENT }, item, { debitCents: 0, debitSign: item.debitSign });
  }
  return { items, created };
}

/** Recorded amounts keep their sign, and so does the balance: else the difference would be wrong. */
function keepsSign(item: Reconciliation): boolean {
  return item.debitSign !== 0 && hasAmounts(item);
}

/** `debitSign`: what a debit is in the document; 0 where nothing told it. */
type BookBalance = Readonly<{ debitCents: number; debitSign: DebitSign }>;

type Movement = Pick<AccountNumbers, 'debitCents' | 'creditCents'>;
const NO_MOVEMENT: Movement = { debitCents: 0, creditCents: 0 };

type Facts = Pick<ReleasedItem, 'accountId' | 'accountCode' | 'accountName' | 'department' | 'sector'>;

/** The balance before, if the change from it wants an explanation. */
function comparedWith(
  rule: VariationRule | undefined,
  accountCode: string,
  now: number,
  earlier: EarlierBalances,
): number | null {
  const before = rule === undefined ? null : earlier(accountCode, rule.against);
  return rule !== undefined && before !== null && wantsExplanation(rule, before, now) ? before : null;
}

type NewState = Pick<ReleasedItem, 'status' | 'ownerId'>;

const AUTO_APPROVED: NewState = { status: 'AUTO_APPROVED', ownerId: null };
const PENDING: NewState = { status: 'PENDING', ownerId: null };

/**
 * Rules approve an account at its birth alone: none approves what people work on already, or sent back, under
 * another chart's account of the same code either. Source: docs/spec/workflow.md#automatic-approval.
 */
function approvalOf(
  { accountCode, debitCents, creditCents }: Facts & Movement,
  { debitCents: balanceCents }: BookBalance,
  company: CompanyRules,
  { comparedCents, isKnown }: Readonly<{ comparedCents: number | null; isKnown: boolean }>,
): ApprovalByRule {
  const hasMovement = debitCents !== 0 || creditCents !== 0;
  const byRule = company.approvalOf({
    accountCode,
    balanceCents,
    hasMovement,
    wantsExplanation: comparedCents !== null,
  });
  return isKnown && byRule.reason !== null ? { applied: false, reason: 'SALDO_ALTERADO' } : byRule;
}

/** Source: docs/spec/workflow.md#automatic-approval, docs/spec/workflow.md#owners. */
function initialState(account: Facts, { applied }: ApprovalByRule, company: CompanyRules): NewState {
  if (applied) return AUTO_APPROVED;
  const { preparer } = company.ownersFor(account);
  return preparer === null ? PENDING : { status: 'NOT_STARTED', ownerId: preparer };
}

/**
 * A reconciliation that returns to the Elaborador returns to its preparer, else to the default one.
 * @param account as the chart has it now
 */
function stateAfterChange(item: Reconciliation, account: Facts, company: CompanyRules): NewState {
  const status = afterBalanceChange(item.status);
  if (status === item.status) return { status, ownerId: item.ownerId };
  return { status, ownerId: item.preparerId ?? company.ownersFor(account).preparer };
}

/**
 * The reconciliations that the plan takes back from review, approval or an approval. By ascending id.
 * @param before as in `planRelease`
 */
export function affectedBy(
  { items }: ReleasePlan,
  state: Reconciliations,
  before: VersionNumbers | null,
): readonly AffectedReconciliation[] {
  const current = new Map(state.items.map((item) => [item.reconciliationId, item]));
  const affected: AffectedReconciliation[] = [];
  for (const { reconciliationId, status, ...after } of items) {
    const item = current.get(reconciliationId);
    if (item === undefined || status === item.status || status !== 'BALANCE_CHANGED') continue;
    const former = before?.accounts.get(item.accountId);
    affected.push({
      reconciliationId,
      accountCode: after.accountCode,
      accountName: after.accountName,
      status: item.status,
      balanceCents: item.bookBalanceCents,
      balanceDebitCents: before && former ? finalDebitCents(former, before.convention) : 0,
      newBalanceCents: after.bookBalanceCents,
      newBalanceDebitCents: after.bookBalanceDebitCents,
    });
  }
  return affected.sort((a, b) => a.reconciliationId - b.reconciliationId);
}

/**
 * Sets the ids of created items in place: copying 20,000 items would be slow.
 * @param firstId first of `plan.created` consecutive ids, assigned in the order of the items
 */
export function assignIds({ items }: ReleasePlan, firstId: number): readonly ReleasedItem[] {
  let next = firstId;
  for (const item of items) if (item.created) item.reconciliationId = next++;
  return items;
}

/**
 * Accounts that the release creates and whose open items the company's rule carries: none that a rule approved.
 */
export function carriedByRule({ items }: ReleasePlan, company: CompanyRules): readonly PlannedItem[] {
  return items.filter(
    ({ created, status, accountCode }) => created && status !== 'AUTO_APPROVED' && company.carries(accountCode),
  );
}

const NO_SCHEDULES: ReadonlyMap<string, readonly Schedule[]> = new Map();

/**
 * What the rule records after the release; null where nothing is open or scheduled.
 * @param items with their ids, after `assignIds`
 * @param schedules by account code
 */
export function decideCarry(
  release: Pick<TrialBalanceReleased['data'], 'companyId' | 'clientId' | 'competence'>,
  items: readonly ReleasedItem[],
  earlier: ReadonlyMap<number, readonly CompositionItem[]>,
  schedules: ReadonlyMap<string, readonly Schedule[]> = NO_SCHEDULES,
): CompositionRecorded | null {
  const carried = items.flatMap((item): ComposedItem[] => {
    const { reconciliationId, accountId, accountCode, accountName, status, ownerId } = item;
    const scheduled = scheduledItems(schedules.get(accountCode) ?? [], release.competence, debitSignOf(item));
    const composed = carriedInto({ current: [], earlier: earlier.get(accountId) ?? null, scheduled });
    if ('is' in composed) return [];
    return [{ reconciliationId, accountCode, accountName, from: status, status, ownerId, ...composed }];
  });
  if (carried.length === 0) return null;
  const { companyId, clientId, competence } = release;
  const columns = composedColumns(carried.sort((a, b) => a.reconciliationId - b.reconciliationId));
  return {
    type: 'CompositionRecorded',
    data: {
      companyId,
      clientId,
      competence,
      items: columns,
      parts: null,
      composition: null,
      reconciledCents: null,
    },
  };
}

/** `deadlines` apply to the first release; later ones keep them. */
export type DueRelease = Readonly<{ created: number; deadlines: Deadlines }>;

/** A decided release, before its items have ids and parts. */
export type PlannedRelease = DomainEvent<'TrialBalanceReleased', Omit<TrialBalanceReleased['data'], 'items'>>;

type ReleaseCommand = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  books: Readonly<Month>;
  due: DueRelease | null;
  /** The version that is meant; absent: whichever is the newest. */
  seen?: number;
}>;

/** `reconciliations`: all of the competence after the release. */
export type ReleaseOutcome =
  | Readonly<{ is: 'Released'; trialBalanceId: number; version: number; reconciliations: number }>
  | Readonly<{ is: 'Refused'; problem: ReconciliationProblem }>;

/** Whether the competence is open and its newest version is not released yet. */
export function isReleaseDue(state: Reconciliations, { closed, current }: Readonly<Month>): boolean {
  return !closed && current !== null && current.trialBalanceId !== state.released?.trialBalanceId;
}

/**
 * Refused in a closed competence and without a version. Releasing the released version again writes nothing.
 * @param command.due null unless `isReleaseDue`
 */
export function decideRelease(
  state: Reconciliations,
  command: ReleaseCommand,
): Decision<PlannedRelease, ReleaseOutcome> {
  const { companyId, clientId, competence, books, due } = command;
  if (books.closed) return refused({ is: 'ReleaseInClosedCompetence', competence });
  const { current } = books;
  if (current === null) return refused({ is: 'NothingToRelease', competence });
  if (command.seen !== undefined && command.seen !== current.trialBalanceId)
    return refused({ is: 'OtherVersionIsNewest', competence });

  const { trialBalanceId, version, chartId, convention, linesStream } = current;
  const reconciliations = state.items.length;
  if (!isReleaseDue(state, books))
    return { events: [], outcome: { is: 'Released', trialBalanceId, version, reconciliations } };
  if (due === null) throw new Error('a release that is due must have been planned');

  const deadlines = state.deadlines ?? due.deadlines;
  const data: PlannedRelease['data'] = {
    trialBalanceId,
    companyId,
    clientId,
    competence,
    version,
    chartId,
    convention,
    linesStream,
    replaces: state.released?.trialBalanceId ?? null,
    dueAt: deadlines.preparer,
    deadlines,
    created: due.created,
  };
  return {
    events: [{ type: 'TrialBalanceReleased', data }],
    outcome: { is: 'Released', trialBalanceId, version, reconciliations: reconciliations + due.created },
  };
}

function refused(problem: ReconciliationProblem): Decision<PlannedRelease, ReleaseOutcome> {
  return { events: [], outcome: { is: 'Refused', problem } };
}

/** The planned release with the parts that hold its items. */
export function completeRelease({ data }: PlannedRelease, items: PartsReference): TrialBalanceReleased {
  return { type: 'TrialBalanceReleased', data: { ...data, items } };
}
