// Balances that two companies of a client keep with each other: what one shows as a debit the other shows as a credit.
// Source: docs/spec/operator.md#groups.

/** Accounts by the beginning of their codes, here and at the other company. */
export type IntercompanyRule = Readonly<{ prefix: string; counterpartId: number; counterpartPrefix: string }>;

export const INTERCOMPANY_RULES_MAX = 500;

type Rules = Readonly<{ intercompany: ReadonlyMap<number, readonly IntercompanyRule[]> }>;

/** The company's own rules, then those of others about it seen from here; the same pair of accounts is there once. */
export function intercompanyOf({ intercompany }: Rules, companyId: number): readonly IntercompanyRule[] {
  const found = new Map<string, IntercompanyRule>();
  const add = (rule: IntercompanyRule): void => {
    const name = JSON.stringify([rule.prefix, rule.counterpartId, rule.counterpartPrefix]);
    if (!found.has(name)) found.set(name, rule);
  };
  for (const rule of intercompany.get(companyId) ?? []) add(rule);
  for (const [other, rules] of [...intercompany].sort(([a], [b]) => a - b))
    for (const { prefix, counterpartId, counterpartPrefix } of rules)
      if (counterpartId === companyId)
        add({ prefix: counterpartPrefix, counterpartId: other, counterpartPrefix: prefix });
  return [...found.values()];
}
