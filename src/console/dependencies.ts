// The dependencies of the console, provided by the composition root. A page takes what it needs of them.
import type { Readable } from 'node:stream';
import type { CompanyFacts } from '../domain/clients/events.js';
import type { MadeOfClosing } from '../commands/competence/recordDossier.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Logger } from 'pino';
import type { ApiDependencies } from '../api/dependencies.js';
import type { CallLog } from '../api/http/callLog.js';
import type { CredentialStore, PeopleStore, SessionStore } from '../commands/people/peopleStore.js';
import type { EvidenceStore } from '../commands/reconciliations/evidenceStore.js';
import type { AnnotateFile } from '../commands/imports/document.js';
import type { StagedFiles } from '../commands/imports/stagedFiles.js';
import type { IdAllocator } from '../commands/kernel/idAllocator.js';
import type { ReadAccountsTable } from '../commands/registers/chartFile.js';
import type { ReadStatements } from '../commands/reconciliations/statementFiles.js';
import type { ApplyResult } from '../commands/registers/applyRegisters.js';
import type { CommandContext } from '../commands/kernel/context.js';
import type { Folds } from '../commands/kernel/folds.js';
import type { EventLog } from '../domain/kernel/log.js';
import type { PublicEventType } from '../domain/webhooks/eventTypes.js';
import type { Registers } from '../domain/registers.js';
import type { MonthAsOf } from '../projections/views/monthAsOf.js';
import type { Oidc } from './session/oidc.js';
import type { Passwords } from './session/passwords.js';

/** `size`: the events it covers. `fingerprint`: SHA-256 of its checkpoint's text, in hexadecimal. */
export type ShownSeal = Readonly<{ at: string; size: number; fingerprint: string }>;

/**
 * `seal`: the one whose checkpoint the dossier has; null until there is one. `laterActAt`: of the newest act on
 * the month's reconciliations that the dossier does not have; null for none.
 */
export type MonthOfDossier = Readonly<{
  competence: Competence;
  closedAt: string;
  seal: ShownSeal | null;
  laterActAt: string | null;
}>;

/** The file is deleted once it was read or `bytes` was destroyed. `made`: what is recorded of it. */
export type DossierFile = Readonly<{ length: number; bytes: Readable; made: MadeOfClosing }>;

/** `busy`: one of the client is being made. `differs`: the log does not lead to its newest seal. */
export type DossierRefusal = 'open' | 'busy' | 'unsigned' | 'differs';

export type Dossiers = Readonly<{
  /** The newest of the log, newest first. */
  newestSeals(): Promise<readonly ShownSeal[]>;
  /** The newest closed months, or the one asked for; descending. @returns with whether there are more */
  closedMonths(
    companyId: number,
    period: Competence | null,
  ): Promise<Readonly<{ months: readonly MonthOfDossier[]; hasMore: boolean }>>;
  /**
   * The same bytes as `operator dossier`.
   * @param options `names` of the client's people by id; null or absent: it names nobody. `untilNow`: with the
   *   acts after the closing
   */
  make(
    company: CompanyFacts,
    competence: Competence,
    options?: Readonly<{ names?: ReadonlyMap<string, string> | null; untilNow?: boolean }>,
  ): Promise<DossierFile | DossierRefusal>;
}>;

export type ConsoleDependencies = Omit<ApiDependencies, 'registers' | 'callLog' | 'log'> &
  Readonly<{
    registers: Registers;
    people: PeopleStore;
    sessions: SessionStore;
    credentials: CredentialStore;
    passwords: Passwords;
    log: EventLog;
    folds: Folds;
    ids: IdAllocator;
    /** Files between their preview and their import. */
    stagedFiles: StagedFiles;
    stagedBytesMax: number;
    annotateFile: AnnotateFile;
    readAccountsTable: ReadAccountsTable;
    readStatements: ReadStatements;
    evidence: EvidenceStore;
    evidenceBytesMax: number;
    dossiers: Dossiers;
    /** Replays in a thread. `until` is ISO 8601 UTC, inclusive. */
    replayMonth(
      month: Readonly<{ companyId: number; competence: Competence; until: string }>,
      signal: AbortSignal,
    ): Promise<MonthAsOf>;
    /** Resolves when every view contains the position, or after a time. Never throws. */
    shown(position: number): Promise<void>;
    callLog: Pick<CallLog, 'list' | 'lastUses'>;
    webhookExamples: Readonly<Record<PublicEventType, object>>;
    /**
     * Does what the operator's `apply` does, with the content of its file.
     * @throws RegistersMoved
     */
    applyRegisters(document: object, context: CommandContext, seenRevision: number): Promise<ApplyResult>;
    /** The console's own origin, https; null on loopback. */
    publicUrl: string | null;
    sendsMail: boolean;
    /** Where people sign in at a provider; null without one. `only`: nobody by password. */
    oidc: Readonly<{ provider: Oidc; only: boolean; origin: string }> | null;
    logger: Logger;
  }>;
