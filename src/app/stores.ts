// Chooses the adapter of each port by configuration. Used by the service, the projector's thread and the command
// line. Opening never waits for a store to be reachable.
import { join } from 'node:path';
import type { RateLimit } from '../api/http/rateLimit.js';
import * as evidence from '../commands/reconciliations/evidenceStore.js';
import { openLeafFile, type LeafStore } from '../commands/seals/leafStore.js';
import * as staged from '../commands/imports/stagedFiles.js';
import type { CredentialStore, PeopleStore, SessionStore } from '../commands/people/peopleStore.js';
import { erasingAccess } from '../commands/people/access.js';
import type { Config } from './config.js';
import { ConfigError } from './configError.js';
import type { EventLog } from '../domain/kernel/log.js';
import type { ReadStore } from '../projections/engine/readStore.js';
import { declared } from '../projections/views/allProjections.js';
import type { DeliveryQueue } from '../webhooks/delivery/deliveryQueue.js';
import * as calls from '../api/http/callLog.js';
import type { Collection, Documents } from '../commands/kernel/documents.js';
import * as outbox from '../mail/outbox.js';
import * as people from '../commands/people/peopleStore.js';
import { writtenPositions } from '../api/readYourWrites.js';
import { openFolderFiles } from '../stores/files/folderFiles.js';
import type { Files } from '../commands/kernel/files.js';
import { MongoFiles } from '../stores/files/mongoFiles.js';
import { MongoDocuments } from '../stores/mongo/mongoDocuments.js';
import type { DocumentFileOptions } from '../stores/sqlite/documentFile.js';
import { openSqliteDocuments, openThreadedDocuments } from '../stores/sqlite/sqliteDocuments.js';
import { openEmbeddedDeliveryQueue, openMongoDeliveryQueue } from '../stores/openDeliveryQueue.js';
import { openEmbeddedLog, openReadOnlyLog } from '../stores/log/sqlite/embeddedLog.js';
import { openMongo, type Mongo } from '../stores/mongo/connection.js';
import type { OpenedFile } from '../stores/openedFile.js';
import type { RedisRateLimitOptions } from '../stores/redisRateLimit.js';
import { openEmbeddedReadStore, openMongoReadStore } from '../stores/readStore/openReadStore.js';

export type OnError = (part: string, error: unknown) => void;

/** Plain data: it is also sent to the projector's thread. */
export type StoreAddresses = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl' | 'readOnly'>;
type InFolder = Pick<StoreAddresses, 'dataDir'>;

