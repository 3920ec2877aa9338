// A start that cannot be: one line that says what to mend, and a status that tells a wrong configuration from a
// bad moment.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registerLedger } from '../support/ledger.js';
import { operatorProcess, type OperatorRun } from '../support/operator.js';
import { removeDir, startService, temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';
import { loudlySkipped } from '../support/loudlySkipped.js';
import { mountSmallDisk } from './support/smallDisk.js';
import { copyFolder } from '../support/copyFolder.js';
import { listen } from '../support/listen.js';

const folder = await temporaryDir();
const taken = String((await listen(createServer())).port);

const failed = (env: Readonly<Record<string, string>>, dataDir = join(folder, 'data')): Promise<string> =>
  startService({ dataDir, env }).then(
    () => 'started',
    (error: unknown) => String(error).replace('Error: the service left with ', '').trim(),
  );

it('on a port in use exits with 1', async () => {
  expect(await failed({ PORT: taken })).toBe(
    `1 before it started: O endereço 127.0.0.1:${taken} já está em uso: confira PORT e ADMIN_PORT`,
  );
});

it('on an address of another machine exits with 78', async () => {
  expect(await failed({ HOST: '192.0.2.1', PUBLIC_URL: 'https://conciliacao.exemplo.com.br' })).toBe(
    '78 before it started: O endereço não é desta máquina: confira HOST',
  );
});

it('with a file as DATA_DIR exits with 78', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(await failed({}, file)).toBe(`78 before it started: ${file} não é uma pasta: confira DATA_DIR`);
});

// Root, too, is refused there, which a folder without rights does not do.
(process.platform === 'linux' ? it : it.skip)('in a folder the system does not make leaves with 78', async () => {
  expect(await failed({}, '/proc/data')).toBe(
    '78 before it started: Não é possível gravar em /proc/data (ENOENT): confira DATA_DIR',
  );
});

/** Required with the address of a store. */
const KEYS = { SECRETS_KEY: Buffer.alloc(32).toString('base64'), SEAL_KEY: Buffer.alloc(32).toString('base64') };

it('on the log of another environment exits with 78', async () => {
  expect(await failed({ ENVIRONMENT: 'production' })).toBe(
    '78 before it started: O log é do ambiente staging e a configuração pede production',
  );
});

it('on a log whose seals another key signs exits with 78', async () => {
  expect(await failed({ SEAL_KEY: Buffer.alloc(32, 5).toString('base64') })).toBe(
    '78 before it started: Os selos deste log são assinados com outra chave (SEAL_KEY, ou seal.key em DATA_DIR): configure a ' +
      'chave certa ou, para trocá-la, execute operator seals rotate-key',
  );
});

it.each([
  ['EVENTSTORE_URL', 'esdb://127.0.0.1:x'],
  ['EVENTSTORE_URL', 'esdb://ana:segredo@127.0.0.1?tls=talvez'],
  ['EVENTSTORE_URL', 'esdb://ana:segredo@127.0.0.1?tls=true&tlsCafil=/certs/ca.crt'],
  ['EVENTSTORE_URL', 'esdb://ana:se@gredo@127.0.0.1?tls=true'],
  ['EVENTSTORE_URL', 'esdb://ana:se:gredo@127.0.0.1?tls=true'],
  ['MONGODB_URL', 'mongodb://ana:se@gredo@127.0.0.1/livros'],
  ['MONGODB_URL', 'mongodb://127.0.0.1:x/livros'],
  ['REDIS_URL', 'redis://127.0.0.1:99999'],
  ['REDIS_URL', 'redis://127.0.0.1:6379/livros'],
])('with an unusable %s exits with 78, without printing it', async (variable, address) => {
  const env = { [variable]: address, ...KEYS };
  expect(await failed(env, join(folder, variable))).toBe(
    `78 before it started: ${variable} não é um endereço válido: confira servidor, porta e opções; na senha, ` +
      'escreva % como %25, @ como %40, : como %3A e / como %2F',
  );
});

