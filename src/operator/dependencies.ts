// Port: what the commands use. src/app/operator opens it on the service's stores.
import type { Signer } from '../commands/seals/checkpoint.js';
import type { LeafStore } from '../commands/seals/leafStore.js';
import type { EventLog } from '../domain/kernel/log.js';
import type { Actor } from '../domain/kernel/event.js';
import type { Clock } from '../commands/kernel/context.js';
import type { KeysDeps } from '../commands/keys/apiKeys.js';
import type { ReadStatements } from '../commands/reconciliations/statementFiles.js';
import type { AttachDeps } from '../commands/reconciliations/evidence.js';
import type { CredentialStore, PeopleStore, SessionStore } from '../commands/people/peopleStore.js';
import type { PersonNames } from '../commands/people/personNames.js';
import type { FileReader } from '../commands/imports/document.js';
import type { DescribeWarning, RefusalRecorder } from '../commands/imports/refusals.js';
import type { OperatorQueries } from './queries.js';

/** A command's change. `position` of its last event; null when nothing was written. */
export type Change = Readonly<{ position: number | null; registersChanged?: boolean }>;

/** `registers`: caught up with the log at the start. */
export type OperatorDependencies = KeysDeps &
  AttachDeps &
  RefusalRecorder &
  Readonly<{
    /** Nothing can be written; commands that change something are refused. */
    isReadOnly: boolean;
    describeWarning: DescribeWarning;
    people: PeopleStore;
    credentials: CredentialStore;
    sessions: SessionStore;
    /** Address of the links that people are handed, without a slash at its end. */
    consoleUrl: string;
    /** What proofs are made of; `rawLog` as stored, `signer` null for a log that is only read. */
    sealed: Readonly<{ rawLog: EventLog; signer: Signer | null; openLeaves(): LeafStore }>;
    names: PersonNames;
    queries: OperatorQueries;
    readStatements: ReadStatements;
    /** Closed by the command that opens it. */
    openFileReader(): Promise<FileReader & Readonly<{ close(): Promise<void> }>>;
    /**
     * Waits until the views contain the change and, when registers or keys changed, a second for all processes to
     * read it (docs/spec/operator.md#in-force).
     * @returns false after 5 s
     */
    waitUntilInForce(change: Change): Promise<boolean>;
    /** Starts the fan-out on a log that the queue does not know. @param from null: from now on */
    resumeFanOut(from: Date | null, actor: Actor): Promise<void>;
    /** Rebuilds the read models next to the live ones, then switches. */
    rebuild(onProgress: (events: number) => void): Promise<Readonly<{ events: number; seconds: number }>>;
    /** Trouble of the log, as `OperatorLog` tells it. */
    trouble(): Promise<string | null>;
    close(): Promise<void>;
  }>;

/** `newSeed`: base64 of 32 bytes; null: a new key file of DATA_DIR. `isLost`: unsigned by the key before. */
export type SealKeyRotation = Readonly<{ newSeed: string | null; isLost: boolean }>;

/** The raw log alone: `verify` must open a log that nothing else can read. */
export type OperatorLog = Readonly<{
  rawLog: EventLog;
  /** Appends fail. */
  isReadOnly: boolean;
  clock: Clock;
  /**
   * What signs checkpoints; the key is made and recorded in a log that has none. Null for a log that is only read.
   * @throws WrongDeployment, StoreError
   */
  signer(): Promise<Signer | null>;
  /** Signs with another key from here on. @throws Refused beside a running service; WrongDeployment, StoreError */
  rotateSealKey(request: SealKeyRotation): Promise<Readonly<{ publicKey: string }>>;
  /** Leaves of the log's tree, under its current id; in a temporary folder for a log that is only read. */
  openLeaves(logId: string): LeafStore;
  /** What is wrong with the servers of the opened logs, as a sentence; null when they answer. */
  trouble(): Promise<string | null>;
  /** The configured `esdb://…`; null for the embedded log. */
  url: string | null;
  /**
   * @param copyIds ids of a copy of this log, whose read models and delivery queue fit too
   * @throws Refused when the log went back: read models or delivery queue are ahead of it
   */
  mustMatchStores(copyIds?: readonly string[]): Promise<void>;
  /** Goes on with a log that was restored to an earlier state. @throws Refused */
  accept(request: AcceptRequest): Promise<AcceptedLog>;
  /** Opens another event store to copy to; closed with this one. */
  openTarget(url: string): Promise<EventLog>;
  /** The command that lets the fan-out go on with a copy of this log; null where nothing was ever fanned out. */
  resumeOnCopy(): Promise<string | null>;
  /** Copies people's names and e-mails, and evidence. @param to a MongoDB, or null for the configured one */
  copyOtherStores(to: string | null): Promise<CopiedOtherStores>;
  close(): Promise<void>;
}>;

export type AcceptRequest = Readonly<{
  reason: string;
  /** Every kind of id goes on at least here. */
  idsFrom: number | null;
  evenIfNotBehind: boolean;
  onProgress(events: number): void;
}>;
/** `ids`: the next of each kind; `resume`: the command that lets the fan-out go on. */
export type AcceptedLog = Readonly<{ logId: string; ids: Readonly<Record<string, number>>; resume: string }>;

/** Counts in the target; null for what stays in `DATA_DIR` because no target is configured. */
export type CopiedOtherStores = Readonly<{
  people: number | null;
  evidence: Readonly<{ copied: number; leftOut: number }> | null;
}>;

/** `seal`: the newest. `problems`: sentences; empty when `ok`. */
export type BackupSummary = Readonly<{
  ok: boolean;
  events: number;
  bytes: number;
  seal: Readonly<{ count: number; hash: string; at: string }> | null;
  problems: readonly string[];
}>;

/** Backups of the configured data folder. `printLine` prints a line of progress. All throw Refused. */
export type Backups = Readonly<{
  isBackup(dir: string): boolean;
  make(dir: string, printLine: (line: string) => void): Promise<BackupSummary>;
  verify(dir: string, printLine: (line: string) => void): Promise<BackupSummary>;
  /** Verifies first, and restores nothing that is not whole. */
  restore(dir: string, printLine: (line: string) => void): Promise<BackupSummary>;
}>;

export type OpenOperator = Readonly<{
  version: string;
  /** The configured data folder where it holds no store, else null. Opens nothing. */
  folderWithoutStore(): Promise<string | null>;
  /** @param creates whether a store may be made where there is none. @throws WrongDeployment, StoreError */
  dependencies(creates: boolean): Promise<OperatorDependencies>;
  log(): Promise<OperatorLog>;
  /** Opens nothing. */
  backups(): Promise<Backups>;
}>;
