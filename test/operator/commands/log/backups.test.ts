// `backup` and `restore`: a copy that holds what was there, is proven before it is trusted, and is never half
// there.
import { describe, expect, it } from '#jest';
import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readFile, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idKinds } from '../../../../src/domain/kernel/ids.js';
import { releasedMonth } from '../../../support/releasedMonth.js';
import { operator, operatorJson, type OperatorRun } from '../../../support/operator.js';
import { temporaryDir } from '../../../support/service.js';
import { copyFolder } from '../../../support/copyFolder.js';

type Manifest = { log: { events: number; seal: object | null }; files: File[]; missingEvidence: object[] };
type File = { path: string; bytes: number; sha256: string };
type Summary = Readonly<{ ok: boolean; events: number; bytes: number; seal: object | null; problems?: string[] }>;

const below = (name: string): string => join(folder, name);
const run = (...args: readonly string[]): Promise<OperatorRun> => operator(dataDir, args);
const json = (...args: readonly string[]): Promise<Summary> => operatorJson<Summary>(dataDir, args);
const manifestOf = async (dir: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as Manifest;
const sentenceOf = ({ status, stdout, stderr }: OperatorRun) => ({ status, stdout, stderr: stderr.trim() });
const statement = randomBytes(5_000);

const folder = await temporaryDir();
const dataDir = below('data');
await mkdir(dataDir);
const month = await releasedMonth(dataDir, { accounts: 2 });
await writeFile(below('extrato.pdf'), statement);
await month.does('ana', 'attach', month.ids[0] ?? 0, '--file', below('extrato.pdf'));
await month.cli.json('checkpoint', below('checkpoint.txt'));

describe('backup', () => {
  it('copies what cannot be rebuilt, readable by its owner only, and describes it in a manifest', async () => {
    const summary = await json('backup', below('copy'));
    const { log, files, missingEvidence } = await manifestOf(below('copy'));
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    expect(summary).toEqual({ ok: true, events: log.events, bytes, seal: log.seal });
    expect(log.seal).toMatchObject({ count: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const sha256 = createHash('sha256').update(statement).digest('hex');
    const evidence = [`evidence/1/${sha256}`, expect.stringMatching(/^evidence\/1\/.*\.name$/)];
    const databases = ['queue.db', 'log/log.db', 'people.db', 'calls.db'];
    const paths = files.map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith('.db') || path.startsWith('log'))).toEqual(
      databases.filter((path) => paths.includes(path)),
    );
    expect(paths).toEqual(
      expect.arrayContaining(['log/log.db', 'people.db', 'secrets.key', 'seal.key', ...evidence]),
    );
    expect(missingEvidence).toEqual([]);
    expect(modesBelow(below('copy'))).toEqual({ files: ['600'], folders: ['700'] });
  });

  it('with --verify proves the copy it makes, and one that is there already, without changing it', async () => {
    expect(await json('backup', below('proven'), '--verify')).toMatchObject({ ok: true });
    const before = stateBelow(below('proven'));
    expect(await json('backup', below('proven'), '--verify')).toMatchObject({ ok: true });
    expect(stateBelow(below('proven'))).toEqual(before);
  });

  it('refuses a folder that is not free, not outside of DATA_DIR, or not there to be made in', async () => {
    await mkdir(below('used'));
    await writeFile(below('used/nota.txt'), '');
    await symlink(join(dataDir, 'evidence'), below('link'));
    await symlink(below('loop'), below('loop'));
    const refusals: readonly (readonly [string, RegExp])[] = [
      [below('copy'), /já existe e não está vazia/],
      [below('used'), /já existe e não está vazia/],
      [below('used/nota.txt'), /não é uma pasta/],
      [join(dataDir, 'copia'), /fica dentro de DATA_DIR/],
      [below('link/copia'), /fica dentro de DATA_DIR/],
      [below('loop'), /não é uma pasta/],
      [below('missing/copia'), /A pasta .*missing não existe/],
    ];
    for (const [dir, sentence] of refusals)
      expect(sentenceOf(await run('backup', dir))).toEqual({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(sentence),
      });
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('takes an empty folder, and removes what a backup that was killed left', async () => {
    await mkdir(below('empty'));
    await mkdir(below('.empty.partial-killed'));
    await json('backup', below('empty'));
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('makes one of two at once to the same folder, and refuses the other', async () => {
    const both = await Promise.all([run('backup', below('twice')), run('backup', below('twice'))]);
    expect(both.map(({ status }) => status).sort()).toEqual([0, 1]);
    expect(await json('backup', below('twice'), '--verify')).toMatchObject({ ok: true });
  });

  it('refuses a DATA_DIR without a log, and makes nothing there', async () => {
    const refused = await operator(below('nowhere'), ['backup', below('none')]);
    expect(sentenceOf(refused)).toMatchObject({ status: 1, stderr: expect.stringContaining(below('nowhere')) });
    expect(readdirSync(folder)).not.toContain('nowhere');
  });

  it('copies what is in DATA_DIR beside servers, says what is not, and is not restored over a server', async () => {
    const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64');
    const EVENTSTORE_URL = 'esdb://127.0.0.1:2113?tls=false';
    const MONGODB_URL = 'mongodb://127.0.0.1:27017/nada';
    const beside = (env: Readonly<Record<string, string>>, dir: string) =>
      operator(dataDir, ['backup', below(dir), '--json'], { SECRETS_KEY, SEAL_KEY: SECRETS_KEY, ...env });
    const withoutLog = await beside({ EVENTSTORE_URL }, 'without-log');
    expect(JSON.parse(withoutLog.stdout)).toMatchObject({ ok: true, events: 0, seal: null });
    expect(withoutLog.stderr).toMatch(
      /não contém o log.*EventStoreDB[^]*não contém a chave de segredos[^]*não contém a chave que assina os selos/,
    );
    const withoutRest = await beside({ MONGODB_URL }, 'without-rest');
    expect((await manifestOf(below('without-rest'))).files.map(({ path }) => path)).toEqual(['log/log.db']);
    expect(withoutRest.stderr).toMatch(/não contém fila de entregas, pessoas, evidências e chamadas/);
    expect(await beside({ EVENTSTORE_URL, MONGODB_URL }, 'none')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('use as ferramentas dos servidores'),
    });
    const restored = await operator(below('new'), ['restore', below('copy')], {
      SECRETS_KEY,
      SEAL_KEY: SECRETS_KEY,
      EVENTSTORE_URL,
    });
    expect(restored).toMatchObject({ status: 1, stderr: expect.stringContaining('restaure sem EVENTSTORE_URL') });
    expect(readdirSync(folder)).not.toContain('new');
  });

  it('refuses a database that is damaged, says which, and leaves nothing', async () => {
    await copyFolder(dataDir, below('damaged'));
    await writeFile(below('damaged/people.db'), randomBytes(8_192));
    const refused = await operator(below('damaged'), ['backup', below('none')]);
    expect(refused).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('people.db está danificado'),
    });
    expect(readdirSync(folder).filter((name) => name.includes('none'))).toEqual([]);
  });

  it('notes evidence that was deleted before, and does not take its absence for damage', async () => {
    await copyFolder(dataDir, below('erased'));
    await rm(below('erased/evidence'), { recursive: true });
    const made = await operator(below('erased'), ['backup', below('without'), '--verify', '--json']);
    expect(made.status).toBe(0);
    expect(made.stderr).toContain('1 arquivo de evidência citado no log já não estava em DATA_DIR');
    expect((await manifestOf(below('without'))).missingEvidence).toHaveLength(1);
  });
});

describe('a backup that was changed', () => {
  it.each([
    ['a file is missing', (dir: string) => unlink(join(dir, 'people.db')), /^people\.db falta/],
    ['a file is cut short', (dir: string) => truncate(join(dir, 'log/log.db'), 8_192), /^log\/log\.db tem 8192/],
    ['bytes differ', (dir: string) => patch(dir, 'log/log.db', false), /conteúdo de log\/log\.db é outro/],
    ['an event and the manifest differ', (dir: string) => patch(dir, 'log/log.db', true), /^Eventos alterados/],
    [
      'the log and the manifest are cut short',
      (dir: string) => cutLog(dir),
      /^log\/log\.db está cortado ou danificado/,
    ],
    ['a database and the manifest differ', (dir: string) => breakDatabase(dir), /^people\.db está danificado/],
    ['evidence is taken out of both', (dir: string) => withoutEvidence(dir), /^Falta a evidência/],
    ['a file is a link', (dir: string) => linked(dir, 'secrets.key'), /^secrets\.key falta ou não é um arquivo/],
  ] as const)('is found out when %s, and is not restored', async (what, change, sentence) => {
    const dir = below(`changed-${what.replaceAll(' ', '-')}`);
    await cp(below('copy'), dir, { recursive: true });
    await change(dir);
    const verified = await run('backup', dir, '--verify', '--json');
    const { ok, problems } = JSON.parse(verified.stdout) as Summary;
    expect({ status: verified.status, ok }).toEqual({ status: 1, ok: false });
    expect(problems).toEqual([expect.stringMatching(sentence)]);
    const target = below('never');
    expect((await operator(target, ['restore', dir])).status).toBe(1);
    expect(readdirSync(folder)).not.toContain('never');
  });

  it.each([
    ['../outside', /foi alterado/],
    ['/etc/outside', /foi alterado/],
    ['log/../../outside', /foi alterado/],
  ])('is refused when its manifest names %s', async (path, sentence) => {
    const dir = below('escaping');
    await cp(below('copy'), dir, { recursive: true });
    await editManifest(dir, ({ files }) => files.forEach((file) => (file.path = path)));
    expect(sentenceOf(await run('backup', dir, '--verify'))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(sentence),
    });
  });
});

describe('restore', () => {
  it('brings everything back into a new folder, readable by its owner only', async () => {
    const target = below('restored');
    const made = await json('backup', below('copy'), '--verify');
    expect(await operatorJson(target, ['restore', below('copy')])).toEqual(made);
    expect(readdirSync(target).sort()).toEqual(
      readdirSync(below('copy')).filter((name) => name !== 'manifest.json'),
    );
    expect(modesBelow(target)).toEqual({ files: ['600'], folders: ['700'] });
    expect(await operatorJson(target, ['verify'])).toMatchObject({
      ok: true,
      events: made.events + idKinds.length + 1, // ids raised, and LogRestored
    });
    expect((await operator(target, ['verify', '--checkpoint', below('checkpoint.txt')])).stdout).toMatch(
      / desde então +restaurado em [\d/]+ [\d:]+ \(operator restore da cópia de [\d/]+ [\d:]+\) com /,
    );
    const listed = (dir: string) => operatorJson(dir, ['reconciliations', 'list', ...month.of]);
    expect(await listed(target)).toEqual(await listed(dataDir));
    const evidence = ['reconciliations', 'evidence', '--id', String(month.ids[0]), '--save', below('saved')];
    expect(await operatorJson(target, evidence)).toMatchObject([{ name: 'extrato.pdf', by: 'Ana Elaboradora' }]);
  });

  it('refuses a DATA_DIR that is not empty, one inside the backup, and a folder that is no backup', async () => {
    const refusals: readonly (readonly [string, string, RegExp])[] = [
      [dataDir, below('copy'), /não está vazia: pare o serviço/],
      [below('copy/data'), below('copy'), /fica dentro da cópia/],
      [below('new'), below('used'), /Não há uma cópia de segurança completa em .*manifest\.json/],
      [below('used/nota.txt'), below('copy'), /não é uma pasta/],
    ];
    for (const [target, dir, sentence] of refusals)
      expect(sentenceOf(await operator(target, ['restore', dir]))).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(sentence),
      });
  });

  it('that was killed leaves nothing a command opens, and is repeated', async () => {
    const target = below('half');
    await mkdir(join(target, '.restoring/log'), { recursive: true });
    await writeFile(join(target, '.restoring/log/log.db'), 'half a log');
    await cp(below('copy/people.db'), join(target, 'people.db'));
    const { dev, ino } = await lstat(join(target, 'people.db'), { bigint: true });
    await writeFile(join(target, '.restoring/published.json'), JSON.stringify({ 'people.db': `${dev} ${ino}` }));
    expect(await operator(target, ['keys', 'list'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('não terminou: repita operator restore'),
    });
    expect(await operatorJson(target, ['restore', below('copy')])).toMatchObject({ ok: true });
    expect(readdirSync(target)).not.toContain('.restoring');
    expect(await operatorJson(target, ['verify'])).toMatchObject({ ok: true });
  });

  it('deletes nothing that it did not write, and refuses such a folder before it reads the copy', async () => {
    const target = below('others');
    await mkdir(join(target, '.restoring/log'), { recursive: true });
    const kept = ['relatorio.txt', 'people.db', '.restoring/nota.txt'];
    for (const name of kept) {
      await writeFile(join(target, name), 'de outra pessoa');
      const refused = await operator(target, ['restore', below('copy')]);
      expect(refused).toMatchObject({ status: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^.*não está vazia: pare o serviço.*\n$/);
      expect(await readFile(join(target, name), 'utf8')).toBe('de outra pessoa');
      await rm(join(target, name));
    }
    expect(await operatorJson(target, ['restore', below('copy')])).toMatchObject({ ok: true });
  });
});

/** Changes the type of events by one letter. */
async function patch(dir: string, path: string, withManifest: boolean): Promise<void> {
  const bytes = await readFile(join(dir, path));
  const name = Buffer.from('TrialBalanceVersioned');
  let found = 0;
  for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1), found++)
    bytes.write('Tryal', at);
  expect(found).toBeGreaterThan(0);
  await writeFile(join(dir, path), bytes);
  if (withManifest) await noteInManifest(dir, path, bytes);
}

