// The stores whose addresses are set, and processes of the service on them. What has no address is embedded, in a
// folder that all processes share then. An event store may be full of other runs: a run keeps to clients of its
// own.
import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openMongo } from '../../src/stores/mongo/connection.js';
import { ownDatabase } from '../stores/mongo/database.js';
import { registerLedger } from '../support/ledger.js';
import { ready } from '../support/scaledOut.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';

export const VARIABLES = ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'] as const;

export type Variable = (typeof VARIABLES)[number];

/** A log remembers the key it was made with: every run on an event store has to bring the same. */
const TEST_SECRETS_KEY = Buffer.from('reconciliation tests, no secret.').toString('base64');
/** A store that holds many runs takes its time to be projected anew. */
const READY_MS = 120_000;

export type RealStores = Readonly<Awaited<ReturnType<typeof openRealStores>>>;

export function isSet(variable: Variable): boolean {
  return (process.env[variable] ?? '') !== '';
}

export async function openRealStores() {
  const folder = await temporaryDir();
  const env: Record<string, string> = {
    SECRETS_KEY: process.env['SECRETS_KEY'] || TEST_SECRETS_KEY,
    SEAL_KEY: process.env['SEAL_KEY'] || TEST_SECRETS_KEY,
  };
  for (const variable of VARIABLES) if (isSet(variable)) env[variable] = process.env[variable] ?? '';
  if (env['MONGODB_URL'] !== undefined) env['MONGODB_URL'] = ownDatabase(env['MONGODB_URL']);
  // Only with both stores shared a process needs nothing of another's folder.
  const isApart = isSet('EVENTSTORE_URL') && isSet('MONGODB_URL');
  const services: Service[] = [];
  return {
    folder,
    env,
    async start(roles: string, more: Readonly<Record<string, string>> = {}) {
      const dataDir = isApart ? join(folder, `process-${services.length}`) : folder;
      const service = await startService({ dataDir, env: { ...env, ROLES: roles, ...more } });
      services.push(service);
      await ready(service, READY_MS);
      return service;
    },
    /** A client, companies and key nobody had before. */
    register: (companies = 1) =>
      registerLedger(folder, {
        ref: `run-${randomUUID()}`,
        firstCnpj: randomInt(1, 90_000_000),
        companies,
        env,
      }),
    async close() {
      for (const service of services) await service.kill();
      if (env['MONGODB_URL'] !== undefined) {
        const mongo = await openMongo(env['MONGODB_URL']);
        await mongo.db.dropDatabase();
        await mongo.close();
      }
      await removeDir(folder);
    },
  };
}
