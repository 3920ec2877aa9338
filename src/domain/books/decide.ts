// The books of one company, and whether a trial balance may enter them. Closing and reopening: closing.ts.
// Source: docs/spec/imports.md#closed-competences, docs/spec/imports.md#resend.
import { nextCompetence, type Competence } from '../kernel/competence.js';
import type { Decision, Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import type { Problem } from '../problem.js';
import type { BooksEvent, SignConvention, TrialBalanceVersioned } from './events.js';

/** The newest version of a competence, as far as a decision reads it. */
export type CurrentVersion = Readonly<{
  trialBalanceId: number;
  version: number;
  contentHash: string;
  chartId: number;
  chartVersion: number;
  convention: SignConvention;
  linesStream: string;
  lineParts: number;
  lineCount: number;
  linesHash: string;
}>;

/** A competence the books have heard of: `current` is null when it was closed before anything was imported. */
export type Month = { current: CurrentVersion | null; closed: boolean };

/** Plain JSON, for it is kept as a snapshot. Keys are competences, so no key can meet a property of `Object`. */
export type Books = { months: { [competence: string]: Month } };

export const books: Fold<Books> = {
  version: 1,
  snapshot: true,
  initial: () => ({ months: {} }),
  evolve(state, recorded) {
    const event = recorded as Recorded<BooksEvent>;
    switch (event.type) {
      case 'TrialBalanceVersioned':
        monthOf(state, event.data.competence).current = currentFrom(event.data);
        return state;
      case 'CompetenceClosed':
        monthOf(state, event.data.competence).closed = true;
        return state;
      case 'CompetenceReopened':
        monthOf(state, event.data.competence).closed = false;
        return state;
      default:
        return state; // facts no decision here reads
    }
  },
  size: (state) => 200 + Object.keys(state.months).length * 700,
};

/** Versions, closings and reopenings of all competences of a company. */
export function booksStream(companyId: number): string {
  return `books-${companyId}`;
}

export function currentVersion(state: Books, competence: Competence): CurrentVersion | null {
  return state.months[competence]?.current ?? null;
}

export function isClosed(state: Books, competence: Competence): boolean {
  return state.months[competence]?.closed ?? false;
}

/**
 * Whether a trial balance of an earlier competence was ever imported: a company's first month has none before it, also
 * when it comes again after later ones. Competences compare as text.
 */
export function hasEarlierCompetence(state: Books, competence: Competence): boolean {
  return Object.entries(state.months).some(([month, { current }]) => month < competence && current !== null);
}

/** Every fact of the version but those the decision finds: `version` and `supersedes`. */
export type ImportTrialBalance = Omit<TrialBalanceVersioned['data'], 'version' | 'supersedes'>;

export type ImportRefusal = Extract<Problem, { is: 'CompetenceClosed' | 'NextCompetenceClosed' }>;

export type ImportOutcome =
  | Readonly<{ is: 'Versioned'; trialBalanceId: number; version: number }>
  | Readonly<{ is: 'Resend'; trialBalanceId: number; version: number }>
  | Readonly<{ is: 'Refused'; problem: ImportRefusal }>;

/**
 * A closed competence refuses any import; identical content changes nothing; the next one must be open.
 * May run again with the same command: ids and parts arrive in it.
 */
export function decideImport(
  state: Books,
  command: ImportTrialBalance,
): Decision<TrialBalanceVersioned, ImportOutcome> {
  const problem = competenceRefusal(state, command.competence, command.contentHash);
  if (problem) return { events: [], outcome: { is: 'Refused', problem } };

  const current = currentVersion(state, command.competence);
  if (current?.contentHash === command.contentHash) {
    const { trialBalanceId, version } = current;
    return { events: [], outcome: { is: 'Resend', trialBalanceId, version } };
  }

  const version = (current?.version ?? 0) + 1;
  const data: TrialBalanceVersioned['data'] = {
    trialBalanceId: command.trialBalanceId,
    companyId: command.companyId,
    clientId: command.clientId,
    cnpj: command.cnpj,
    competence: command.competence,
    version,
    supersedes: current?.trialBalanceId ?? null,
    chartId: command.chartId,
    chartName: command.chartName,
    chartVersion: command.chartVersion,
    contentHash: command.contentHash,
    lines: command.lines,
    lineCount: command.lineCount,
    received: command.received,
    ignoredNotInChart: command.ignoredNotInChart,
    ignoredNotReconciled: command.ignoredNotReconciled,
    convention: command.convention,
    source: command.source,
  };
  return {
    events: [{ type: 'TrialBalanceVersioned', data }],
    outcome: { is: 'Versioned', trialBalanceId: command.trialBalanceId, version },
  };
}

/**
 * The 409 an import of this competence meets, or null. It comes before any refusal of content, so it can
 * be asked with what is known of the content.
 * The problem names the competence that is closed: this one, or the one right after.
 * @param contentHash null when the content cannot be the current version's (it was refused)
 */
export function competenceRefusal(
  state: Books,
  competence: Competence,
  contentHash: string | null,
): ImportRefusal | null {
  if (isClosed(state, competence)) return { is: 'CompetenceClosed', competence };
  const unchanged = contentHash !== null && currentVersion(state, competence)?.contentHash === contentHash;
  const next = nextCompetence(competence);
  if (!unchanged && isClosed(state, next)) return { is: 'NextCompetenceClosed', competence: next };
  return null;
}

function monthOf(state: Books, competence: Competence): Month {
  return (state.months[competence] ??= { current: null, closed: false });
}

function currentFrom(data: TrialBalanceVersioned['data']): CurrentVersion {
  const { trialBalanceId, version, contentHash, chartId, chartVersion, convention, lines } = data;
  return {
    trialBalanceId,
    version,
    contentHash,
    chartId,
    chartVersion,
    convention,
    linesStream: lines.stream,
    lineParts: lines.count,
    lineCount: lines.lines,
    linesHash: lines.hash,
  };
}
