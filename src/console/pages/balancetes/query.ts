// What the pages of trial balances ask for: filters of the address, and the versions and lines of companies the person sees.
import type { Competence } from '../../../domain/kernel/competence.js';
import { trialBalanceStatuses, type TrialBalanceStatus } from '../../../domain/books/events.js';
import {
  findTrialBalanceVersion,
  listTrialBalanceVersions,
  type TrialBalanceVersion,
} from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import type { Names } from '../../../projections/views/scope.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { askedIn, parseWholeNumber } from '../../asked.js';
import { notFound, type ConsoleCall } from '../../route.js';
import { idsSeen } from '../../session/access.js';

export type QueryDependencies = Pick<ConsoleDependencies, 'pages' | 'names' | 'registers'>;

export const PAGE_ROWS = 100;

export type VersionFilters = Readonly<{
  companyId: number | null;
  period: Competence | null;
  status: TrialBalanceStatus | null;
  page: number;
}>;

export function filtersOf(call: ConsoleCall): VersionFilters {
  const { number, month, oneOf, page } = askedIn(call);
  const status = oneOf('status', trialBalanceStatuses);
  return { companyId: number('companyId'), period: month(), status, page };
}

/** Newest first. */
export async function versionsSeen(
  { pages, names, registers }: QueryDependencies,
  { state: { session } }: ConsoleCall,
  { companyId, period, status, page }: VersionFilters,
): Promise<Page<TrialBalanceVersion>> {
  const { clientId } = session;
  const query = {
    ...{ companies: idsSeen(registers, session, companyId), page, limit: PAGE_ROWS, order: 'desc' as const },
    ...(period !== null && { period }),
    ...(status !== null && { status }),
  };
  return listTrialBalanceVersions(pages, { clientId }, query, namesOf({ registers, names }));
}

/** The version in the path. @throws ConsoleRefused PageNotFound also where the person does not see its company */
export async function versionSeen(
  deps: QueryDependencies,
  { state: { session } }: ConsoleCall,
  id: string,
): Promise<TrialBalanceVersion> {
  const trialBalanceId = parseWholeNumber(id);
  if (trialBalanceId === null) return notFound();
  const scope = { clientId: session.clientId };
  const version = await findTrialBalanceVersion(deps.pages, scope, trialBalanceId, namesOf(deps));
  return version !== null && session.access.sees(version.empresaId) ? version : notFound();
}

/** The versions of the same company that a version can be compared with, newest first: at most a page of them. */
export async function comparableWith(
  deps: QueryDependencies,
  call: ConsoleCall,
  { id, empresaId }: TrialBalanceVersion,
): Promise<readonly TrialBalanceVersion[]> {
  const of = { companyId: empresaId, period: null, status: null, page: 1 };
  return (await versionsSeen(deps, call, of)).rows.filter((other) => other.id !== id);
}

function namesOf({ registers, names }: Pick<QueryDependencies, 'registers' | 'names'>): Names {
  return { companyName: (companyId) => registers.companyName(companyId), personNames: (ids) => names.of(ids) };
}
