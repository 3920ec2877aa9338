// A company's default owners: for each step the most specific entry that names somebody counts.
// Source: docs/spec/workflow.md#owners.

/** From the least to the most specific. */
export const ownerScopes = ['all', 'department', 'sector', 'account'] as const;
export type OwnerScope = (typeof ownerScopes)[number];

/** The three steps of a reconciliation, in their order. */
export const steps = ['preparer', 'reviewer', 'approver'] as const;
export type Step = (typeof steps)[number];

/** People by opaque id; null where nobody is named. */
export type Owners = Readonly<Record<Step, string | null>>;

/** `value` is the department, the sector or the account's code, "" where the entry is about every account. */
export type OwnerEntry = Readonly<{ scope: OwnerScope; value: string }> & Owners;

/** Of an account, by the names of its fields in the API. */
export type AccountPlaces = Readonly<{ departamento: string; setor: string; codigo: string }>;

/** Entries by company id. */
export type OwnersByCompany = ReadonlyMap<number, readonly OwnerEntry[]>;

/**
 * Finds the default owners of one account after another, for each step by the most specific entry that names one.
 * Texts are compared exactly, as they were registered (trimmed).
 */
export function ownersFinder(
  { owners }: Readonly<{ owners: OwnersByCompany }>,
  companyId: number,
): (places: AccountPlaces) => Owners {
  const entries = owners.get(companyId) ?? [];
  const byPlace = new Map(entries.map((entry) => [`${entry.scope} ${entry.value}`, entry]));
  return ({ departamento, setor, codigo }) => {
    const found: Record<Step, string | null> = { preparer: null, reviewer: null, approver: null };
    const places = ['all ', `department ${departamento}`, `sector ${setor}`, `account ${codigo}`];
    for (const place of places) {
      const entry = byPlace.get(place);
      if (entry) for (const step of steps) found[step] = entry[step] ?? found[step];
    }
    return found;
  };
}

/** Of one account; for many, `ownersFinder` reads the entries once. */
export function ownersFor(
  client: Readonly<{ owners: OwnersByCompany }>,
  companyId: number,
  places: AccountPlaces,
): Owners {
  return ownersFinder(client, companyId)(places);
}

/** The entries without a person; what then names nobody is gone. */
export function withoutPerson(entries: readonly OwnerEntry[], personId: string): readonly OwnerEntry[] {
  const without = (id: string | null): string | null => (id === personId ? null : id);
  return entries
    .map((entry) => ({
      scope: entry.scope,
      value: entry.value,
      preparer: without(entry.preparer),
      reviewer: without(entry.reviewer),
      approver: without(entry.approver),
    }))
    .filter((entry) => steps.some((step) => entry[step] !== null));
}
