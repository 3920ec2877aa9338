// What a company's rules would have done at the first release of a competence, beside what people made of the same
// accounts.
// Source: docs/spec/workflow.md#backtest.
import { approvalReasons, NO_AUTO_APPROVAL, type ApprovalReason, type AutoApproval } from '../clients/rules.js';
import { autoApprovalOf, carryRuleOf, type WorkflowSettings } from '../clients/workflowSettings.js';
import type { Fold, Recorded } from '../kernel/event.js';
import type { Vocabulary } from '../kernel/vocabulary.js';
import { carriedInto, contentOf } from './carry.js';
import { companyRulesOf, type CompanyRules } from './companyRules.js';
import type { EarlierBalances, VersionNumbers } from './versionNumbers.js';
import type { CompositionItem, ReconciliationEvent, ReleasedItem } from './events.js';
import { reconciliations, type ReleasedVersion } from './fold.js';
import { actedItems, composedItems, decodeReleased } from './parts.js';
import { carriedByRule, planRelease, type ReleasePlan } from './release.js';
import type { ReconciliationStatus } from './states.js';
import type { Move } from './transitions.js';

const { ZERO_SEM_MOVIMENTO, SALDO_ZERO, SEM_MOVIMENTO, DENTRO_DA_TOLERANCIA } = approvalReasons;

/** Each kind of rule alone, those that are on together, and what is carried. */
export const backtestedRules = {
  ZERO_SEM_MOVIMENTO,
  SALDO_ZERO,
  SEM_MOVIMENTO,
  ATE_O_LIMITE: { name: 'saldo até o limite' },
  DENTRO_DA_TOLERANCIA,
  TODAS_AS_LIGADAS: { name: 'todas as ligadas, juntas' },
  TRAZER_DO_MES_ANTERIOR: { name: 'itens trazidos do mês anterior' },
} as const satisfies Vocabulary;
type BacktestedRule = keyof typeof backtestedRules;

/**
 * `accounts`: those it would have approved, or carried items into; of these `agreed` were approved by people as
 * they were, or sent with just the carried items; `disagreed`: codes of the others that people came to a result
 * on.
 */
export type BacktestRow = Readonly<{
  rule: BacktestedRule;
  /** Whether the company has it. */
  isOn: boolean;
  accounts: number;
  agreed: number;
  disagreed: readonly string[];
  undecided: number;
}>;

/** `accounts`: all of the release. */
export type Backtest = Readonly<{ accounts: number; rows: readonly BacktestRow[] }>;

/** The release as it stood: nothing in it is of a later event. */
type ReleasedMonth = Readonly<{
  companyId: number;
  newest: VersionNumbers;
  earlier: EarlierBalances;
  /** What the schedules of an account put into its composition. */
  scheduledFor(
    account: Pick<ReleasedItem, 'accountCode' | 'bookBalanceCents' | 'bookBalanceDebitCents'>,
  ): readonly CompositionItem[];
}>;

type Kind = Readonly<{ rule: ApprovalReason & BacktestedRule; isOn: boolean; approval: AutoApproval }>;

/** Rules without a value are tried also where they are off. */
function kindsOf(settings: WorkflowSettings, companyId: number): readonly Kind[] {
  const on = autoApprovalOf(settings, companyId);
  const kind = (rule: Kind['rule'], isOn: boolean, approval: Partial<AutoApproval>): Kind => ({
    rule,
    isOn,
    approval: { ...NO_AUTO_APPROVAL, ...approval },
  });
  const tolerates = (settings.tolerance.get(companyId) ?? []).length > 0;
  const hasLow = (settings.risk.get(companyId) ?? []).some(({ level }) => level === 'LOW');
  return [
    kind('ZERO_SEM_MOVIMENTO', on.zeroWithoutMovement, { zeroWithoutMovement: true }),
    kind('SALDO_ZERO', on.zero, { zero: true }),
    kind('SEM_MOVIMENTO', on.withoutMovement, { withoutMovement: true }),
    ...(on.upToCents === null ? [] : [kind('ATE_O_LIMITE', true, { upToCents: on.upToCents })]),
    ...(tolerates && hasLow ? [kind('DENTRO_DA_TOLERANCIA', true, {})] : []),
  ];
}

