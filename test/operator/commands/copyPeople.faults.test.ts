// What lies beside the log goes along with it: people and evidence of a machine into the MongoDB of those that
// follow.
import { afterAll, beforeAll, expect, it } from '#jest';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEvidence, openPeople } from '../../../src/app/stores.js';
import { readConfig } from '../../../src/app/config.js';
import { ServerProcess } from '../../eventStoreServer/child.js';
import { openMongo, type Mongo } from '../../../src/stores/mongo/connection.js';
import { ownDatabase } from '../../stores/mongo/database.js';
import { startServer, type RunningServer } from '../../support/installedServers.js';
import { releasedMonth } from '../../support/releasedMonth.js';
import { commandLine, operator, operatorJson } from '../../support/operator.js';
import { withServers } from '../../support/servers.js';
import { temporaryDir } from '../../support/service.js';
import { until } from '../../support/until.js';

const USERS = [
  { email: 'ana@acme.com.br', name: 'Ana Sá', roles: [{ role: 'PREPARER' }] },
  { email: 'bia@acme.com.br', name: 'Bia Luz', roles: [] },
] as const;

withServers(['ferretdb'], () => {
  let dataDir: string;
  let eventStore: ServerProcess;
  let server: RunningServer;
  let mongo: Mongo;

  beforeAll(async () => {
    dataDir = await temporaryDir();
    eventStore = new ServerProcess(join(dataDir, 'event-store'));
    await eventStore.start();
    server = await startServer('ferretdb');
    mongo = await openMongo(server.url);
    await commandLine(dataDir).apply({ ref: 'acme', name: 'Acme', users: USERS });
  });
  afterAll(async () => {
    await mongo.close();
    await server.remove();
    await eventStore.kill();
  });

  it('copies evidence byte by byte, reports what is lost, and resumes when repeated', async () => {
    const month = await releasedMonth(dataDir, { ref: 'beta', firstCnpj: 5, accounts: 1 });
    const [id = 0] = month.ids;
    for (const name of ['um.pdf', 'dois.pdf']) {
      await writeFile(join(dataDir, name), `conteúdo de ${name}`);
      await month.does('ana', 'attach', id, '--file', join(dataDir, name));
    }
    const evidence = await month.cli.json<readonly { evidenceId: string; sha256: string }[]>(
      'reconciliations',
      'evidence',
      '--id',
      String(id),
    );
    const [one, two] = evidence;
    const lost = join(dataDir, 'evidence', '2', two?.sha256 ?? '');
    await rename(lost, `${lost}.away`);
    const copy = ['copy-events', '--to', eventStore.url, '--keep-open'];
    expect((await operator(dataDir, copy)).stderr).toContain('copie a pasta evidence');
    const target = openEvidence(readConfig({ DATA_DIR: dataDir }), mongo);
    const first = await operator(dataDir, [...copy, '--people-to', server.url]);
    expect(first.stderr).toContain('1 arquivo de evidência no destino; 1 não copiados');
    await rename(`${lost}.away`, lost);
    const again = await operator(dataDir, [...copy, '--people-to', server.url]);
    expect(again.stderr).toContain('2 arquivos de evidência no destino\n');
    for (const [file, name] of [
      [one, 'um.pdf'],
      [two, 'dois.pdf'],
    ] as const) {
      const bytes = await target.bytes(2, file?.sha256 ?? '');
      expect(Buffer.from(bytes ?? []).toString()).toBe(`conteúdo de ${name}`);
      expect((await target.names(2, [file?.evidenceId ?? ''])).get(file?.evidenceId ?? '')).toBe(name);
    }
    const env = {
      MONGODB_URL: server.url,
      EVENTSTORE_URL: eventStore.url,
      SECRETS_KEY: (await readFile(join(dataDir, 'secrets.key'), 'utf8')).trim(),
      SEAL_KEY: (await readFile(join(dataDir, 'seal.key'), 'utf8')).trim(),
    };
    const save = [
      'reconciliations',
      'evidence',
      '--id',
      String(id),
      '--save',
      join(dataDir, 'de-volta'),
      '--json',
    ];
    let saved = '';
    await until(async () => {
      const { status, stdout } = await operator(dataDir, save, env);
      saved = stdout;
      return status === 0;
    }, 'the read models, which the command makes anew');
    const there = JSON.parse(saved) as readonly { name: string }[];
    expect(there.map(({ name }) => name)).toEqual(['um.pdf', 'dois.pdf']);
    expect(await readFile(join(dataDir, 'de-volta', 'dois.pdf'), 'utf8')).toBe('conteúdo de dois.pdf');
  });

  it('copies people to the given database except of erased ones, or reports that they stay', async () => {
    const copy = ['copy-events', '--to', eventStore.url];
    const { people } = openPeople({ dataDir }, null);
    const emails = USERS.map(({ email }) => email);
    const before = await people.byEmail(emails);
    expect(before.map(({ name }) => name).sort()).toEqual(['Ana Sá', 'Bia Luz']);
    await operatorJson(dataDir, ['users', 'erase', USERS[1].email, '--yes']);
    await people.add(before); // as when an older backup is put back
    await people.close();
    const stays = await operator(dataDir, [...copy, '--keep-open']);
    expect(stays.stderr).toContain('Nomes e e-mails não estão no log: copie people.db');
    expect((await operator(dataDir, [...copy, '--people-to', 'mongodb://127.0.0.1'])).status).toBe(2);
    const url = ownDatabase(server.url);
    const went = await operator(dataDir, [...copy, '--people-to', url]);
    expect(went).toMatchObject({ status: 0 });
    expect(went.stderr).toContain('Nomes e e-mails de 8 pessoas no destino');
    const target = await openMongo(url);
    const there = await openPeople({ dataDir }, target).people.byEmail(emails);
    await target.close();
    expect(there).toEqual(before.filter(({ name }) => name === 'Ana Sá'));
  });
});
