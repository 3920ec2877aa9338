// What Competências shows of each company: its last competences, what is unfinished in them, and which may be reopened.
import type { Competence } from '../../../domain/kernel/competence.js';
import { closingWarnings, type ClosingWarning } from '../../../domain/books/closingWarnings.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { CLOSERS } from '../../../domain/clients/roles.js';
import type { CompetenceState } from '../../../projections/views/competences/newestCompetences.js';
import type { SignedIn } from '../../session/sessions.js';
import type { ClosingMonths, CompanyMonth } from '../../../projections/views/competences/closingMonths.js';

/** `warnings`: of closing it now; none once closed. `blockedBy`: the later competence to reopen first. */
export type CompetenceRow = CompanyMonth &
  Readonly<{
    isClosed: boolean;
    warnings: number;
    pending: readonly ClosingWarning[];
    blockedBy: Competence | null;
    /** The oldest open one of those with anything. */
    isNext: boolean;
  }>;

/** `mayClose`: the person's roles allow closing and reopening. */
export type CompanyCompetences = Readonly<{
  company: CompanyFacts;
  mayClose: boolean;
  rows: readonly CompetenceRow[];
}>;

/** Competences in descending order. @param period only this one */
export function competencesByCompany(
  { months }: ClosingMonths,
  { access }: Pick<SignedIn, 'access'>,
  { companyId, period }: Readonly<{ companyId: number | null; period: Competence | null }>,
): readonly CompanyCompetences[] {
  const byCompany = new Map<number, CompanyMonth[]>();
  for (const month of months)
    for (const row of month.companies) {
      const rows = byCompany.get(row.company.companyId) ?? [];
      byCompany.set(row.company.companyId, rows);
      rows.push(row);
    }
  return [...byCompany.values()]
    .flatMap((rows) => {
      const [first] = rows;
      if (first === undefined || (companyId !== null && first.company.companyId !== companyId)) return [];
      const shown = rowsOf(rows).filter(({ competence }) => period === null || competence === period);
      const mayClose = access.hasAny(CLOSERS, first.company.companyId);
      return shown.length === 0 ? [] : [{ company: first.company, mayClose, rows: shown }];
    })
    .sort((a, b) => (a.company.legalName < b.company.legalName ? -1 : 1));
}

/** @param months of one company, descending */
function rowsOf(months: readonly CompanyMonth[]): readonly CompetenceRow[] {
  const lastClosed = months.find(({ state }) => state?.closing?.closed === true)?.competence ?? null;
  const next = months.findLast(({ state, stage }) => state !== null && stage !== 'CLOSED');
  return months.map((month, at) => {
    const isClosed = month.stage === 'CLOSED';
    return {
      ...month,
      isClosed,
      isNext: month === next,
      pending: isClosed ? [] : pendingOf(month, months.slice(at + 1)),
      blockedBy: isClosed && lastClosed !== null && lastClosed > month.competence ? lastClosed : null,
    };
  });
}

/** @param earlier descending */
function pendingOf(
  { competence, state }: CompanyMonth,
  earlier: readonly CompanyMonth[],
): readonly ClosingWarning[] {
  const { imported = null, progress = null } = state ?? {};
  return closingWarnings({
    competence,
    current: imported,
    work: { releasedTrialBalanceId: progress?.trialBalanceId ?? null, unfinished: progress?.unfinished ?? 0 },
    openBefore: earlier
      .filter(isOpenInBooks)
      .map((month) => month.competence)
      .reverse(),
  });
}

function isOpenInBooks({ state }: Readonly<{ state: CompetenceState | null }>): boolean {
  return state !== null && state.closing?.closed !== true && (state.imported !== null || state.closing !== null);
}
