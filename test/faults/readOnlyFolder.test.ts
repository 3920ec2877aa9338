// Commands on a data folder that can only be read, as an auditor has it: run as another user on a folder that this
// one owns, or where the tests do not run as root, without the permission to write.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releasedMonth, type ReleasedMonth } from '../support/releasedMonth.js';
import { operatorJson, operatorProcess, type OperatorRun } from '../support/operator.js';
import { startService, temporaryDir } from '../support/service.js';
import { copyFolder } from '../support/copyFolder.js';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
let month: ReleasedMonth;
const below = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await temporaryDir();
  dataDir = below('data');
  await mkdir(dataDir);
  month = await releasedMonth(dataDir, { accounts: 2 });
  await writeFile(below('extrato.pdf'), 'extrato');
  await month.does('ana', 'attach', month.ids[0] ?? 0, '--file', below('extrato.pdf'));
  await month.cli.json('checkpoint', below('checkpoint.txt'));
  await operatorJson(dataDir, ['backup', below('copy')]);
  await mkdir(below('theirs'));
  await chmod(below('theirs'), 0o777);
});
afterAll(async () => {
  for (const path of pathsBelow(folder)) chmodSync(path, 0o700);
});

/** Each takes a process of more than a second. */
const SOME = ['verify', 'companies', 'events'];

describe.each([
  ['a backup', async (dir: string) => cp(below('copy'), dir, { recursive: true })],
  ['a copy of the whole folder', async (dir: string) => copyFolder(dataDir, dir)],
  [
    'a copy without key, read models and queue',
    async (dir: string) => {
      await cp(below('copy'), dir, { recursive: true });
      for (const name of ['secrets.key', 'queue.db', 'calls.db']) await rm(join(dir, name), { force: true });
    },
  ],
] as const)('%s that can only be read', (what, make) => {
  const dir = (): string => below(what.replaceAll(/[ ,]+/g, '-'));
  let before: readonly object[];

  beforeAll(async () => {
    await make(dir());
    makeReadOnly(dir());
    before = stateBelow(dir());
  });

  it('answers verify, history, checkpoint and every list as the folder it was made of', async () => {
    const all = [
      ['verify'],
      ['companies', 'list'],
      ['charts', 'list'],
      ['trial-balances', 'list', '--company', '1'],
      ['reconciliations', 'list', ...month.of],
      ['reconciliations', 'evidence', '--id', String(month.ids[0])],
      ['history', ...month.of],
      ['keys', 'list'],
      ['calls', 'list'],
      ['webhooks', 'list'],
      ['events', 'stats'],
    ];
    const commands = what.includes('without') ? all : all.filter(([name = '']) => SOME.includes(name));
    for (const args of commands) {
      const { status, stdout, stderr } = await asAuditor(dir(), [...args, '--json']);
      expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: '' });
      expect({ args, answer: JSON.parse(stdout) as unknown }).toEqual({
        args,
        answer: await operatorJson(dataDir, args),
      });
    }
    const sealed = await asAuditor(dir(), ['checkpoint', join(below('theirs'), 'checkpoint.txt'), '--json']);
    expect(sealed.stderr).toContain('o que veio depois dele não foi selado');
    expect(JSON.parse(sealed.stdout)).toEqual(
      await operatorJson(dataDir, ['checkpoint', below('checkpoint.txt')]),
    );
    expect(await readFile(join(below('theirs'), 'checkpoint.txt'), 'utf8')).toBe(
      await readFile(below('checkpoint.txt'), 'utf8'),
    );
  });

  it('refuses what would change it, in words', async () => {
    const all = [['keys', 'revoke', '1'], ['rebuild'], ['copy-events', '--to', 'esdb://127.0.0.1:2113?tls=false']];
    const commands = what.includes('without') ? all : all.slice(0, 1);
    for (const args of commands) {
      const { status, stdout, stderr } = await asAuditor(dir(), args);
      expect({ args, status, stdout, stderr }).toEqual({
        args,
        status: 1,
        stdout: '',
        stderr: 'DATA_DIR só pode ser lida, e este comando grava nela\n',
      });
    }
  });

  it('is left as it was, and nothing is left beside it', async () => {
    expect(stateBelow(dir())).toEqual(before);
    expect(readdirSync(tmpdir()).filter((name) => /^(operator|log)-/.test(name) && isOfAuditor(name))).toEqual([]);
  });
});

