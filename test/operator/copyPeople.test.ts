// Names and e-mails go along with the log: the file of a machine into the MongoDB of those that follow.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openMongoPeople } from '../../src/stores/people/mongo.js';
import { ServerProcess } from '../support/eventStoreServer/child.js';
import { openDatabase, withStore, type Database } from '../support/database.js';
import { operator, operatorJson, removeDir, temporaryDir } from '../support/service.js';

const USERS = [
  { email: 'ana@acme.com.br', name: 'Ana Sá', roles: [{ role: 'PREPARER' }] },
  { email: 'bia@acme.com.br', name: 'Bia Luz', roles: [] },
];

withStore('MONGODB_URL', (url) => {
  let dataDir: string;
  let eventStore: ServerProcess;
  let database: Database;

  beforeAll(async () => {
    dataDir = await temporaryDir();
    eventStore = new ServerProcess(join(dataDir, 'event-store'));
    await eventStore.start();
    database = await openDatabase(url);
    const file = join(dataDir, 'cadastros.json');
    await writeFile(file, JSON.stringify({ clients: [{ ref: 'acme', name: 'Acme', users: USERS }] }));
    await operatorJson(dataDir, ['apply', file]);
  });
  afterAll(async () => {
    await database.drop();
    await eventStore.kill();
    await removeDir(dataDir);
  });

  it('takes people to the database it is told, or says that they stay', async () => {
    const copy = ['copy-events', '--to', eventStore.url];
    const stays = await operator(dataDir, [...copy, '--keep-open']);
    expect(stays.stderr).toContain('Nomes e e-mails não estão no log: leve people.db junto');
    expect((await operator(dataDir, [...copy, '--people-to', 'mongodb://127.0.0.1'])).status).toBe(2);
    const went = await operator(dataDir, [...copy, '--people-to', database.url]);
    expect(went).toMatchObject({ status: 0 });
    expect(went.stderr).toContain('Nomes e e-mails de 2 pessoas no destino');
    const there = await openMongoPeople(database.mongo).byEmail(USERS.map(({ email }) => email));
    expect(there.map(({ name }) => name).sort()).toEqual(['Ana Sá', 'Bia Luz']);
  });
});