export function dataPaths(dataDir: string) {
  return {
    log: join(dataDir, 'log', 'log.db'),
    read: join(dataDir, 'read'),
    leaves: join(dataDir, 'leaves'),
    calls: join(dataDir, 'calls.db'),
    people: join(dataDir, 'people.db'),
    sessions: join(dataDir, 'sessions.db'),
    evidence: join(dataDir, 'evidence'),
    queue: join(dataDir, 'queue.db'),
    mail: join(dataDir, 'mail.db'),
    transient: join(dataDir, 'transient.db'),
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
  /** Whether this process writes, as for the embedded log. */
  writesHere?: boolean;
  /** Must stay while the embedded log is open. */
  beside?: readonly OpenedFile[];
}>;

export async function openRawLog(addresses: StoreAddresses, options: RawLogOptions): Promise<EventLog> {
  const { dataDir, eventStoreUrl, readOnly = false } = addresses;
  if (readOnly) return openReadOnlyLog(dataPaths(dataDir).log);
  if (eventStoreUrl !== null) return openByAddress('EVENTSTORE_URL', () => openEventStoreDb(eventStoreUrl));
  return openEmbeddedLog(dataPaths(dataDir).log, options);
}

/** Loads the client only here. */
async function openEventStoreDb(url: string): Promise<EventLog> {
  const { EventStoreDbLog } = await import('../stores/log/eventStoreDb/eventStoreDbLog.js');
  return new EventStoreDbLog(url);
}

export function openLeaves({ dataDir }: InFolder, logId: string): LeafStore {
  return openLeafFile(dataPaths(dataDir).leaves, logId);
}

/** The connection that all stores in MongoDB share; null without MongoDB. */
export async function openSharedMongo({ mongodbUrl }: StoreAddresses): Promise<Mongo | null> {
  return mongodbUrl === null ? null : openByAddress('MONGODB_URL', () => openMongo(mongodbUrl));
}

/** @param readsHere as of the embedded read models */
export function openReadStore({ dataDir }: InFolder, mongo: Mongo | null, readsHere = false): ReadStore {
  if (mongo !== null) return openMongoReadStore(mongo, declared);
  return openEmbeddedReadStore(dataPaths(dataDir).read, declared, readsHere);
}

type FileOptions = Omit<DocumentFileOptions, 'collections'>;

/** People, with what they sign in with. Without a write-ahead log, whose pages would keep what was erased. */
const PEOPLE = [
  people.people,
  people.passwords,
  people.providerAccounts,
  people.invitations,
  people.signIns,
  people.calendars,
];
const PEOPLE_KEPT: FileOptions = { journal: 'DELETE', synchronous: 'EXTRA', secureDelete: true };
const SESSIONS = [people.sessions, people.signInAttempts];
const SESSIONS_KEPT: FileOptions = { journal: 'WAL', synchronous: 'FULL', secureDelete: true };
/** What a power loss may take. */
const TRANSIENT = [writtenPositions, staged.stagedFiles];
const MAIL = [outbox.mails, outbox.mailCheckpoints, outbox.mailMornings];
const MAIL_KEPT: FileOptions = { journal: 'WAL', synchronous: 'FULL', secureDelete: true };
const CALLS = [calls.calls, calls.keyUses];
const NORMAL: FileOptions = { journal: 'WAL', synchronous: 'NORMAL' };

/** Collections in MongoDB, or in a file of their own that is read and written in the calling thread. */
function openDocuments(
  mongo: Mongo | null,
  path: string,
  collections: readonly Collection[],
  options: FileOptions,
  isJournaled = false,
): Documents {
  if (mongo !== null) return new MongoDocuments(mongo, { collections, isJournaled });
  return openSqliteDocuments(path, { ...options, collections });
}

function openFiles(mongo: Mongo | null, folder: string, collection: string): Files {
  return mongo === null ? openFolderFiles(folder) : new MongoFiles(mongo, collection);
}

export type PeopleStores = Readonly<{ people: PeopleStore; credentials: CredentialStore; sessions: SessionStore }>;

/** People with what they sign in with, beside them; closing `people` closes both. */
export function openPeople({ dataDir }: InFolder, mongo: Mongo | null): Omit<PeopleStores, 'sessions'> {
  const documents = openDocuments(mongo, dataPaths(dataDir).people, PEOPLE, PEOPLE_KEPT);
  return { people: people.openPeople(documents), credentials: new people.Credentials(documents) };
}

/** People with all that they leave; closing `people` closes the sessions too. */
export function openPeopleStores(addresses: InFolder, mongo: Mongo | null): PeopleStores {
  const stores = { ...openPeople(addresses, mongo), sessions: openSessions(addresses, mongo) };
  const erasing = erasingAccess(stores.people, stores.credentials, stores.sessions);
  const close = async (): Promise<void> => {
    await stores.sessions.close();
    await stores.people.close();
  };
  return { ...stores, people: { ...erasing, close } };
}

export function openSessions({ dataDir }: InFolder, mongo: Mongo | null): SessionStore {
  return new people.Sessions(openDocuments(mongo, dataPaths(dataDir).sessions, SESSIONS, SESSIONS_KEPT));
}

export function openOutbox({ dataDir }: InFolder, mongo: Mongo | null): outbox.Outbox {
  return outbox.openOutbox(openDocuments(mongo, dataPaths(dataDir).mail, MAIL, MAIL_KEPT, true));
}

/** Has nothing to close. */
export function openEvidence({ dataDir }: InFolder, mongo: Mongo | null): evidence.EvidenceStore {
  return evidence.openEvidence(openFiles(mongo, dataPaths(dataDir).evidence, 'evidence'));
}

export function openTransient({ dataDir }: InFolder, mongo: Mongo | null): Documents {
  return openDocuments(mongo, dataPaths(dataDir).transient, TRANSIENT, NORMAL);
}

export function openStagedFiles(
  { dataDir }: InFolder,
  mongo: Mongo | null,
  transient: Documents,
): staged.StagedFiles {
  return staged.openStagedFiles(transient, openFiles(mongo, dataPaths(dataDir).staged, 'stagedBlocks'));
}

/** @param watch as of the delivery queue */
export function openCallLog(
  { dataDir }: InFolder,
  mongo: Mongo | null,
  onError: OnError,
  watch?: (path: string) => () => void,
): calls.CallLog {
  const path = dataPaths(dataDir).calls;
  const options = { ...NORMAL, collections: CALLS };
  const openEmbedded = () =>
    watch === undefined ? openSqliteDocuments(path, options) : openThreadedDocuments(path, options, watch);
  const documents = mongo === null ? openEmbedded() : new MongoDocuments(mongo, { collections: CALLS });
  return new calls.StoredCalls({
    documents,
    onError: (error, dropped) => onError(dropped > 0 ? `call log, ${dropped} calls dropped` : 'call log', error),
  });
}

/** @param watch gets each file that must stay while the queue is open; without it, as in a command, no thread */
export function openDeliveryQueue(
  { dataDir }: InFolder,
  mongo: Mongo | null,
  watch?: (path: string) => () => void,
): DeliveryQueue {
  if (mongo !== null) return openMongoDeliveryQueue(mongo);
  return openEmbeddedDeliveryQueue(dataPaths(dataDir).queue, watch);
}

/**
 * Deployments may share a Redis and have keys of the same number: counters are told apart by the log's id.
 * @param reports `onFallback` is called for each request counted by this process alone, Redis being unreachable
 */
export async function openRateLimit(
  { redisUrl, environment, rateLimitPerMinute }: Pick<Config, 'redisUrl' | 'environment' | 'rateLimitPerMinute'>,
  logId: () => string | null,
  reports: Pick<RedisRateLimitOptions, 'onFallback' | 'onError'>,
): Promise<RateLimit & Readonly<{ close(): Promise<void> }>> {
  if (redisUrl === null) {
    const { createMemoryRateLimit } = await import('../stores/rateLimit.js');
    return { ...createMemoryRateLimit(rateLimitPerMinute), close: () => Promise.resolve() };
  }
  const { openRedisRateLimit } = await import('../stores/redisRateLimit.js');
  const prefix = `rl:${environment}`;
  const limit = await openByAddress('REDIS_URL', async () =>
    openRedisRateLimit({ url: redisUrl, prefix, perMinute: rateLimitPerMinute, ...reports }),
  );
  return { ...limit, hit: (counter) => limit.hit(`${logId() ?? ''}:${counter}`) };
}

/**
 * Opening does not connect, so only a malformed address or a missing certificate file can fail. The client's
 * message is omitted: it may contain the password.
 * @throws ConfigError
 */
async function openByAddress<Opened>(variable: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    const isFile = error instanceof Error && /certificate|ENOENT|EACCES|EISDIR/.test(error.message);
    throw new ConfigError([
      isFile
        ? `${variable}: um certificado indicado não foi encontrado ou não pode ser lido`
        : `${variable} não é um endereço válido: confira servidor, porta e opções; na senha, ` +
          'escreva % como %25, @ como %40, : como %3A e / como %2F',
    ]);
  }
}