it('backs up a folder that can only be read', async () => {
  await cp(below('copy'), below('source'), { recursive: true });
  makeReadOnly(below('source'));
  const made = await asAuditor(below('source'), ['backup', join(below('theirs'), 'copy'), '--verify', '--json']);
  expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('"ok":true') });
});

it('refuses a folder that a service is using', async () => {
  const used = below('used');
  await copyFolder(dataDir, used);
  const service = await startService({ dataDir: used });
  try {
    makeReadOnly(used);
    for (const args of [['verify'], ['companies', 'list']])
      expect(await asAuditor(used, args)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining('está em uso pelo serviço: use uma cópia feita por operator backup'),
      });
  } finally {
    await service.kill();
  }
});

it('has everything that was acknowledged before a process was killed', async () => {
  const source = below('to-kill');
  const killed = below('killed');
  await copyFolder(dataDir, source);
  const service = await startService({ dataDir: source });
  expect(await operatorProcess(source, ['keys', 'revoke', '1'])).toMatchObject({ status: 0 });
  await service.kill();
  expect(lstatSync(join(source, 'log/log.db-wal')).size).toBeGreaterThan(0);
  await copyFolder(source, killed);
  makeReadOnly(killed);
  const before = stateBelow(killed);
  for (const args of [['verify'], ['keys', 'list']]) {
    const { status, stdout } = await asAuditor(killed, [...args, '--json']);
    expect({ args, status }).toEqual({ args, status: 0 });
    expect({ args, answer: JSON.parse(stdout) as unknown }).toEqual({
      args,
      answer: await operatorJson(source, args),
    });
  }
  await mkdir(below('of-killed'));
  await chmod(below('of-killed'), 0o777);
  const made = await asAuditor(killed, ['backup', join(below('of-killed'), 'copy'), '--verify', '--json']);
  expect(made).toMatchObject({ status: 0, stdout: expect.stringContaining('"ok":true') });
  expect(stateBelow(killed)).toEqual(before);
});

it('names its own file where the log is cut short', async () => {
  const torn = below('torn');
  await cp(below('copy'), torn, { recursive: true });
  await truncate(join(torn, 'log/log.db'), 100);
  makeReadOnly(torn);
  expect(await asAuditor(torn, ['companies', 'list'])).toEqual({
    status: 1,
    stdout: '',
    stderr: `${join(torn, 'log/log.db')} está cortado ou danificado: restaure a última cópia de segurança\n`,
  });
});

/** Everything can be read by everybody and written by nobody. */
function makeReadOnly(dir: string): void {
  chmodSync(folder, 0o755);
  for (const path of pathsBelow(dir).reverse()) chmodSync(path, lstatSync(path).isDirectory() ? 0o555 : 0o444);
}

/** A process of a user who owns nothing here. */
function asAuditor(dir: string, args: readonly string[]): Promise<OperatorRun> {
  return operatorProcess(dir, args, {}, isRoot ? { uid: NOBODY, gid: NOBODY } : {});
}

function isOfAuditor(name: string): boolean {
  return lstatSync(join(tmpdir(), name)).uid === (isRoot ? NOBODY : process.getuid?.());
}

function pathsBelow(dir: string): string[] {
  return [dir, ...readdirSync(dir, { recursive: true }).map((name) => join(dir, String(name)))];
}

function stateBelow(dir: string) {
  return pathsBelow(dir)
    .sort()
    .map((path) => ({ path, size: lstatSync(path).size, changedMs: lstatSync(path).mtimeMs }));
}
