// What an import came to. Types only.
import type { ImportOutcome } from '../../domain/trialBalance/importOutcome.js';

/** `position`: of the appended event; null when none was appended. */
export type ImportResult = ImportOutcome & Readonly<{ position: number | null }>;
