// Streams `books-{companyId}`, `lines-{trialBalanceId}` (parts) and `refusals-{companyId}`.
import type { Competence } from '../kernel/competence.js';
import type { DomainEvent } from '../kernel/event.js';
import type { FileFormat } from '../trialBalance/fileReasons.js';

/**
 * How CREDIT accounts are signed in a document. A (signed): final = previous + debit − credit for every account.
 * B (natural): final = previous − debit + credit for CREDIT accounts.
 */
export type SignConvention = 'A' | 'B';

export type ImportSource =
  | Readonly<{ kind: 'json' }>
  | Readonly<{
      /** `unknown` only where the file was refused for it. */
      kind: FileFormat | 'unknown';
      name: string;
      sha256: string;
      size: number;
    }>;

/** Parts of one stream: how many events, how many lines in all, and the SHA-256 of their bytes one after another. */
export type Parts = Readonly<{ stream: string; count: number; lines: number; hash: string }>;

/** A part, in `lines-{trialBalanceId}`: ready bytes of `LineColumns` as JSON, at most 5,000 lines and 900 kB. */
export type TrialBalanceLinesListed = DomainEvent<'TrialBalanceLinesListed', Uint8Array>;

/** One array per field, all of one length, in the order sent. Amounts in centavos, signed as sent. */
export type LineColumns = Readonly<{
  accountCode: readonly string[];
  accountName: readonly string[];
  previousBalanceCents: readonly number[];
  debitCents: readonly number[];
  creditCents: readonly number[];
  finalBalanceCents: readonly number[];
}>;

export type TrialBalanceVersioned = DomainEvent<
  'TrialBalanceVersioned',
  Readonly<{
    trialBalanceId: number;
    companyId: number;
    clientId: number;
    cnpj: string;
    competence: Competence;
    version: number;
    supersedes: number | null;
    chartId: number;
    chartName: string;
    /** `ChartVersioned.version` of the chart the lines were checked against. */
    chartVersion: number;
    contentHash: string;
    lines: Parts;
    lineCount: number;
    received: number;
    ignoredNotInChart: number;
    ignoredNotReconciled: number;
    convention: SignConvention;
    source: ImportSource;
  }>
>;
export type CompetenceClosed = DomainEvent<
  'CompetenceClosed',
  Readonly<{ companyId: number; clientId: number; competence: Competence }>
>;
export type CompetenceReopened = DomainEvent<
  'CompetenceReopened',
  Readonly<{ companyId: number; clientId: number; competence: Competence; reason: string }>
>;

/** In `refusals-{companyId}`. `reasons` are Portuguese sentences, at most 20; `reasonCount` is how many there were. */
export type ImportRefused = DomainEvent<
  'ImportRefused',
  Readonly<{
    companyId: number;
    clientId: number;
    cnpj: string;
    /** null when the request names none and the file could not be read. */
    competence: Competence | null;
    code: 'IMPORTACAO_RECUSADA' | 'COMPETENCE_CLOSED' | 'NEXT_COMPETENCE_CLOSED';
    error: string;
    reasons: readonly string[];
    reasonCount: number;
    source: ImportSource;
  }>
>;

export type BooksEvent = TrialBalanceVersioned | CompetenceClosed | CompetenceReopened;
export type RefusalEvent = ImportRefused;
