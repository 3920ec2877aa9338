// Port: what the commands use. src/app/operator opens it on the service's stores.
import type { EventLog } from '../domain/kernel/log.js';
import type { Actor, Recorded } from '../domain/kernel/event.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Environment } from '../domain/deployment/events.js';
import type { Clock } from '../commands/kernel/context.js';
import type { Folds } from '../commands/kernel/folds.js';
import type { IdAllocator } from '../commands/kernel/idAllocator.js';
import type { EvidenceStore } from '../commands/reconciliations/evidenceStore.js';
import type { PeopleStore } from '../commands/people/peopleStore.js';
import type { PersonNames } from '../commands/people/personNames.js';
import type { ReconciliationStatus } from '../projections/views/reconciliations.js';
import type { FileReader } from '../commands/imports/document.js';
import type { WordRefusal } from '../commands/imports/recordRefusal.js';
import type { RegisterFollower } from '../commands/registers/registerFollower.js';
import type { FailPoints } from '../domain/kernel/failPoints.js';

/** A row of a list as in REST: field names and values in the order of the contract. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Complete lists by ascending id, over all clients, modules and states. */
export type OperatorQueries = Readonly<{
  companies(): Promise<readonly Row[]>;
  charts(): Promise<readonly Row[]>;
  /** @param asOf state at this time (ISO 8601 UTC), by replay; null: now */
  trialBalances(companyId: number, asOf: string | null): Promise<readonly Row[]>;
  reconciliations(companyId: number, filter: ReconciliationsFilter): Promise<readonly Row[]>;
  /** Company and competence of reconciliations; unknown ids are omitted. */
  reconciliationPlaces(
    clientId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, ReconciliationPlace>>;
  /** Recorded calls, newest first. */
  calls(limit: number): Promise<readonly Row[]>;
  /** Deliveries by type of event and status. */
  deliveryCounts(): Promise<readonly Row[]>;
  /** Last use by key id: ISO 8601 UTC to the minute. */
  keyUses(): Promise<ReadonlyMap<number, string>>;
}>;

/** Null: any competence or status; `asOf` null: now. */
export type ReconciliationsFilter = Readonly<{
  period: Competence | null;
  status: ReconciliationStatus | null;
  asOf: string | null;
}>;
export type ReconciliationPlace = Readonly<{ companyId: number; competence: Competence }>;

/** A command's change. `position` of its last event; null when nothing was written. */
export type Change = Readonly<{ position: number | null; registersChanged: boolean }>;

export type OperatorDependencies = Readonly<{
  environment: Environment;
  log: EventLog;
  folds: Folds;
  ids: IdAllocator;
  clock: Clock;
  failPoints: FailPoints;
  wordRefusal: WordRefusal;
  /** Caught up with the log at the start. */
  registers: RegisterFollower;
  people: PeopleStore;
  evidence: EvidenceStore;
  names: PersonNames;
  queries: OperatorQueries;
  /** Closed by the command that opens it. */
  openFileReader(): FileReader & Readonly<{ close(): Promise<void> }>;
  /**
   * Waits until the views contain the change and, when registers or keys changed, a second for all processes to read it
   * (docs/spec/operator.md#in-force).
   * @returns false after 5 s
   */
  waitUntilInForce(change: Change): Promise<boolean>;
  /** Starts the fan-out on a log that the queue does not know. @param from null: from now on */
  resumeFanOut(from: Date | null, actor: Actor): Promise<void>;
  /** Rebuilds the read models next to the live ones, then switches. */
  rebuild(onProgress: (events: number) => void): Promise<Readonly<{ events: number; seconds: number }>>;
  close(): Promise<void>;
}>;

/** The raw log alone: `verify` must open a log that nothing else can read. */
export type OperatorLog = Readonly<{
  rawLog: EventLog;
  clock: Clock;
  upcast(event: Recorded): Recorded;
  /** The configured `esdb://…`; null for the embedded log. */
  url: string | null;
  /** Opens another event store to copy to; closed with this one. */
  openTarget(url: string): Promise<EventLog>;
  /**
   * Copies what is not in the log: people's names and e-mails, and evidence.
   * @param to a MongoDB, or null for the configured one
   */
  copyOtherStores(to: string | null): Promise<CopiedOtherStores>;
  close(): Promise<void>;
}>;

/** Counts in the target; null for what stays in `DATA_DIR` because no target is configured. */
export type CopiedOtherStores = Readonly<{
  people: number | null;
  evidence: Readonly<{ copied: number; leftOut: number }> | null;
}>;

export type OpenOperator = Readonly<{
  /** @throws WrongDeployment */
  dependencies(): Promise<OperatorDependencies>;
  log(): Promise<OperatorLog>;
}>;
