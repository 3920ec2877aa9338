// Suites against real stores join when their addresses are set (`npm run test:real`); without one, they are
// skipped by name, so that the summary says so.
import { randomUUID } from 'node:crypto';
import { describe, it } from '#jest';
import { openMongo } from '../../../src/stores/mongo/connection.js';

/** @param suite declares its tests; left out, loudly, when there is no address */
export function withStore(variable: 'MONGODB_URL' | 'REDIS_URL', suite: (url: string) => void): void {
  const url = process.env[variable] ?? '';
  if (url !== '') suite(url);
  else describe(`with ${variable}`, () => it.skip(`needs ${variable}`, () => undefined));
}

/** The same server, a database of the test's own. */
export function ownDatabase(url: string): string {
  const own = new URL(url);
  own.pathname = `/test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  return own.toString();
}

export type Database = Readonly<Awaited<ReturnType<typeof openDatabase>>>;

export async function openDatabase(serverUrl: string) {
  const url = ownDatabase(serverUrl);
  const mongo = await openMongo(url);
  // A first connection takes its time, which is not what tests measure.
  const built = await mongo.db.command({ buildInfo: 1 });
  return {
    url,
    mongo,
    /** Updates of one document exclude each other: not on FerretDB. */
    isAtomic: built['ferretdbVersion'] === undefined,
    async drop() {
      await mongo.db.dropDatabase();
      await mongo.close();
    },
  };
}
