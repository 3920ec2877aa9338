// Files attached to reconciliations, as people attach and read them back.
import { describe, expect, it } from '#jest';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasedMonth } from '../../support/releasedMonth.js';
import { temporaryDir } from '../../support/service.js';
import { as, email } from '../../support/team.js';

let first = 0;
let second = 0;
let third = 0;

type Listed = Readonly<Record<string, unknown>>;
const statement = randomBytes(70_000);
const sha256 = createHash('sha256').update(statement).digest('hex');
const NAME = 'Extrato de João, maio.pdf';

const dataDir = await temporaryDir();
const month = await releasedMonth(dataDir, { accounts: 3 });
[first = 0, second = 0, third = 0] = month.ids;
await mkdir(join(dataDir, 'meus'));
await writeFile(join(dataDir, 'meus', NAME), statement);

const mine = (name: string) => ['--file', join(dataDir, 'meus', name)];
const listOf = (id: number, ...more: readonly string[]) =>
  month.cli.json<readonly Listed[]>('reconciliations', 'evidence', '--id', String(id), ...more);
const kept = async () => readdir(join(dataDir, 'evidence', '1')).catch(() => [] as string[]);

it('is attached by whoever may comment, in any state, and listed with who, when and what', async () => {
  expect(await month.does('auro', 'attach', first, ...mine(NAME))).toMatchObject({
    ok: false,
    error: expect.stringContaining('da empresa pode anexar evidências'),
  });
  expect(await kept()).toEqual([]);
  expect(await month.does('ana', 'attach', first, ...mine(NAME))).toEqual({
    id: first,
    ok: true,
    status: 'PENDING',
  });
  expect(await listOf(first)).toEqual([
    {
      evidenceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.stringMatching(/^2\d{3}-.*Z$/),
      by: 'Ana Elaboradora',
      name: NAME,
      mediaType: 'application/pdf',
      sizeBytes: 70_000,
      sha256,
    },
  ]);
  const { stdout } = await month.cli.run('reconciliations', 'evidence', '--id', String(first), ...as('auro'));
  for (const what of ['Ana Elaboradora', NAME, 'application/pdf', '70.000', sha256])
    expect(stdout).toContain(what);
  expect(await listOf(second)).toEqual([]);
});