/** Of a log that is not there. */
const away = { EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false', ...KEYS };

it('stopped before its log was ever reached exits with 0', async () => {
  const service = await startService({ dataDir: join(folder, 'away'), env: away });
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(503);
  expect(await service.stop()).toBe(0);
});

it('stopped while it starts exits with 0', async () => {
  const dataDir = join(folder, 'early');
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../bin/main.js', import.meta.url))], {
    env: { PORT: '0', DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await until(async () => existsSync(join(dataDir, 'secrets.key')), 'the first file');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

it('of a command whose log is unreachable exits with 1, and prints each error once', async () => {
  const { status, stdout, stderr } = await operatorProcess(join(folder, 'away'), ['companies', 'list'], away);
  const lines = stderr.trim().split('\n');
  expect([status, stdout, lines.at(-1)]).toEqual([1, '', expect.stringMatching(/^Serviço temporariamente/)]);
  expect(new Set(lines).size).toBe(lines.length);
});

it.each([
  ['EVENTSTORE_URL', `esdb://127.0.0.1:2113?tls=true&tlsCAFile=${join(folder, 'ca.crt')}`],
  ['MONGODB_URL', `mongodb://127.0.0.1:9/livros?tls=true&tlsCAFile=${join(folder, 'ca.crt')}`],
])('with a missing certificate in %s exits with 78', async (variable, address) => {
  expect(await failed({ [variable]: address, ...KEYS }, join(folder, 'certificate'))).toBe(
    `78 before it started: ${variable}: um certificado indicado não foi encontrado ou não pode ser lido`,
  );
});

const disk = mountSmallDisk(8);
if (disk === null) process.stderr.write('SKIPPED in badStart: no small file system can be mounted here\n');
afterAll(() => disk?.unmount());
const withDisk = disk === null ? it.skip : it;

withDisk('on a full disk leaves with 1, commands too', async () => {
  const full = join(disk?.folder ?? '', 'full');
  const sentence = `Não há espaço em disco para ${full}: libere espaço e inicie de novo`;
  disk?.fill();
  try {
    expect(await failed({}, full)).toBe(`1 before it started: ${sentence}`);
    const registers = join(folder, 'registers.json');
    await writeFile(registers, JSON.stringify({ clients: [] }));
    const applied = await operatorProcess(full, ['apply', registers, '--json']);
    expect({ ...applied, stderr: JSON.parse(applied.stderr) as unknown }).toEqual({
      status: 1,
      stdout: '',
      stderr: { error: sentence, code: 'SERVICO_INDISPONIVEL' },
    });
  } finally {
    disk?.free();
  }
});

withDisk('in a folder that is read-only leaves with 78', async () => {
  const mount = disk?.folder ?? '';
  expect(spawnSync('mount', ['-o', 'remount,ro', mount]).status).toBe(0);
  try {
    expect(await failed({}, mount)).toBe(
      `78 before it started: Não é possível gravar em ${mount} (EROFS): confira DATA_DIR`,
    );
  } finally {
    spawnSync('mount', ['-o', 'remount,rw', mount]);
  }
});

it.each([
  ['the service', 64, 'bin/main.js', []],
  ['the service', 32, 'bin/main.js', []],
  ['a command', 64, 'bin/operator.js', ['keys', 'list']],
  ['a command', 32, 'bin/operator.js', ['keys', 'list']],
])('%s with %i open files leaves with 78', async (_what, limit, entry, args) => {
  const program = [process.execPath, fileURLToPath(new URL(`../../${entry}`, import.meta.url)), ...args];
  const { status, stderr } = spawnSync('sh', ['-c', `ulimit -n ${limit}; exec "$@"`, 'sh', ...program], {
    env: { PORT: '0', DATA_DIR: join(folder, 'few') },
  });
  expect({ status, stderr: stderr.toString() }).toEqual({
    status: 78,
    stderr:
      `O processo só pode abrir ${limit} arquivos: aumente o limite para pelo menos 256 ` +
      '(ulimit -n, ou LimitNOFILE no systemd)\n',
  });
});

it('with few open files, or a wrong configuration, a command with --json gives the reason as a value', () => {
  const command = [process.execPath, fileURLToPath(new URL('../../bin/operator.js', import.meta.url))];
  for (const [script, env, sentence] of [
    ['ulimit -n 64; exec "$@"', {}, 'O processo só pode abrir 64 arquivos'],
    ['exec "$@"', { ENVIRONMENT: 'teste' }, 'ENVIRONMENT'],
  ] as const) {
    const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', ...command, 'verify', '--json'], {
      env: { DATA_DIR: join(folder, 'few'), ...env },
    });
    expect({ status, stderr: JSON.parse(stderr.toString()) as unknown }).toEqual({
      status: 78,
      stderr: { error: expect.stringContaining(sentence), code: 'CONFIGURACAO_INVALIDA' },
    });
  }
});

describe('On a folder with a log', () => {
  let whole: string;
  beforeAll(async () => {
    whole = join(folder, 'whole');
    await mkdir(whole);
    await registerLedger(whole, { accounts: 200 });
  });

  function problemsOf(verified: OperatorRun): unknown {
    expect(verified).toMatchObject({ status: 1, stderr: '' });
    const report = JSON.parse(verified.stdout) as { ok: boolean; problems: unknown };
    expect(report.ok).toBe(false);
    return report.problems;
  }

  it('cut anywhere, the service leaves with 78 and verify tells it as a value', async () => {
    const { size } = await stat(join(whole, 'log/log.db'));
    for (const bytes of [0, 1, 4096, 8191, Math.floor(size / 3), size - 4096, size - 1]) {
      const torn = join(folder, `torn at ${bytes}`);
      await cp(join(whole, 'log'), join(torn, 'log'), { recursive: true });
      await cp(join(whole, 'secrets.key'), join(torn, 'secrets.key'));
      const file = join(torn, 'log/log.db');
      await truncate(file, bytes);
      expect(await failed({}, torn)).toBe(
        `78 before it started: ${file} está cortado ou danificado: restaure a última cópia de segurança`,
      );
      expect(problemsOf(await operatorProcess(torn, ['verify', '--json']))).toEqual([expect.any(String)]);
      expect((await stat(file)).size).toBe(bytes);
    }
  });

  it('overwritten at its begin, the service leaves with 78, and commands with 1', async () => {
    const damaged = join(folder, 'damaged');
    await cp(join(whole, 'log'), join(damaged, 'log'), { recursive: true });
    await cp(join(whole, 'secrets.key'), join(damaged, 'secrets.key'));
    await writeFile(join(damaged, 'log/log.db'), Buffer.alloc(8_192, 0xa5), { flag: 'r+' });
    expect(await failed({}, damaged)).toMatch(/^78 before it started: .* está cortado ou danificado: restaure/);
    expect((await operatorProcess(damaged, ['keys', 'list'])).stderr).toContain('está cortado ou danificado');
    expect(problemsOf(await operatorProcess(damaged, ['verify', '--json']))).toEqual([
      expect.stringContaining('não pode ser lido'),
    ]);
  });

  it.each(['secrets.key', 'seal.key'])('with %s emptied or cut, leaves with 78 and names it', async (name) => {
    const file = join(folder, `without ${name}`, name);
    await copyFolder(whole, join(folder, `without ${name}`));
    for (const text of ['', 'AAAA\n']) {
      await writeFile(file, text);
      expect(await failed({}, join(folder, `without ${name}`))).toBe(
        `78 before it started: ${file} não tem uma chave de 32 bytes em base64: restaure-o da cópia de segurança`,
      );
    }
  });

  it('everything of the service is private, whoever made the folder and whatever the umask', async () => {
    const open = join(folder, 'open');
    await copyFolder(whole, open);
    await removeDir(join(open, 'registers-acme'));
    for (const name of ['', ...(await readdir(open, { recursive: true }))]) {
      const path = join(open, name);
      await chmod(path, (await stat(path)).isDirectory() ? 0o777 : 0o666);
    }
    const umask = process.umask(0);
    const service = await startService({ dataDir: open }).finally(() => process.umask(umask));
    try {
      await until(async () => (await fetch(`${service.url}/health/ready`)).status === 200, 'ready');
      const modes = await Promise.all(
        ['', ...(await readdir(open, { recursive: true }))].map(async (name) => {
          const { mode } = await stat(join(open, name));
          return `${name} ${(mode & 0o777).toString(8)}`;
        }),
      );
      expect(modes.length).toBeGreaterThan(15);
      expect(modes.filter((line) => !/ [67]00$/.test(line))).toEqual([]);
    } finally {
      await service.kill();
    }
  });
});

it('on a folder with the log of an earlier version leaves with 78, and makes nothing', async () => {
  const earlier = join(folder, 'earlier');
  await mkdir(join(earlier, 'log'), { recursive: true });
  const path = join(earlier, 'log', 'data.mdb');
  await writeFile(path, 'a log');
  const sentence = `${path} é o log de uma versão anterior, que esta não lê: indique em DATA_DIR uma pasta vazia ou nova`;
  expect(await failed({}, earlier)).toBe(`78 before it started: ${sentence}`);
  const listed = await operatorProcess(earlier, ['companies', 'list']);
  expect(listed).toMatchObject({ stdout: '', stderr: expect.stringContaining(sentence) });
  expect(listed.status).not.toBe(0);
  expect(await readdir(earlier, { recursive: true })).toEqual(['log', 'log/data.mdb']);
});

it('of a command on a folder without a store leaves with 1, names it, and makes nothing; apply says where it begins', async () => {
  const mistyped = join(folder, 'mistyped');
  for (const args of [
    ['companies', 'list'],
    ['verify'],
    ['checkpoint', join(folder, 'checkpoint.txt')],
    ['rebuild'],
    ['history', '--company', '1'],
  ])
    expect([args, await operatorProcess(mistyped, args)]).toEqual([
      args,
      {
        status: 1,
        stdout: '',
        stderr: `Não há dados do serviço em ${mistyped}: confira DATA_DIR, ou crie-os com operator apply\n`,
      },
    ]);
  const unread = await operatorProcess(mistyped, ['apply', join(folder, 'no such file.json')]);
  expect(unread).toMatchObject({ status: 1, stderr: expect.stringContaining('não existe o arquivo') });
  const invalid = join(folder, 'invalid.json');
  await writeFile(
    invalid,
    JSON.stringify({ clients: [{ ref: 'acme', name: 'Acme', companies: [{ cnpj: '1' }] }] }),
  );
  const refused = await operatorProcess(mistyped, ['apply', invalid]);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('clients[0].companies[0]') });
  expect(existsSync(mistyped)).toBe(false);
  const registers = join(folder, 'registers.json');
  await writeFile(registers, JSON.stringify({ clients: [{ ref: 'acme', name: 'Acme' }] }));
  const said = `Não havia dados do serviço em ${mistyped} (DATA_DIR): começam agora\n`;
  for (const stderr of [`${said}Cliente acme: criado\n`, ''])
    expect(await operatorProcess(mistyped, ['apply', registers])).toMatchObject({ status: 0, stderr });
});