/** The rules that decide on approvals: owners change nothing in them. */
function rulesWith(
  settings: WorkflowSettings,
  companyId: number,
  change: Partial<WorkflowSettings>,
): CompanyRules {
  return companyRulesOf({ ...settings, owners: new Map(), ...change }, companyId);
}

/** Where the company carries nothing, what carrying everything would have brought. */
function carryingRules(settings: WorkflowSettings, companyId: number): CompanyRules {
  const isOn = carryRuleOf(settings, companyId).length > 0;
  return rulesWith(settings, companyId, isOn ? {} : { carry: new Map([[companyId, ['']]]) });
}

/** What all rules that are on would have done: for the accounts of the first release. */
export function planBacktest(
  settings: WorkflowSettings,
  month: ReleasedMonth,
): Readonly<{ plan: ReleasePlan; carried: ReturnType<typeof carriedByRule> }> {
  const plan = planOf(month, rulesWith(settings, month.companyId, {}));
  return { plan, carried: carriedByRule(plan, carryingRules(settings, month.companyId)) };
}

/** @param earlier the items of the accounts that `planBacktest` carries, by account id */
export function backtest(
  settings: WorkflowSettings,
  month: ReleasedMonth,
  { plan, carried }: ReturnType<typeof planBacktest>,
  { items }: Pick<PeopleResults, 'items'>,
  earlier: ReadonlyMap<number, readonly CompositionItem[]>,
): Backtest {
  const { companyId } = month;
  const results = new Map([...items.values()].map((item) => [item.accountId, item]));
  const approvals = (rule: BacktestedRule, isOn: boolean, planned: ReleasePlan): BacktestRow =>
    rowOf(rule, isOn, planned.items.filter(isApproved), ({ accountId }) => judged(results.get(accountId)));
  const rows = kindsOf(settings, companyId).map(({ rule, isOn, approval }) => {
    const rules = rulesWith(settings, companyId, {
      autoApproval: new Map([[companyId, approval]]),
      ...(rule !== 'DENTRO_DA_TOLERANCIA' && { tolerance: new Map() }),
    });
    return { row: approvals(rule, isOn, planOf(month, rules)), isOn };
  });
  const brought = carried.flatMap((item) => {
    const { accountId, accountCode } = item;
    const scheduled = month.scheduledFor(item);
    const composed = carriedInto({ current: [], earlier: earlier.get(accountId) ?? null, scheduled });
    return 'is' in composed ? [] : [{ accountId, accountCode, composition: composed.composition }];
  });
  return {
    accounts: plan.items.length,
    rows: [
      ...rows.map(({ row }) => row),
      approvals(
        'TODAS_AS_LIGADAS',
        rows.some(({ isOn }) => isOn),
        plan,
      ),
      rowOf('TRAZER_DO_MES_ANTERIOR', carryRuleOf(settings, companyId).length > 0, brought, (one) =>
        judgedItems(results.get(one.accountId), one.composition),
      ),
    ],
  };
}

function planOf({ newest, earlier }: ReleasedMonth, rules: CompanyRules): ReleasePlan {
  return planRelease(reconciliations.initial(), newest, null, rules, earlier);
}

const isApproved = ({ status }: ReleasePlan['items'][number]): boolean => status === 'AUTO_APPROVED';

type Verdict = 'agreed' | 'disagreed' | 'undecided';

function rowOf<Account extends Readonly<{ accountCode: string }>>(
  rule: BacktestedRule,
  isOn: boolean,
  accounts: readonly Account[],
  verdictOn: (account: Account) => Verdict,
): BacktestRow {
  const verdicts = accounts.map((account) => ({ code: account.accountCode, verdict: verdictOn(account) }));
  const codesOf = (chosenVerdict: Verdict): readonly string[] =>
    verdicts.filter(({ verdict }) => verdict === chosenVerdict).map(({ code }) => code);
  return {
    rule,
    isOn,
    accounts: accounts.length,
    agreed: codesOf('agreed').length,
    disagreed: codesOf('disagreed'),
    undecided: codesOf('undecided').length,
  };
}

