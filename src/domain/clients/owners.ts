// A company's default owners: for each step, the most specific entry that names a person applies.
// Source: docs/spec/workflow.md#owners.
import { roleWords } from './roles.js';

/** From the least to the most specific. */
export const ownerScopes = ['all', 'department', 'sector', 'account'] as const;
export type OwnerScope = (typeof ownerScopes)[number];

/** The field of an account, in the API and in a registers' file, that a scope matches. */
export const scopeFields: Readonly<Record<Exclude<OwnerScope, 'all'>, keyof AccountPlaces>> = {
  department: 'departamento',
  sector: 'setor',
  account: 'codigo',
};

/** The steps of a reconciliation, in order. */
export const steps = ['preparer', 'reviewer', 'approver'] as const;
export type Step = (typeof steps)[number];

/** Each step is named by its role. */
export const stepNames: Readonly<Record<Step, string>> = {
  preparer: roleWords.PREPARER.name,
  reviewer: roleWords.REVIEWER.name,
  approver: roleWords.APPROVER.name,
};

/** People by opaque id; null: not set. */
export type Owners = Readonly<Record<Step, string | null>>;

/** `value`: the department, the sector or the account's code; "" for scope `all`. */
export type OwnerEntry = Readonly<{ scope: OwnerScope; value: string }> & Owners;

/** The fields of an account that scopes match, by their names in the API. */
export type AccountPlaces = Readonly<{ departamento: string; setor: string; codigo: string }>;

/** Entries by company id. */
export type OwnersByCompany = ReadonlyMap<number, readonly OwnerEntry[]>;

/**
 * Looks up the default owners of accounts; reads the entries once. Texts are compared exactly.
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

/** The default owners of one account; for many accounts use `ownersFinder`. */
export function ownersFor(
  client: Readonly<{ owners: OwnersByCompany }>,
  companyId: number,
  places: AccountPlaces,
): Owners {
  return ownersFinder(client, companyId)(places);
}

/** Removes a person from the entries, and entries that name nobody afterwards. */
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