it('of a command where DATA_DIR is a file leaves with 1, and names DATA_DIR', async () => {
  const file = join(folder, 'a file');
  await writeFile(file, '');
  expect(await operatorProcess(file, ['companies', 'list'])).toEqual({
    status: 1,
    stdout: '',
    stderr: `${file} não é uma pasta: confira DATA_DIR\n`,
  });
});

const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0 ? it : loudlySkipped('badStart', 'only root acts as others');
asRoot(
  'of a command as root among the data of the service’s user leaves with 1, and makes nothing that is not theirs',
  async () => {
    const theirs = join(folder, 'theirs');
    const registers = join(folder, 'of acme.json');
    await writeFile(registers, JSON.stringify({ clients: [{ ref: 'acme', name: 'Acme' }] }));
    await mkdir(theirs);
    await chown(theirs, NOBODY, NOBODY);
    await chmod(folder, 0o755);
    await chmod(registers, 0o644);
    const sentence = `Os dados em ${theirs} são de outro usuário (${NOBODY}), e o serviço não leria o que root cria ali: `;
    for (const user of [{ uid: NOBODY, gid: NOBODY }, {}]) {
      const { status, stderr } = await operatorProcess(theirs, ['apply', registers], {}, user);
      if ('uid' in user) expect(status).toBe(0);
      else expect([status, stderr.slice(0, sentence.length)]).toEqual([1, sentence]);
      for (const name of await readdir(theirs, { recursive: true }))
        expect([name, (await stat(join(theirs, name))).uid]).toEqual([name, NOBODY]);
    }
    const denied = await operatorProcess(theirs, ['backup', join(folder, 'of nobody')], {}, { uid: 1, gid: 1 });
    expect(denied.stderr).toMatch(/^Sem permissão em .* \(EACCES\): execute como o usuário do serviço, /);
  },
);
