// Chooses the adapter of each port by configuration. Used by the service, the projector's thread and the command line.
// Opening never waits for a store to be reachable.
import { join } from 'node:path';
import type { CallLog } from '../api/http/callLog.js';
import type { RateLimit } from '../api/http/rateLimit.js';
import type { EvidenceStore } from '../commands/reconciliations/evidenceStore.js';
import type { LeafStore } from '../commands/seals/leafStore.js';
import type { StagedFiles } from '../commands/imports/stagedFiles.js';
import type { PeopleStore } from '../commands/people/peopleStore.js';
import type { CredentialStore } from '../commands/people/credentialStore.js';
import { erasingAccess } from '../commands/people/erasingAccess.js';
import type { SessionStore } from '../commands/people/sessionStore.js';
import type { Config } from './config.js';
import { ConfigError } from './configError.js';
import type { EventLog } from '../domain/kernel/log.js';
import type { ReadStore } from '../projections/engine/readStore.js';
import { declared } from '../projections/views/allProjections.js';
import type { DeliveryQueue } from '../webhooks/delivery/deliveryQueue.js';
import { openEmbeddedCallLog } from '../stores/callLog/embeddedCallLog.js';
import { openMongoCallLog } from '../stores/callLog/mongoCallLog.js';
import { openEmbeddedDeliveryQueue } from '../stores/deliveryQueue/sqlite/embeddedDeliveryQueue.js';
import { openMongoDeliveryQueue } from '../stores/deliveryQueue/mongo/mongoDeliveryQueue.js';
import { openEmbeddedEvidence } from '../stores/evidence/embeddedEvidence.js';
import { openMongoEvidence } from '../stores/evidence/mongoEvidence.js';
import { logFileOf } from '../stores/log/lmdb/logFile.js';
import { openEmbeddedLog } from '../stores/log/lmdb/embeddedLog.js';
import { openReadOnlyLog } from '../stores/log/lmdb/readOnlyLog.js';
import { openLeafFile } from '../stores/log/leafFile.js';
import { openEventStoreDb } from '../stores/log/eventStoreDb/openEventStoreDb.js';
import { openMongo, type Mongo } from '../stores/mongo/connection.js';
import type { OpenedFile } from '../stores/openedFile.js';
import { openEmbeddedPeople } from '../stores/people/embeddedPeople.js';
import { openEmbeddedCredentials } from '../stores/people/embeddedCredentials.js';
import { openEmbeddedSessions } from '../stores/people/embeddedSessions.js';
import { openMongoCredentials } from '../stores/people/mongoCredentials.js';
import { openMongoPeople } from '../stores/people/mongoPeople.js';
import { openMongoSessions } from '../stores/people/mongoSessions.js';
import { openEmbeddedStagedFiles } from '../stores/stagedFiles/embeddedStagedFiles.js';
import { openMongoStagedFiles } from '../stores/stagedFiles/mongoStagedFiles.js';
import { openEmbeddedReadStore } from '../stores/readStore/sqlite/embeddedReadStore.js';
import { openMongoReadStore } from '../stores/readStore/mongo/mongoReadStore.js';

/** Handles errors of background work. */
export type OnError = (part: string, error: unknown) => void;

/** Plain data: it is also sent to the projector's thread. */
export type StoreAddresses = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl' | 'readOnly'>;

/** The files of the embedded stores. */
export function dataPaths(dataDir: string) {
  return {
    log: join(dataDir, 'log'),
    logFile: logFileOf(join(dataDir, 'log')),
    read: join(dataDir, 'read'),
    folds: join(dataDir, 'folds'),
    leaves: join(dataDir, 'leaves'),
    calls: join(dataDir, 'calls.db'),
    people: join(dataDir, 'people.db'),
    sessions: join(dataDir, 'sessions.db'),
    evidence: join(dataDir, 'evidence'),
    queue: join(dataDir, 'queue.db'),
    written: join(dataDir, 'written'),
    uploads: join(dataDir, 'uploads'),
    staged: join(dataDir, 'staged'),
    made: join(dataDir, 'made'),
    lock: join(dataDir, 'processes.lock'),
  } as const;
}

/** Exists in the data folder during a restore, and after an interrupted one. */
export const RESTORING = '.restoring';

export type RawLogOptions = Readonly<{
  /** Whether a missing embedded log is created. */
  creates: boolean;
  /** Must stay while the embedded log is open. */
  beside?: readonly OpenedFile[];
}>;

export async function openRawLog(addresses: StoreAddresses, options: RawLogOptions): Promise<EventLog> {
  const { dataDir, eventStoreUrl, readOnly = false } = addresses;
  if (readOnly) return openReadOnlyLog(dataPaths(dataDir).log);
  if (eventStoreUrl !== null) return openByAddress('EVENTSTORE_URL', () => openEventStoreDb(eventStoreUrl));
  return openEmbeddedLog(dataPaths(dataDir).log, options);
}

/** Leaves of the log's tree under its current id. */
export function openLeaves({ dataDir }: Pick<Config, 'dataDir'>, logId: string): LeafStore {
  return openLeafFile(dataPaths(dataDir).leaves, logId);
}

