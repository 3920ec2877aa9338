// Who is late with how many, and who is waited for in a month, for those who oversee.
import type { Pages } from '../../engine/pages.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import type { Condition } from '../../engine/readStore.js';
import { whereSlaStatus } from '../reconciliations/deadlineStatus.js';
import { reconciliations } from '../reconciliations/reconciliations.js';
import { inCompanies, is, type Companies, type Scope } from '../scope.js';

/** `personId`: null where nobody is set. `oldest`: the deadline passed longest ago, ISO 8601 UTC. */
export type PersonLate = Readonly<{ personId: string | null; role: string; count: number; oldest: string }>;

/** Reconciliations counted at most. */
export const COUNTED_MAX = 2_000;

/** Most first; the counts of at most COUNTED_MAX late reconciliations. */
export async function lateByPerson(
  { store }: Pick<Pages, 'store'>,
  { clientId }: Scope,
  companies: Companies,
  now: Date,
): Promise<readonly PersonLate[]> {
  return byPerson(store, clientId, [...inCompanies(companies), ...whereSlaStatus('OVERDUE', now)]);
}

/** Whose turn the unfinished ones of a month are; as `lateByPerson`. */
export async function waitedFor(
  { store }: Pick<Pages, 'store'>,
  { clientId }: Scope,
  { companyId, competence }: Readonly<{ companyId: number; competence: Competence }>,
): Promise<readonly PersonLate[]> {
  const unfinished = is('completedLate', null);
  return byPerson(store, clientId, [...inCompanies(companyId), is('competencia', competence), unfinished]);
}

async function byPerson(store: Pages['store'], clientId: number, where: readonly Condition[]) {
  const range = { order: 'asc', afterId: null, skip: 0, limit: COUNTED_MAX } as const;
  const people = new Map<string, PersonLate>();
  for (const row of await store.scan(reconciliations, { clientId, where }, range)) {
    const { responsavelId: personId, responsavelPapel: role, prazo } = row;
    const { count = 0, oldest = prazo } = people.get(`${personId} ${role}`) ?? {};
    const first = oldest < prazo ? oldest : prazo;
    people.set(`${personId} ${role}`, { personId, role, count: count + 1, oldest: first });
  }
  return [...people.values()].sort((a, b) => b.count - a.count);
}
