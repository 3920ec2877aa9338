// What an import came to. Types only.
import type { SignConvention } from '../../domain/books/events.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Warning } from '../../domain/trialBalance/warnings.js';
import type { Impact } from '../../domain/trialBalance/impact.js';

/**
 * The facts that decided an import: while they are unchanged, the same bytes get the same answer.
 * `company` is compared by identity with the registers' record.
 */
export type ImportBasis = Readonly<{
  company: CompanyFacts;
  booksRevision: number;
  chartId: number;
  chartVersion: number;
  currentMonth: Competence;
}>;

/** Counters and warnings describe this request, also for a resend. */
export type ImportResult = Readonly<{
  resend: boolean;
  /** Null only with `validateOnly` and new content. */
  trialBalanceId: number | null;
  /** The version's number; null as the id. */
  version: number | null;
  /** Of the version; with `validateOnly` and new content, of that. */
  convention: SignConvention;
  received: number;
  imported: number;
  ignoredNotInChart: number;
  ignoredNotReconciled: number;
  warnings: readonly Warning[];
  /** Accounts compared with the current version; null unless `validateOnly`. */
  changes: Readonly<{ added: number; changed: number; removed: number }> | null;
  /** Null unless `validateOnly`. */
  impact: Impact | null;
  /** Position of the appended event; null when none was appended. */
  position: number | null;
  /** Null with `validateOnly`. */
  basis: ImportBasis | null;
}>;
