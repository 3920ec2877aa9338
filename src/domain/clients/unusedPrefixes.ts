// Rules whose prefix fits no account: mostly a slip of the pen. They are told and never refused, as accounts may come later.
// Source: docs/spec/operator.md#registers.
import { carryRuleOf, type WorkflowSettings } from './workflowSettings.js';

export const prefixedRules = ['carry', 'tolerance', 'variation', 'risk'] as const;
export type PrefixedRule = (typeof prefixedRules)[number];

export type UnusedPrefix = Readonly<{ rule: PrefixedRule; prefix: string }>;

/**
 * @param codes of all accounts of the company's charts, or of them the first one from each prefix on; none: nothing is known yet
 */
export function unusedPrefixes(
  settings: Pick<WorkflowSettings, PrefixedRule>,
  companyId: number,
  codes: ReadonlySet<string>,
): readonly UnusedPrefix[] {
  if (codes.size === 0) return [];
  const sorted = [...codes].sort();
  return prefixesOfRules(settings, companyId).filter(
    ({ prefix }) => !sorted[firstFrom(sorted, prefix)]?.startsWith(prefix),
  );
}

export function prefixesOfRules(
  settings: Pick<WorkflowSettings, PrefixedRule>,
  companyId: number,
): readonly UnusedPrefix[] {
  return prefixedRules.flatMap((rule) =>
    prefixesOf(settings, companyId, rule).map((prefix) => ({ rule, prefix })),
  );
}

/** The index of the first text that is not before this one. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < text) from = middle + 1;
    else to = middle;
  }
  return from;
}

function prefixesOf(
  settings: Pick<WorkflowSettings, PrefixedRule>,
  companyId: number,
  rule: PrefixedRule,
): readonly string[] {
  if (rule === 'carry') return carryRuleOf(settings, companyId);
  return (settings[rule].get(companyId) ?? []).map(({ prefix }) => prefix);
}
