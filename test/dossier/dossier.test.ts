// A month leaves as a file that proves itself, and every way to tamper with it shows.
import { describe, expect, it } from '#jest';
import { parse } from 'csv-parse/sync';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyOf } from '../../src/app/keyFile.js';
import { parseCheckpoint, signCheckpoint, type Checkpoint } from '../../src/commands/seals/checkpoint.js';
import type { Recorded } from '../../src/domain/kernel/event.js';
import type { Manifest } from '../../src/dossier/manifest.js';
import { writeStoredZip } from '../../src/dossier/workbook.js';
import { verifyDossier } from '../../src/dossier/verifyDossier.js';
import { asEntries } from '../support/dossierMonth.js';
import { releasedMonth } from '../support/releasedMonth.js';
import { temporaryDir } from '../support/service.js';
import { email } from '../support/team.js';
import { sheetsOf, valuesOf } from '../support/xlsxFile.js';
import { filesOf, readEntries, type Entries } from '../support/dossierEntries.js';
import { compressedZips, refusedZips } from '../support/dossierZips.js';
import { resign, tamperings, withoutPeople } from '../support/dossierTamperings.js';

type Answer = Readonly<{ ok: boolean; events: number; problems: readonly string[] }>;

let whole: ReadonlyMap<string, Buffer>;
let other: ReadonlyMap<string, Buffer>;
const dir = await temporaryDir();
const at = (name: string): string => join(dir, name);
const month = await releasedMonth(dir, { accounts: 3, companies: 2, more: ['9.9.9;0,00;7,00;0,00;7,00'] });
const importInto = async (company: number, period: string) => {
  const [{ code = '' } = {}] = month.ledger.accounts;
  const csv = `Conta;Saldo Anterior;Débito;Crédito;Saldo Atual\n${code};0,00;7,77;7,77;0,00`;
  await writeFile(at('outro.csv'), csv);
  const id = String(month.ledger.companyIds[company]);
  await month.cli.json('import', at('outro.csv'), '--company', id, '--period', period, '--chart', 'Plano Geral');
};
await importInto(1, '2026-05');
await writeFile(at('extrato.pdf'), 'extrato');
await month.does('sol', 'assign', month.ids[0] ?? 0, '--to', email('ana'));
await month.does('ana', 'start', month.ids[0] ?? 0);
const items = [
  { description: 'Banco', date: '2026-05-31', amount: 1.5 },
  { description: 'Paga', date: '2026-05-04', amount: -2, baixado: '2026-05-30' },
];
await writeFile(at('itens.json'), JSON.stringify(items));
await month.does('ana', 'compose', month.ids[0] ?? 0, '--items', at('itens.json'));
await month.does('ana', 'attach', month.ids[0] ?? 0, '--file', at('extrato.pdf'));
await month.cli.json('checkpoint', at('older.txt'));
const key = keyOf((await readFile(at('seal.key'), 'utf8')).trim());

