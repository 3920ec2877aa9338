// What the pages of trial balances ask for: filters of the address, and the versions and lines of companies the person sees.
import { parseCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { trialBalanceStatuses, type TrialBalanceStatus } from '../../../domain/books/events.js';
import {
  findTrialBalanceVersion,
  listTrialBalanceVersions,
  type TrialBalanceVersion,
} from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import type { Names } from '../../../projections/views/scope.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notFound, type ConsoleCall } from '../../route.js';
import { companiesSeen } from '../../session/access.js';

export type QueryDependencies = Pick<ConsoleDependencies, 'pages' | 'names' | 'registers'>;

export const PAGE_ROWS = 100;

export type VersionFilters = Readonly<{
  companyId: number | null;
  period: Competence | null;
  status: TrialBalanceStatus | null;
  page: number;
}>;

/** Wrong values of an address count as none. */
export function filtersOf({ query }: Pick<ConsoleCall, 'query'>): VersionFilters {
  const status = textOf(query['status']);
  return {
    companyId: parseWholeNumber(query['companyId']),
    period: parseCompetence(textOf(query['period'])),
    status: trialBalanceStatuses.find((known) => known === status) ?? null,
    page: pageOf(query['page']),
  };
}

/** Newest first. */
export async function versionsSeen(
  { pages, names, registers }: QueryDependencies,
  { state: { session } }: ConsoleCall,
  { companyId, period, status, page }: VersionFilters,
): Promise<Page<TrialBalanceVersion>> {
  const { clientId } = session;
  const seen = companiesSeen(registers, session).map((company) => company.companyId);
  const companies = companyId === null ? seen : seen.filter((each) => each === companyId);
  const query = {
    ...{ companies, page, limit: PAGE_ROWS, order: 'desc' as const },
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

export function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

export function pageOf(value: string | readonly string[] | undefined): number {
  return Math.max(1, parseWholeNumber(value) ?? 1);
}

export function parseWholeNumber(value: string | readonly string[] | undefined): number | null {
  const text = textOf(value);
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}
