// Chooses the adapter of each port by configuration. Used by the service, the projector's thread and the command line.
// Opening never waits for a store to be reachable.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CallLog } from '../api/http/callLog.js';
import type { RateLimit } from '../api/http/rateCounter.js';
import type { EvidenceStore } from '../commands/reconciliations/evidenceStore.js';
import type { PeopleStore } from '../commands/people/peopleStore.js';
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
import { openEmbeddedLog } from '../stores/log/lmdb/embeddedLog.js';
import { openEventStoreDb } from '../stores/log/eventStoreDb/openEventStoreDb.js';
import { openMongo, type Mongo } from '../stores/mongo/connection.js';
import { openEmbeddedPeople } from '../stores/people/embeddedPeople.js';
import { openMongoPeople } from '../stores/people/mongoPeople.js';
import { openEmbeddedReadStore } from '../stores/readStore/sqlite/embeddedReadStore.js';
import { openMongoReadStore } from '../stores/readStore/mongo/mongoReadStore.js';

/** Handles errors of background work. */
export type OnError = (part: string, error: unknown) => void;

/** Plain data: it is also sent to the projector's thread. */
export type StoreAddresses = Pick<Config, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'>;

/** The files of the embedded stores. */
export function dataPaths(dataDir: string) {
  return {
    log: join(dataDir, 'log'),
    read: join(dataDir, 'read'),
    folds: join(dataDir, 'folds'),
    calls: join(dataDir, 'calls.db'),
    people: join(dataDir, 'people.db'),
    evidence: join(dataDir, 'evidence'),
    queue: join(dataDir, 'queue.db'),
    written: join(dataDir, 'written'),
    uploads: join(dataDir, 'uploads'),
  } as const;
}

/** Creates the data folder, one level at a time: Node's recursive mkdir never returns under /proc. */
export function prepareDataDir({ dataDir }: Pick<Config, 'dataDir'>): void {
  const folder = resolve(dataDir);
  const parent = dirname(folder);
  if (!existsSync(parent)) prepareDataDir({ dataDir: parent });
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

/** @param pollMs how often the embedded log looks for other processes' events */
export async function openRawLog({ dataDir, eventStoreUrl }: StoreAddresses, pollMs?: number): Promise<EventLog> {
  prepareDataDir({ dataDir });
  if (eventStoreUrl !== null) return openByAddress('EVENTSTORE_URL', () => openEventStoreDb(eventStoreUrl));
  return openEmbeddedLog(dataPaths(dataDir).log, pollMs === undefined ? {} : { pollMs });
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
  prepareDataDir({ dataDir });
  return openEmbeddedPeople(dataPaths(dataDir).people);
}

/** Has nothing to close. */
export function openEvidence({ dataDir }: StoreAddresses, mongo: Mongo | null): EvidenceStore {
  return mongo === null ? openEmbeddedEvidence(dataPaths(dataDir).evidence) : openMongoEvidence(mongo);
}

export function openCallLog({ dataDir }: StoreAddresses, mongo: Mongo | null, onError: OnError): CallLog {
  const onCallLogError = (error: unknown, dropped: number): void =>
    onError(dropped > 0 ? `call log, ${dropped} calls dropped` : 'call log', error);
  if (mongo !== null) return openMongoCallLog({ mongo, onError: onCallLogError });
  return openEmbeddedCallLog({ path: dataPaths(dataDir).calls, onError: onCallLogError });
}

export function openDeliveryQueue({ dataDir }: StoreAddresses, mongo: Mongo | null): DeliveryQueue {
  return mongo === null ? openEmbeddedDeliveryQueue(dataPaths(dataDir).queue) : openMongoDeliveryQueue(mongo);
}

/** @param onFallback called for each request counted by this process alone because Redis is unreachable */
export async function openRateLimit(
  { redisUrl, environment, rateLimitPerMinute }: Config,
  onFallback: () => void,
): Promise<RateLimit & Readonly<{ close(): Promise<void> }>> {
  if (redisUrl === null) {
    const { createMemoryRateLimit } = await import('../stores/rateLimit/memoryRateLimit.js');
    return { ...createMemoryRateLimit(rateLimitPerMinute), close: () => Promise.resolve() };
  }
  const { openRedisRateLimit } = await import('../stores/rateLimit/redisRateLimit.js');
  const prefix = `rl:${environment}`;
  return openByAddress('REDIS_URL', () =>
    openRedisRateLimit({ url: redisUrl, prefix, perMinute: rateLimitPerMinute, onFallback }),
  );
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