/** The connection that all stores in MongoDB share; null without MongoDB. */
export async function openSharedMongo({ mongodbUrl }: StoreAddresses): Promise<Mongo | null> {
  return mongodbUrl === null ? null : openByAddress('MONGODB_URL', () => openMongo(mongodbUrl));
}

export function openReadStore({ dataDir }: StoreAddresses, mongo: Mongo | null): ReadStore {
  if (mongo !== null) return openMongoReadStore(mongo, declared);
  return openEmbeddedReadStore(dataPaths(dataDir).read, declared);
}

export function openPeople({ dataDir }: StoreAddresses, mongo: Mongo | null): PeopleStore {
  if (mongo !== null) return openMongoPeople(mongo);
  return openEmbeddedPeople(dataPaths(dataDir).people);
}

/** What people sign in with, beside them. */
export function openCredentials({ dataDir }: StoreAddresses, mongo: Mongo | null): CredentialStore {
  if (mongo !== null) return openMongoCredentials(mongo);
  return openEmbeddedCredentials(dataPaths(dataDir).people);
}

export type PeopleStores = Readonly<{ people: PeopleStore; credentials: CredentialStore; sessions: SessionStore }>;

/** People with what they sign in with; closing `people` closes all three. */
export function openPeopleStores(addresses: StoreAddresses, mongo: Mongo | null): PeopleStores {
  const [credentials, sessions] = [openCredentials(addresses, mongo), openSessions(addresses, mongo)];
  const people = erasingAccess(openPeople(addresses, mongo), credentials, sessions);
  const close = async (): Promise<void> => {
    await sessions.close();
    await credentials.close();
    await people.close();
  };
  return { people: { ...people, close }, credentials, sessions };
}

export function openSessions({ dataDir }: StoreAddresses, mongo: Mongo | null): SessionStore {
  if (mongo !== null) return openMongoSessions(mongo);
  return openEmbeddedSessions(dataPaths(dataDir).sessions);
}

/** Has nothing to close. */
export function openEvidence({ dataDir }: StoreAddresses, mongo: Mongo | null): EvidenceStore {
  return mongo === null ? openEmbeddedEvidence(dataPaths(dataDir).evidence) : openMongoEvidence(mongo);
}

/** Has nothing to close. */
export function openStagedFiles({ dataDir }: StoreAddresses, mongo: Mongo | null): StagedFiles {
  return mongo === null ? openEmbeddedStagedFiles(dataPaths(dataDir).staged) : openMongoStagedFiles(mongo);
}

/** @param watch called with each file that must stay while the call log is open */
export function openCallLog(
  { dataDir }: StoreAddresses,
  mongo: Mongo | null,
  onError: OnError,
  watch?: (path: string) => () => void,
): CallLog {
  const onCallLogError = (error: unknown, dropped: number): void =>
    onError(dropped > 0 ? `call log, ${dropped} calls dropped` : 'call log', error);
  if (mongo !== null) return openMongoCallLog({ mongo, onError: onCallLogError });
  const path = dataPaths(dataDir).calls;
  return openEmbeddedCallLog({ path, onError: onCallLogError, ...(watch && { watch }) });
}

/** @param watch called with each file that must stay while the queue is open */
export function openDeliveryQueue(
  { dataDir }: StoreAddresses,
  mongo: Mongo | null,
  watch?: (path: string) => () => void,
): DeliveryQueue {
  if (mongo !== null) return openMongoDeliveryQueue(mongo);
  return openEmbeddedDeliveryQueue(dataPaths(dataDir).queue, watch);
}

/**
 * Deployments may share a Redis and have keys of the same number: counters are told apart by the log's id.
 * @param onFallback called for each request counted by this process alone because Redis is unreachable
 */
export async function openRateLimit(
  { redisUrl, environment, rateLimitPerMinute }: Pick<Config, 'redisUrl' | 'environment' | 'rateLimitPerMinute'>,
  logId: () => string | null,
  onFallback: () => void,
): Promise<RateLimit & Readonly<{ close(): Promise<void> }>> {
  if (redisUrl === null) {
    const { createMemoryRateLimit } = await import('../stores/rateLimit/memoryRateLimit.js');
    return { ...createMemoryRateLimit(rateLimitPerMinute), close: () => Promise.resolve() };
  }
  const { openRedisRateLimit } = await import('../stores/rateLimit/redisRateLimit.js');
  const prefix = `rl:${environment}`;
  const limit = await openByAddress('REDIS_URL', () =>
    openRedisRateLimit({ url: redisUrl, prefix, perMinute: rateLimitPerMinute, onFallback }),
  );
  return { ...limit, hit: (counter) => limit.hit(`${logId() ?? ''}:${counter}`) };
}

/**
 * Opening does not connect, so only a malformed address or a missing certificate file can fail. The client's message is
 * omitted: it may contain the password.
 * @throws ConfigError
 */
async function openByAddress<Opened>(variable: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    const isFile = error instanceof Error && /certificate|ENOENT/.test(error.message);
    throw new ConfigError([
      isFile ? `${variable}: um certificado indicado não foi encontrado` : `${variable} não é um endereço válido`,
    ]);
  }
}
