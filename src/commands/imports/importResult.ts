// What an import came to, and what that depended on. Types only.
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { ImportOutcome } from '../../domain/trialBalance/importOutcome.js';

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

export type ImportResult = ImportOutcome &
  Readonly<{
    /** Position of the appended event; null when none was appended. */
    position: number | null;
    /** Null with `validateOnly`. */
    basis: ImportBasis | null;
  }>;
