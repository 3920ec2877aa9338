// What whoever runs the service on MongoDB is told: lists that need an index that is missing, rights, and the
// address.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import type { Document } from 'mongodb';
import { openMongo } from '../../../src/stores/mongo/connection.js';
import { client } from '../../support/client.js';
import { registerLedger, type Ledger } from '../../support/ledger.js';
import { startMongoProxy, type MongoProxy } from '../../support/mongoProxy.js';
import { operatorProcess } from '../../support/operator.js';
import { ready } from '../../support/scaledOut.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';
import { until } from '../../support/until.js';
import { ownDatabase, withStore } from './database.js';

const HINT = {
  code: 2,
  codeName: 'BadValue',
  errmsg: 'planner returned error :: caused by :: hint provided does not correspond to an existing index',
};
const UNAUTHORIZED = { code: 13, codeName: 'Unauthorized', errmsg: 'not authorized on x to execute command' };
const namesIndex = (command: Document) => 'hint' in command;

withStore('MONGODB_URL', (serverUrl) =>
  describe('the service on MongoDB', () => {
    let dataDir: string;
    let database: string;
    let proxy: MongoProxy;
    let env: Record<string, string>;
    let service: Service;
    let ledger: Ledger;
    beforeAll(async () => {
      dataDir = await temporaryDir();
      database = ownDatabase(serverUrl);
      proxy = await startMongoProxy(database);
      const keys = {
        SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
        SEAL_KEY: Buffer.alloc(32, 2).toString('base64'),
      };
      env = { MONGODB_URL: `${proxy.url}?readPreference=secondary&retryWrites=false`, ...keys };
      service = await startService({ dataDir, env });
      await ready(service, 120_000);
      ledger = await registerLedger(dataDir, { env });
    });
    afterAll(async () => {
      await proxy.close();
      const mongo = await openMongo(database);
      await mongo.db.dropDatabase();
      await mongo.close();
    });
    const list = async () => (await client(service.url, ledger.key).get('/api/v1/companies')).status;
    const logged = () => JSON.stringify(service.lines);

    it('names the options of the address that it does not follow', () => {
      expect(logged().includes('MONGODB_URL diz em readPreference, retryWrites')).toBe(true);
    });

    it('answers 503 where it lacks a right', async () => {
      expect(await list()).toBe(200);
      proxy.fail('find', UNAUTHORIZED, namesIndex);
      expect(await list()).toBe(503);
      proxy.fail('find', null);
      expect(await list()).toBe(200);
    });

    it('says where an index is missing what makes it: in its log, its health and to its operator', async () => {
      proxy.fail('find', HINT, namesIndex);
      expect(await list()).toBe(503);
      await until(() => logged().includes('operator rebuild'), 'a line of the log');
      const health = await fetch(`${service.adminUrl}/health/ready`);
      expect([health.status, await health.text()]).toEqual([200, expect.stringContaining('operator rebuild')]);
      const { status, stderr } = await operatorProcess(dataDir, ['companies', 'list'], env);
      expect([status, stderr]).toEqual([1, expect.stringContaining('operator rebuild')]);
      proxy.fail('find', null);
      expect(await list()).toBe(200);
    });
  }),
);
