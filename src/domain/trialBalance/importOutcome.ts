// What an import came to. Types only.
import type { SignConvention } from '../books/events.js';
import type { Impact } from './impact.js';
import type { Warning } from './warnings.js';

/** Counters and warnings describe this request, also for a resend. */
export type ImportOutcome = Readonly<{
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
}>;