it('stands in the history, and the log knows neither its name nor its bytes', async () => {
  const life = await month.cli.json<readonly { type: string; sentence: string; data: object }[]>(
    'history',
    '--company',
    String(month.ledger.companyIds[0]),
    '--id',
    String(first),
  );
  const last = life.at(-1);
  expect(last?.sentence).toMatch(
    /^Ana Elaboradora anexou o arquivo "Extrato de João, maio.pdf" \(application\/pdf; 70.000 bytes; SHA-256 [0-9a-f]{64}\) à conciliação \d+ \(/,
  );
  expect(last?.data).toMatchObject({ sha256, sizeBytes: 70_000, mediaType: 'application/pdf' });
  const bytes = await readFile(join(dataDir, 'log', 'log.db'));
  expect(bytes.includes('EvidenceAttached')).toBe(true);
  expect(bytes.includes('Extrato de')).toBe(false);
  expect(bytes.includes(statement.subarray(100, 200))).toBe(false);
});

it('is saved byte by byte beside existing files, and the same file once', async () => {
  const folder = join(dataDir, 'salvos', 'maio');
  const [saved] = await listOf(first, '--save', folder);
  expect(saved).toMatchObject({ file: join(folder, NAME), name: NAME });
  expect((await readFile(join(folder, NAME))).equals(statement)).toBe(true);
  expect((await listOf(first, '--save', folder))[0]).toMatchObject({ file: join(folder, NAME) });
  await writeFile(join(folder, NAME), 'outro');
  expect((await listOf(first, '--save', folder))[0]).toMatchObject({
    file: join(folder, 'Extrato de João, maio (2).pdf'),
  });
  expect(await readFile(join(folder, NAME), 'utf8')).toBe('outro');
});

it('is one event for several reconciliations, and its bytes are stored once', async () => {
  const ids = ['--id', String(second), '--id', String(third)];
  await writeFile(join(dataDir, 'meus', 'mesmo sem extensão'), statement);
  const run = ['reconciliations', 'do', 'attach', ...ids, ...mine('mesmo sem extensão'), ...as('sol')];
  expect(await month.cli.json(...run)).toEqual([
    { id: second, ok: true, status: 'PENDING' },
    { id: third, ok: true, status: 'PENDING' },
  ]);
  const [[one], [other]] = [await listOf(second), await listOf(third)];
  expect(one).toEqual(other);
  expect(one).toMatchObject({ sha256, name: 'mesmo sem extensão', mediaType: 'application/octet-stream' });
  expect((await kept()).filter((name) => !name.endsWith('.name'))).toEqual([sha256]);
  expect((await listOf(first))[0]).toMatchObject({ name: NAME });
});

it('is refused when it is missing, no file, empty or above 10 MB, with a sentence and nothing else', async () => {
  await writeFile(join(dataDir, 'meus', 'vazio.txt'), '');
  await writeFile(join(dataDir, 'meus', 'grande.zip'), Buffer.alloc(10 * 1024 * 1024 + 1));
  await writeFile(join(dataDir, 'meus', 'no limite.zip'), Buffer.alloc(10 * 1024 * 1024, 7));
  for (const [name, sentence] of [
    ['nada.pdf', `não foi possível ler o arquivo ${join(dataDir, 'meus', 'nada.pdf')}`],
    ['.', `não foi possível ler o arquivo ${join(dataDir, 'meus')}`],
    ['vazio.txt', 'O arquivo da evidência está vazio'],
    ['grande.zip', 'O arquivo da evidência tem mais de 10 MB'],
  ] as const) {
    const run = ['reconciliations', 'do', 'attach', '--id', String(first), ...mine(name), ...as('ana')];
    expect(await month.cli.run(...run)).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` });
  }
  expect(await month.does('ana', 'attach', second, ...mine('no limite.zip'))).toMatchObject({ ok: true });
  expect(await listOf(second)).toHaveLength(2);
  const noFile = ['reconciliations', 'do', 'attach', '--id', String(first), ...as('ana')];
  expect(await month.cli.run(...noFile)).toMatchObject({ status: 2, stdout: '' });
});

it('is visible to its own client only', async () => {
  const beta = await releasedMonth(dataDir, { ref: 'beta', accounts: 1, firstCnpj: 9 });
  const [theirs = 0] = beta.ids;
  for (const command of [
    ['evidence', '--id', String(first), ...as('sol', 'beta')],
    ['evidence', '--id', '999999'],
  ])
    expect(await month.cli.run('reconciliations', ...command)).toEqual({
      status: 1,
      stdout: '',
      stderr: `Conciliação ${command[2]} não encontrada\n`,
    });
  expect(await beta.does('ana', 'attach', theirs, ...mine(NAME))).toMatchObject({ ok: true });
  expect(await listOf(theirs)).toMatchObject([{ sha256, by: 'Ana Elaboradora' }]);
  expect(await readdir(join(dataDir, 'evidence', '2'))).toContain(sha256);
});

it('is unchanged by a later version, a rebuild and the seals, and remains after its author is erased', async () => {
  await month.releaseAnother(1);
  await month.cli.json('rebuild');
  expect(await month.cli.json('verify')).toMatchObject({ ok: true, problems: [] });
  await month.cli.json('users', 'erase', email('ana'), '--yes');
  expect(await listOf(first)).toMatchObject([{ sha256, name: NAME, by: 'Pessoa removida' }]);
});

describe('what the store of evidence lost', () => {
  it('is reported file by file, the others are saved, and the exit status is 1', async () => {
    const folder = join(dataDir, 'salvos', 'perdidos');
    const files = join(dataDir, 'evidence', '1');
    await writeFile(join(files, sha256), 'adulterado');
    const save = ['reconciliations', 'evidence', '--id', String(second), '--save', folder];
    const damaged = await month.cli.run(...save, '--json');
    expect(damaged.status).toBe(1);
    const [lost, sound] = JSON.parse(damaged.stdout) as readonly Listed[];
    expect(lost).toMatchObject({ error: 'o arquivo guardado difere do que foi anexado (SHA-256 diferente)' });
    expect(sound).toMatchObject({ file: join(folder, 'no limite.zip') });
    await rm(files, { recursive: true });
    const missing = await month.cli.run(...save);
    expect(missing.status).toBe(1);
    expect(missing.stdout).toContain('o arquivo não está no armazenamento de evid');
    expect(await listOf(second)).toMatchObject([{ sha256, name: null }, { name: null }]);
  });
});