function judged(result: PeopleResult | undefined): Verdict {
  if (result?.contested) return 'disagreed';
  return result?.status === 'APPROVED' ? 'agreed' : 'undecided';
}

function judgedItems(result: PeopleResult | undefined, carried: readonly CompositionItem[]): Verdict {
  if (!result?.sent) return 'undecided';
  return isSame(result.sent, carried) ? 'agreed' : 'disagreed';
}

/** Compares what people see of the items, in any order: who typed them again gave them other ids. */
function isSame(one: readonly CompositionItem[], other: readonly CompositionItem[]): boolean {
  const texts = (items: readonly CompositionItem[]): string =>
    JSON.stringify(items.map((item) => [contentOf(item), item.settledOn].join(' ')).sort());
  return texts(one) === texts(other);
}

// What people made of the accounts of a competence's first release, from the stream
// `reconciliations-{companyId}.{competence}`: beside it a rule's approval is judged.

type PeopleResult = {
  readonly accountId: number;
  status: ReconciliationStatus;
  approved: boolean;
  /** Sent back, adjusted or changed by a version before its first approval by a person. */
  contested: boolean;
  /** The composition as it is now, and as it was first sent; null: not sent. */
  composition: readonly CompositionItem[];
  sent: readonly CompositionItem[] | null;
};

/** `released`: the version first released, and the position of that event; `items` by reconciliation id. */
type PeopleResults = {
  released: (ReleasedVersion & Readonly<{ position: number }>) | null;
  items: Map<number, PeopleResult>;
};

/** Not a fold of `Folds`, which keep one state a stream. */
export const peopleResults: Pick<Fold<PeopleResults>, 'initial' | 'evolve' | 'partsOf'> = {
  initial: () => ({ released: null, items: new Map() }),
  partsOf: reconciliations.partsOf as NonNullable<typeof reconciliations.partsOf>,
  evolve(state, recorded, parts = []) {
    const event = recorded as Recorded<ReconciliationEvent>;
    if (event.type === 'TrialBalanceReleased') {
      release(state, event.data, parts, event.position);
      return state;
    }
    if (event.type === 'CompositionRecorded') {
      for (const { reconciliationId, composition } of composedItems(event.data, parts)) {
        const item = state.items.get(reconciliationId);
        if (item) item.composition = composition;
      }
      return state;
    }
    for (const { reconciliationId, status } of actedItems(event.data, parts)) {
      const item = state.items.get(reconciliationId);
      if (item === undefined) continue;
      if (event.type === 'ReconciliationsMoved') move(item, event.data.move, status);
      else if (event.type === 'AdjustmentsRecorded' && event.data.adjustmentsCents !== 0) contest(item);
    }
    return state;
  },
};

function release(
  state: PeopleResults,
  { trialBalanceId, version, chartId, convention, linesStream }: ReleasedVersion,
  parts: readonly Uint8Array[],
  position: number,
): void {
  const isFirst = state.released === null;
  state.released ??= { trialBalanceId, version, chartId, convention, linesStream, position };
  for (const { reconciliationId, accountId, status } of parts.flatMap(decodeReleased)) {
    const item = state.items.get(reconciliationId);
    if (item) {
      contest(item);
      item.status = status;
    } else if (isFirst)
      state.items.set(reconciliationId, {
        accountId,
        status,
        approved: false,
        contested: false,
        composition: [],
        sent: null,
      });
  }
}

/** A rule's approval that a person reopens is contested too. */
const CONTESTING: readonly Move[] = ['return', 'reject', 'ask-adjustment', 'reopen'];

function move(item: PeopleResult, act: Move, status: ReconciliationStatus): void {
  if (CONTESTING.includes(act)) contest(item);
  if (act === 'submit') item.sent ??= item.composition;
  item.approved ||= status === 'APPROVED';
  item.status = status;
}

function contest(item: PeopleResult): void {
  item.contested ||= !item.approved;
}