describe('A dossier', () => {
  const dossier = (out: string, ...more: readonly string[]) =>
    month.cli.json<Answer>('dossier', at(out), ...month.of, ...more);
  const verified = async (file: string, ...kept: readonly string[]) => {
    const asked = kept.flatMap((name) => ['--checkpoint', at(name)]);
    const { status, stdout } = await month.cli.run('verify-dossier', at(file), ...asked, '--json');
    return { status, ...(JSON.parse(stdout) as Answer) };
  };
  const checkpointOf = async (name: string): Promise<Checkpoint> =>
    parseCheckpoint(await readFile(at(name), 'utf8')) as Checkpoint;

  it('is made of a closed month only, or with --open, and says so', async () => {
    expect(await month.cli.run('dossier', at('aberto.zip'), ...month.of)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('A competência 05/2026 não está fechada'),
    });
    await dossier('aberto.zip', '--open');
    expect(await verified('aberto.zip')).toMatchObject({ status: 0, ok: true });
    const entries = await readEntries(at('aberto.zip'));
    expect(JSON.parse(entries.get('manifest.json')?.toString() ?? '')).toMatchObject({ closed: false });
    expect(entries.get('LEIA-ME.md')?.toString()).toContain('aberta');
  });

  it('proves itself, and the checkpoints that were kept before and after', async () => {
    const ofOther = ['--company', String(month.ledger.companyIds[1]), '--period', '2026-05'];
    await month.cli.json('close', ...ofOther, '--yes');
    await month.cli.json('close', ...month.of, '--yes');
    await month.cli.json('dossier', at('outra.zip'), ...ofOther);
    other = await readEntries(at('outra.zip'));
    await dossier('primeiro.zip', '--checkpoint', at('older.txt'));
    await importInto(1, '2026-06');
    await month.cli.json('checkpoint', at('newer.txt'));
    const kept = ['older.txt', 'newer.txt'].flatMap((name) => ['--checkpoint', at(name)]);
    const made = await dossier('dossie.zip', '--names', ...kept);
    expect(made).toMatchObject({ ok: true, problems: [] });
    expect(await verified('dossie.zip', 'older.txt', 'newer.txt')).toEqual({ status: 0, ...made });
    whole = await readEntries(at('dossie.zip'));
    const manifest = JSON.parse(whole.get('manifest.json')?.toString() ?? '') as Manifest;
    expect(manifest).toMatchObject({
      closed: true,
      competence: '2026-05',
      company: { id: month.ledger.companyIds[0] },
    });
    expect((await checkpointOf('newer.txt')).size).toBeGreaterThan(manifest.checkpoint.size);
    expect(whole.get('balancete.csv')?.toString().split('\r\n')).toHaveLength(month.ledger.accounts.length + 2);
  });

  it('names those who took part in a file beside the proof, which may be taken out', async () => {
    type Named = Readonly<{ people: readonly Readonly<{ id: string; name: string }>[] }>;
    const { people } = JSON.parse(whole.get('pessoas.json')?.toString() ?? '') as Named;
    expect(people.map(({ name }) => name).sort()).toEqual(['Ana Elaboradora', 'Sol Supervisora']);
    for (const [name, bytes] of whole)
      expect({ name, names: bytes.includes('Ana Elaboradora') }).toEqual({ name, names: name === 'pessoas.json' });
    for (const { tamper, resigned } of withoutPeople) {
      const entries: Entries = new Map(whole);
      tamper(entries, other);
      if (resigned) resign(entries, key);
      expect(await verifyDossier(filesOf(entries))).toMatchObject({ ok: true, problems: [] });
    }
    expect((await readEntries(at('primeiro.zip'))).has('pessoas.json')).toBe(false);
  });

  it('has the same bytes when it is made again, whatever came later', async () => {
    const companies = [{ cnpj: month.ledger.cnpjs[0], razaoSocial: 'Outra Razão S.A.' }];
    await month.cli.apply({ ref: month.ledger.ref, companies });
    const kept = ['older.txt', 'newer.txt'].flatMap((name) => ['--checkpoint', at(name)]);
    await dossier('terceiro.zip', '--names', ...kept);
    expect((await readFile(at('dossie.zip'))).equals(await readFile(at('terceiro.zip')))).toBe(true);
    await dossier('segundo.zip', '--checkpoint', at('older.txt'));
    expect((await readFile(at('primeiro.zip'))).equals(await readFile(at('segundo.zip')))).toBe(true);
  });

  it('has the attached files, and nothing of another company', () => {
    const sha256 = createHash('sha256').update('extrato').digest('hex');
    expect(whole.get(`evidence/${sha256}`)?.toString()).toBe('extrato');
    const [, other = ''] = month.ledger.cnpjs;
    for (const [name, bytes] of whole) {
      expect({ name, found: bytes.includes(other) }).toEqual({ name, found: false });
      expect({ name, found: bytes.includes('"companyId":2') }).toEqual({ name, found: false });
    }
  });

  it('has the reconciliations as the service shows them, as CSV and as a workbook', async () => {
    type Shown = Readonly<Record<string, string | number>>;
    const shown = await month.cli.json<readonly Shown[]>('reconciliations', 'list', ...month.of);
    const csv: readonly Shown[] = parse(whole.get('conciliacoes.csv') ?? '', {
      delimiter: ';',
      bom: true,
      columns: true,
    });
    const number = (text: unknown) => Number(String(text).replace(',', '.'));
    const amounts = ['saldoContabil', 'saldoConciliado', 'ajustes', 'diferenca', 'id', 'contaId'];
    const texts = ['contaCodigo', 'contaDescricao', 'status', 'prazo', 'competencia'];
    const facts = (row: Shown) => [...amounts.map((name) => number(row[name])), ...texts.map((name) => row[name])];
    expect(csv.map(facts)).toEqual(shown.map(facts));
    expect(csv[0]).toMatchObject({ status: 'IN_ELABORATION', saldoConciliado: '1,5', diferenca: '-1,5' });
    const [sheet] = sheetsOf(whole.get('conciliacoes.xlsx') ?? Buffer.alloc(0));
    const [heading = [], first = []] = valuesOf(sheet?.rows ?? []);
    expect(sheet).toMatchObject({ name: 'Conciliações', filter: 'A1:T4' });
    expect(first[heading.indexOf('diferenca')]).toBe(-1.5);
    const [balances] = sheetsOf(whole.get('balancete.xlsx') ?? Buffer.alloc(0));
    expect(balances?.rows).toHaveLength(month.ledger.accounts.length + 1);
  });

  it('tells the month in sentences, without a person or a script in them', () => {
    const page = whole.get('historico.html')?.toString() ?? '';
    expect(page).toContain('<h1>Histórico de 05/2026</h1>');
    expect(page).toMatch(/Operador importou a versão 1 do balancete de 05\/2026 \(3 linhas\)\./);
    expect(page).toMatch(/Pessoa \d anexou um arquivo/);
    expect(page).toContain('Operador fechou a competência 05/2026.');
    expect(page).toMatch(
      /Vai até o evento \d+ de books-1 \(CompetenceClosed\), de .*\. Atos posteriores não estão aqui\./,
    );
    expect(page).toContain('<td>Em elaboração</td><td>1</td>');
    expect(page).not.toMatch(/<script|https?:|Ana Elaboradora/);
  });

  it('says up to which event it goes, and that acts after its closing are not in it', async () => {
    const last = JSON.parse(whole.get('events.ndjson')?.toString().trim().split('\n').at(-1) ?? '') as Recorded;
    const { stream, revision, type, metadata } = last;
    const manifest = JSON.parse(whole.get('manifest.json')?.toString() ?? '') as Manifest;
    expect(manifest.lastEvent).toEqual({ stream, revision, type, at: metadata.at });
    const upTo = new RegExp(
      `até o evento ${revision} de .?${stream}.? \\(${type}\\), de \\d{2}/\\d{2}/\\d{4} [\\d:]{8}`,
    );
    expect(whole.get('LEIA-ME.md')?.toString()).toMatch(upTo);
    expect(whole.get('LEIA-ME.md')?.toString()).toContain('Atos posteriores');
    const { stderr } = await month.cli.run('verify-dossier', at('dossie.zip'));
    expect(stderr).toMatch(upTo);
    const fingerprint = createHash('sha256').update(manifest.publicKey, 'base64').digest('hex');
    expect(stderr).toContain(`SHA-256 ${fingerprint}`);
    expect(stderr).toContain('Atos posteriores não estão nele');
    expect((await month.cli.run('dossier', at('quarto.zip'), ...month.of)).stderr).not.toContain('posterior');
    await writeFile(at('dois.json'), '[{"description":"Banco","date":"2026-05-31","amount":2}]');
    const acted = await month.does('ana', 'compose', month.ids[0] ?? 0, '--items', at('dois.json'));
    expect(acted.ok).toBe(true);
    const made = await month.cli.run('dossier', at('quinto.zip'), ...month.of);
    expect(made.stderr).toMatch(/Há 1 ato posterior nas conciliações de 05\/2026, de .* não está no dossiê/);
    expect((await readFile(at('quarto.zip'))).equals(await readFile(at('quinto.zip')))).toBe(true);
  });

  it('says which kept checkpoint it does not prove, and which contradicts it', async () => {
    expect(await verified('primeiro.zip', 'newer.txt')).toMatchObject({
      status: 1,
      problems: ['O 1º checkpoint guardado: não comprovado, o dossiê não tem a prova para ele'],
    });
    const { logId, size } = await checkpointOf('older.txt');
    const forged = signCheckpoint({ logId, key }, { size, root: '0'.repeat(64) });
    await writeFile(at('forged.txt'), forged);
    expect(
      await month.cli.run('dossier', at('nada.zip'), ...month.of, '--checkpoint', at('forged.txt')),
    ).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('não é deste log'),
    });
    const entries: Entries = new Map(whole);
    const proof = whole.get('consistency/1.txt')?.toString() ?? '';
    entries.set('consistency/1.txt', Buffer.from(forged + proof.slice(proof.indexOf('consistency '))));
    resign(entries, key);
    expect((await verifyDossier(filesOf(entries), [forged])).problems.map(({ is }) => is)).toEqual([
      'ConsistencyBroken',
      'KeptForked',
    ]);
    const own = parseCheckpoint(whole.get('checkpoint.txt')?.toString() ?? '') as Checkpoint;
    const fork = signCheckpoint({ logId, key }, { size: own.size, root: '0'.repeat(64) });
    expect((await verifyDossier(filesOf(whole), [fork])).problems.map(({ is }) => is)).toEqual(['KeptForked']);
    const foreign = signCheckpoint({ logId: 'outro', key }, { size, root: '0'.repeat(64) });
    expect((await verifyDossier(filesOf(whole), [foreign])).problems.map(({ is }) => is)).toEqual([
      'KeptOfAnotherLog',
    ]);
  });

  it('that was cut, or is no dossier, is refused in words', async () => {
    const bytes = await readFile(at('dossie.zip'));
    await writeFile(at('cortado.zip'), bytes.subarray(0, bytes.length - 40));
    for (const name of ['cortado.zip', 'extrato.pdf'])
      expect(await month.cli.run('verify-dossier', at(name))).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('não é um dossiê inteiro'),
      });
    expect((await month.cli.run('verify-dossier', at('nada.zip'))).stderr).toContain('Não foi possível ler');
    expect((await month.cli.run('dossier', at('dossie.zip'), ...month.of)).stderr).toContain('já existe');
  });

  it('is refused also where its signed manifest has another shape', async () => {
    for (const change of [{ files: 7 }, { checkpoint: null }, { company: null }]) {
      const manifest = { ...(JSON.parse(whole.get('manifest.json')?.toString() ?? '') as Manifest), ...change };
      const entries: Entries = new Map(whole).set('manifest.json', Buffer.from(JSON.stringify(manifest)));
      await writeStoredZip(at('forma.zip'), asEntries(entries));
      expect(await verified('forma.zip')).toMatchObject({ status: 1, ok: false });
    }
  });

  it.each(refusedZips)('is refused in one sentence with $what', async ({ zip, says }) => {
    await writeFile(at('outro.zip'), zip(whole));
    const { status, stdout, stderr } = await month.cli.run('verify-dossier', at('outro.zip'));
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(says) });
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it.each(compressedZips)('is whole also $what', async ({ zip }) => {
    await writeFile(at('outro.zip'), zip(whole));
    expect(await verified('outro.zip')).toMatchObject({ status: 0, ok: true });
  });

  it.each(tamperings)('shows $what (signed again: $resigned)', async ({ tamper, resigned, finds }) => {
    const entries: Entries = new Map(whole);
    tamper(entries, other);
    if (resigned) resign(entries, key);
    expect((await verifyDossier(filesOf(entries))).problems.map(({ is }) => is)).toContain(finds);
  });

  it('proves checkpoints that a former key of the seals signed', async () => {
    await month.cli.json('seals', 'rotate-key');
    await dossier('trocada.zip', '--checkpoint', at('older.txt'));
    expect(await verified('trocada.zip', 'older.txt')).toMatchObject({ status: 0, problems: [] });
  });
});
