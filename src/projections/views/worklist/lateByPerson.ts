// Who is late with how many, for those who oversee.
import type { Pages } from '../../engine/pages.js';
import { whereSlaStatus } from '../reconciliations/deadlineStatus.js';
import { reconciliations } from '../reconciliations/reconciliations.js';
import { inCompanies, type Companies, type Scope } from '../scope.js';

/** `personId`: null where nobody is set. `oldest`: the deadline passed longest ago, ISO 8601 UTC. */
export type PersonLate = Readonly<{ personId: string | null; role: string; count: number; oldest: string }>;

/** Late ones read at most. */
const LATE_MAX = 2_000;

/** Most first; the counts of at most LATE_MAX late reconciliations. */
export async function lateByPerson(
  { store }: Pick<Pages, 'store'>,
  { clientId }: Scope,
  companies: Companies,
  now: Date,
): Promise<readonly PersonLate[]> {
  const where = [...inCompanies(companies), ...whereSlaStatus('OVERDUE', now)];
  const range = { order: 'asc', afterId: null, skip: 0, limit: LATE_MAX } as const;
  const people = new Map<string, PersonLate>();
  for (const row of await store.scan(reconciliations, { clientId, where }, range)) {
    const { responsavelId: personId, responsavelPapel: role, prazo } = row;
    const { count = 0, oldest = prazo } = people.get(`${personId} ${role}`) ?? {};
    const first = oldest < prazo ? oldest : prazo;
    people.set(`${personId} ${role}`, { personId, role, count: count + 1, oldest: first });
  }
  return [...people.values()].sort((a, b) => b.count - a.count);
}
