// Streams `books-{companyId}`, `lines-{uuid}` (parts; of old versions `lines-{trialBalanceId}`) and
// `refusals-{companyId}`.
import type { Nature } from '../charts/events.js';
import type { Columns, PartsReference } from '../kernel/parts.js';
import type { Competence } from '../kernel/competence.js';
import type { DomainEvent } from '../kernel/event.js';
import { valuesOf, type Tone, type Vocabulary, type Word } from '../kernel/vocabulary.js';
import type { FileFormat } from '../trialBalance/fileReasons.js';
import type { Amounts } from '../trialBalance/amounts.js';
import type { Schedule } from './schedules.js';

/**
 * How CREDIT accounts are signed in a document. A (signed): final = previous + debit − credit for every account.
 * B (natural): final = previous − debit + credit for CREDIT accounts.
 */
export type SignConvention = 'A' | 'B';

/** Their names for readers (docs/spec/rows.md#signs). */
export const conventionNames = { A: 'SINALIZADA', B: 'NATURAL' } as const satisfies Record<SignConvention, string>;
type ConventionName = (typeof conventionNames)[SignConvention];
export const conventionWords = {
  SINALIZADA: { name: 'Sinalizada', meaning: 'saldos credores são negativos' },
  NATURAL: { name: 'Natural', meaning: 'o saldo de cada conta é positivo no lado da sua natureza' },
} as const satisfies Vocabulary<ConventionName>;

export type ImportSource =
  | Readonly<{ kind: 'json' }>
  | Readonly<{
      /** `unknown` only in refusals. */
      kind: FileFormat | 'unknown';
      name: string;
      sha256: string;
      size: number;
    }>;

/**
 * A part, in a stream `lines-…`: the UTF-8 bytes of `TrialBalanceLineColumns` as JSON, at most 5,000 lines and 900
 * kB.
 */
export type TrialBalanceLinesListed = DomainEvent<'TrialBalanceLinesListed', Uint8Array>;

/** A line as stored, in the order sent. Amounts in centavos, signed as sent. */
export type TrialBalanceLine = Readonly<{ accountCode: string; accountName: string }> &
  Amounts &
  Readonly<{
    /** Nature of the account in the chart, at the version that the lines were checked against. */
    nature: Nature;
    /** The factor that makes both balances debit positive. */
    debitSign: 1 | -1;
  }>;

/** The lines of a part, one array per field. */
export type TrialBalanceLineColumns = Columns<TrialBalanceLine>;

/** A part like those of `TrialBalanceLinesListed`, of `LeftOutLineColumns`. */
export type TrialBalanceLinesLeftOut = DomainEvent<'TrialBalanceLinesLeftOut', Uint8Array>;

/** Why a line does not enter: its account is not in the chart, or takes no part in reconciliation. */
type LeftOutReason = 'NOT_IN_CHART' | 'NOT_RECONCILED';

/**
 * A line that does not enter, as stored, in the order sent. One outside the chart has code and name as sent, and
 * nature MIXED. `place`: its index among all lines sent, from 0.
 */
export type LeftOutLine = TrialBalanceLine & Readonly<{ place: number; reason: LeftOutReason }>;

/** The lines of a part, one array per field. */
export type LeftOutLineColumns = Columns<LeftOutLine>;

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
    /** The `ChartVersioned.version` that the lines were checked against. */
    chartVersion: number;
    contentHash: string;
    lines: PartsReference;
    /** The lines that do not enter. Absent where all lines enter, and in events of older versions. */
    leftOut?: PartsReference;
    lineCount: number;
    received: number;
    ignoredNotInChart: number;
    ignoredNotReconciled: number;
    convention: SignConvention;
    source: ImportSource;
    /** Sentences in Portuguese: the first 20 of `warningCount`. Absent in events of older versions. */
    warnings?: readonly string[];
    warningCount?: number;
  }>
>;
type OfCompetence = Readonly<{ companyId: number; clientId: number; competence: Competence }>;

/** `statement`: what who closed it declared; absent where the company asks for nothing. */
export type CompetenceClosed = DomainEvent<'CompetenceClosed', OfCompetence & Readonly<{ statement?: string }>>;
export type CompetenceReopened = DomainEvent<'CompetenceReopened', OfCompetence & Readonly<{ reason: string }>>;

/** `point`: the text of a point of the company's checklist. */
export type ChecklistPointTicked = DomainEvent<'ChecklistPointTicked', OfCompetence & Readonly<{ point: string }>>;
export type ChecklistPointReopened = DomainEvent<
  'ChecklistPointReopened',
  OfCompetence & Readonly<{ point: string; comment: string }>
>;

/** A schedule of an account, by its code. Fields as in `Schedule`; `debitSign` is absent where nothing told it. */
export type ScheduleCreated = DomainEvent<
  'ScheduleCreated',
  Readonly<{ companyId: number; clientId: number; debitSign?: 1 | -1 }> & Omit<Schedule, 'endsAt' | 'debitSign'>
>;
/** A schedule that expects nothing from the competence `from` on. */
export type ScheduleEnded = DomainEvent<
  'ScheduleEnded',
  Readonly<{ companyId: number; clientId: number; scheduleId: number; from: Competence }>
>;

/**
 * The first dossier made of a closing. `closing`: revision of its `CompetenceClosed`. `sealedEvents`: how many
 * sealed events of the log its checkpoint covers. `manifestHash`: SHA-256 of its manifest.json, which
 * manifest.note signs.
 */
export type DossierMade = DomainEvent<
  'DossierMade',
  OfCompetence & Readonly<{ closing: number; sealedEvents: number; manifestHash: string }>
>;

/** Event in `refusals-{companyId}`. `reasons`: the first 20 of `reasonCount`, in Portuguese. */
export type ImportRefused = DomainEvent<
  'ImportRefused',
  Readonly<{
    companyId: number;
    clientId: number;
    cnpj: string;
    /** Null when that of the request is wrong, or it has none and the file could not be read. */
    competence: Competence | null;
    code:
      | 'IMPORTACAO_RECUSADA'
      | 'EMPRESA_INATIVA'
      | 'MODULO_NAO_CONTRATADO'
      | 'COMPETENCE_CLOSED'
      | 'NEXT_COMPETENCE_CLOSED';
    error: string;
    reasons: readonly string[];
    reasonCount: number;
    source: ImportSource;
  }>
>;

/** The answered refusal: `reasons` are the first sentences of `reasonCount`. */
export type RecordedRefusal = Pick<ImportRefused['data'], 'code' | 'error' | 'reasons' | 'reasonCount'>;

export type BooksEvent =
  | TrialBalanceVersioned
  | CompetenceClosed
  | CompetenceReopened
  | ChecklistPointTicked
  | ChecklistPointReopened
  | ScheduleCreated
  | ScheduleEnded
  | DossierMade;
export type RefusalEvent = ImportRefused;

// The status of a version of a trial balance. Source: docs/spec/rows.md#trial-balance-status.

export const trialBalanceStatusWords = {
  IMPORTED: { name: 'Importado', tone: 'plain', meaning: 'a versão mais nova, ainda não liberada' },
  RELEASED: { name: 'Liberado', tone: 'done', meaning: 'a versão em conciliação' },
  SUPERSEDED: { name: 'Substituído', tone: 'idle', meaning: 'substituída por uma versão mais nova' },
} as const satisfies Vocabulary<string, Word & Readonly<{ tone: Tone }>>;
export type TrialBalanceStatus = keyof typeof trialBalanceStatusWords;
export const trialBalanceStatuses = valuesOf(trialBalanceStatusWords);
