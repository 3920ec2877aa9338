// What the operator's commands work with. src/app/operator/openOperatorDependencies.ts opens it on the same configuration as the service, beside a
// running one or alone (then it also runs the projections, so that what was changed can be read).
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
import type { WordRefusal } from '../commands/imports/recordRefusal.js';
import type { RegisterFollower } from '../commands/registers/registerFollower.js';
import type { FailPoints } from '../domain/kernel/failPoints.js';

/** A row of a list exactly as REST answers it: field names and values, in the order of the contract. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Whole lists in ascending id, over all clients, modules and states: the operator sees everything. */
export type OperatorQueries = Readonly<{
  companies(): Promise<readonly Row[]>;
  charts(): Promise<readonly Row[]>;
  /** @param asOf as they stood then (ISO 8601 UTC), by replay; null: now */
  trialBalances(companyId: number, asOf: string | null): Promise<readonly Row[]>;
  reconciliations(companyId: number, filter: ReconciliationsFilter): Promise<readonly Row[]>;
  /** Where each of these reconciliations of a client is, which never changes. Those that are not there are left out. */
  reconciliationPlaces(
    clientId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, ReconciliationPlace>>;
  /** Recorded calls, newest first. */
  calls(limit: number): Promise<readonly Row[]>;
  /** Deliveries by type of event and status. */
  deliveryCounts(): Promise<readonly Row[]>;
  /** When each key was last used: ISO 8601 UTC to the minute, by key id. */
  keyUses(): Promise<ReadonlyMap<number, string>>;
}>;

/** `period` a competence; null: any, and as they stand now. */
export type ReconciliationsFilter = Readonly<{
  period: Competence | null;
  status: ReconciliationStatus | null;
  asOf: string | null;
}>;
export type ReconciliationPlace = Readonly<{ companyId: number; competence: Competence }>;

/** What a command changed. `position` is that of its last event, null when nothing had to be written. */
export type Change = Readonly<{ position: number | null; registersChanged: boolean }>;

export type OperatorDependencies = Readonly<{
  environment: Environment;
  log: EventLog;
  folds: Folds;
  ids: IdAllocator;
  clock: Clock;
  failPoints: FailPoints;
  wordRefusal: WordRefusal;
  /** Caught up with the log when the deps was opened. */
  registers: RegisterFollower;
  people: PeopleStore;
  evidence: EvidenceStore;
  names: PersonNames;
  queries: OperatorQueries;
  /**
   * Waits until the views hold the change, and a second when registers or keys changed, so that every process has
   * looked (docs/spec/operator.md#in-force).
   * @returns false when that took longer than 5 s
   */
  waitUntilInForce(change: Change): Promise<boolean>;
  /** Lets events be fanned out to webhooks on a log the queue does not know. @param from null: from now on */
  resumeFanOut(from: Date | null, actor: Actor): Promise<void>;
  /** Builds the read models anew beside the live ones and switches. */
  rebuild(onProgress: (events: number) => void): Promise<Readonly<{ events: number; seconds: number }>>;
  close(): Promise<void>;
}>;

/**
 * The log as it is stored and nothing else: what verifies a log must open one that nothing else can read any more.
 * `lift` brings an event to today's shape.
 */
export type OperatorLog = Readonly<{
  rawLog: EventLog;
  clock: Clock;
  upcast(event: Recorded): Recorded;
  /** Where the log is told to be: `esdb://…`, or null for the one in the data folder. */
  url: string | null;
  /** Another event store, to be copied to; closed with this one. */
  openTarget(url: string): Promise<EventLog>;
  /**
   * Takes along what the log does not hold: names and e-mails of people, and files of evidence.
   * @param to a MongoDB, or null for the configured one
   */
  copyOtherStores(to: string | null): Promise<CopiedOtherStores>;
  close(): Promise<void>;
}>;

/** How many are in the target now; null for what stays in `DATA_DIR`, as nobody said where to take it. */
export type CopiedOtherStores = Readonly<{
  people: number | null;
  evidence: Readonly<{ copied: number; leftOut: number }> | null;
}>;

export type OpenOperator = Readonly<{
  /** With the start's checks (store, environment, secrets key). */
  dependencies(): Promise<OperatorDependencies>;
  log(): Promise<OperatorLog>;
}>;