async function cutLog(dir: string): Promise<void> {
  const bytes = (await readFile(join(dir, 'log/log.db'))).subarray(0, 8_192);
  await writeFile(join(dir, 'log/log.db'), bytes);
  await noteInManifest(dir, 'log/log.db', bytes);
}

async function breakDatabase(dir: string): Promise<void> {
  const bytes = (await readFile(join(dir, 'people.db'))).fill(0xff, 4_096, 8_192);
  await writeFile(join(dir, 'people.db'), bytes);
  await noteInManifest(dir, 'people.db', bytes);
}

async function noteInManifest(dir: string, path: string, bytes: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await editManifest(dir, ({ files }) => {
    const file = files.find((one) => one.path === path);
    if (file) Object.assign(file, { sha256, bytes: bytes.length });
  });
}

async function withoutEvidence(dir: string): Promise<void> {
  await rm(join(dir, 'evidence'), { recursive: true });
  await editManifest(dir, (manifest) => {
    manifest.files = manifest.files.filter(({ path }) => !path.startsWith('evidence/'));
  });
}

async function linked(dir: string, name: string): Promise<void> {
  await unlink(join(dir, name));
  await symlink(join(dataDir, name), join(dir, name));
}

async function editManifest(dir: string, edit: (manifest: Manifest) => void): Promise<void> {
  const manifest = await manifestOf(dir);
  edit(manifest);
  await chmod(join(dir, 'manifest.json'), 0o600);
  await writeFile(join(dir, 'manifest.json'), JSON.stringify(manifest));
}

/** Permissions in octal, without repeats. */
function modesBelow(dir: string) {
  const all = stateBelow(dir);
  const modes = (ofFolders: boolean): string[] => [
    ...new Set(all.filter(({ isFolder }) => isFolder === ofFolders).map(({ mode }) => mode)),
  ];
  return { files: modes(false), folders: modes(true) };
}

function stateBelow(dir: string) {
  const paths = [dir, ...readdirSync(dir, { recursive: true }).map((name) => join(dir, String(name)))];
  return paths.sort().map((path) => {
    const { mode, size, mtimeMs } = lstatSync(path);
    const isFolder = lstatSync(path).isDirectory();
    return { path, isFolder, size, mtimeMs, mode: (mode & 0o777).toString(8) };
  });
}
