// `release`, `close`, `reopen`, `history` as the operator types them, beside a running service and without one; and
// `export`: a month as files, read back and compared with the lists of the API.
import { beforeAll, describe, expect, it } from '#jest';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { buildMonth } from '../../support/builders.js';
import { client, type Client, type Row } from '../../support/client.js';
import { CHART, registerLedger } from '../../support/ledger.js';
import { operator, operatorJson } from '../../support/operator.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';
import { inCell, inReport, sheetsOf, tablesOf, valuesOf } from '../../support/xlsxFile.js';

type Entry = Readonly<{
  at: string;
  type: string;
  actor: Readonly<{ kind: string; id: string; name: string | null }>;
  requestId: string | null;
  stream: string;
  data: Readonly<Record<string, unknown>>;
}>;

const ACCOUNTS = 8;

let service: Service;
let erp: Client;

const dataDir = await temporaryDir();
const ledger = await registerLedger(dataDir, { accounts: ACCOUNTS });
service = await startService({ dataDir });
erp = client(service.url, ledger.key);

const of = (period: string): string[] => ['--company', String(ledger.companyIds[0]), '--period', period];
const month = (period: string, variant = 0) =>
  buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[0] ?? '', period, chartName: CHART, variant });
const statuses = async (period: string) =>
  (await erp.all(`/api/v1/trial-balances?period=${period}`)).map(
    ({ versao, status }) => `${String(versao)} ${String(status)}`,
  );

describe('a refusal', () => {
  const noCompany = ['--company', '999', '--period', '2026-08'];

  it.each([
    ['release', of('2026-01'), 'Não há balancete de 01/2026 para liberar'],
    ['release', of('2026-02'), 'A competência 02/2026 está fechada e não aceita novas liberações'],
    ['close', noCompany, 'Empresa não encontrada para o companyId 999'],
    ['history', noCompany, 'Empresa não encontrada para o companyId 999'],
  ])('of %s of %j exits 1 and says why', async (command, args, sentence) => {
    if (args.includes('2026-02')) await operatorJson(dataDir, ['close', ...args]);
    expect(await operator(dataDir, [command, ...args])).toEqual({
      status: 1,
      stdout: '',
      stderr: `${sentence}\n`,
    });
  });
});

describe('close and reopen', () => {
  it('warn of unfinished work; reopen from the last closed month backwards, with a reason', async () => {
    await erp.post('/api/v1/trial-balances', month('2027-03'));
    await erp.post('/api/v1/trial-balances', month('2027-04'));
    await operatorJson(dataDir, ['release', ...of('2027-04')]);
    const { warnings } = await operatorJson<{ warnings: string[] }>(dataDir, ['close', ...of('2027-04'), '--yes']);
    expect(warnings).toEqual([
      '8 conciliações de 04/2027 não estão concluídas',
      'A competência anterior 03/2027 está aberta',
    ]);
    await operatorJson(dataDir, ['close', ...of('2027-03'), '--yes']);

    const refusals = [
      [of('2027-03'), 'x', 'A competência 03/2027 não pode ser reaberta antes de 04/2027'],
      [of('2027-05'), 'x', 'A competência 05/2027 não está fechada'],
      [of('2027-04'), ' ', 'Informe a justificativa'],
    ] as const;
    for (const [where, reason, sentence] of refusals) {
      const refused = await operator(dataDir, ['reopen', ...where, '--reason', reason]);
      expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status: 1, stdout: '' });
      expect(refused.stderr).toContain(sentence);
    }
    expect(await operatorJson(dataDir, ['reopen', ...of('2027-04'), '--reason', 'ajuste'])).toEqual({
      ok: true,
      warnings: [],
    });
  });
});

describe('history', () => {
  it('lists actor, act and request, oldest first, refused imports included', async () => {
    const refused = await erp.post('/api/v1/trial-balances', { ...month('2026-10'), chartName: 'Outro' });
    expect(refused.status).toBe(400);
    const imported = await erp.post('/api/v1/trial-balances', month('2026-10'));
    await operatorJson(dataDir, ['release', ...of('2026-10')]);
    await operatorJson(dataDir, ['close', ...of('2026-10'), '--yes']);

    const entries = await operatorJson<readonly Entry[]>(dataDir, ['history', ...of('2026-10')]);
    expect(entries.map(({ type, actor, requestId }) => [type, actor.kind, actor.name, requestId])).toEqual([
      ['ImportRefused', 'key', `ERP ${ledger.ref}`, refused.headers.get('x-request-id')],
      ['TrialBalanceVersioned', 'key', `ERP ${ledger.ref}`, imported.headers.get('x-request-id')],
      ['TrialBalanceReleased', 'operator', 'Operador', null],
      ['CompetenceClosed', 'operator', 'Operador', null],
    ]);
    expect(entries[0]?.data).toMatchObject({
      code: 'IMPORTACAO_RECUSADA',
      error: refused.body.error,
      reasonCount: 1,
    });
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort());

    const [, second] = entries;
    const until = await operatorJson<readonly Entry[]>(dataDir, [
      'history',
      ...of('2026-10'),
      '--to',
      second?.at ?? '',
    ]);
    expect(until.map(({ type }) => type)).toEqual(['ImportRefused', 'TrialBalanceVersioned']);

    const all = await operatorJson<readonly Entry[]>(dataDir, [
      'history',
      '--company',
      String(ledger.companyIds[0]),
    ]);
    expect(all[0]?.type).toBe('CompanyRegistered');
    expect(all.length).toBeGreaterThan(entries.length + 3);
    const table = await operator(dataDir, ['history', ...of('2026-10')]);
    expect(table.stdout).toContain('TrialBalanceReleased');
  });
});

describe('a key', () => {
  it('is accepted after issue and refused after revoke returns, and its use is listed', async () => {
    const issue = ['keys', 'issue', '--client', 'acme', '--name', 'ERP', '--scopes', 'companies:read'];
    const { id, secret } = await operatorJson<{ id: number; secret: string }>(dataDir, issue);
    const bearer = client(service.url, secret);
    expect((await bearer.get('/api/v1/companies')).status).toBe(200);
    await operatorJson(dataDir, ['keys', 'revoke', String(id)]);
    expect((await bearer.get('/api/v1/companies')).status).toBe(401);
    const keys = await operatorJson<Readonly<Record<string, unknown>>[]>(dataDir, ['keys', 'list']);
    expect(keys.find((key) => key['id'] === id)?.['lastUsedAt']).toMatch(
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\.000Z$/,
    );
    const [call] = await operatorJson<Readonly<Record<string, unknown>>[]>(dataDir, [
      'calls',
      'list',
      '--limit',
      '1',
    ]);
    expect(call).toMatchObject({ keyId: id, status: 200 });
    expect(JSON.stringify(call)).not.toContain(secret);
  });
});

describe('export', () => {
  const out = join(dataDir, 'saida');
  const path = (name: string) => join(out, name);
  let lines: readonly Row[];
  let reconciliations: readonly Row[];

  beforeAll(async () => {
    await mkdir(out);
    await imported('2026-05', 0);
    await operatorJson(dataDir, ['release', ...of('2026-05')]);
    await imported('2026-05', 1);
    const [, newest] = await erp.all('/api/v1/trial-balances?period=2026-05');
    lines = await erp.all(`/api/v1/trial-balances/${String(newest?.['id'])}/lines`);
    reconciliations = await erp.all('/api/v1/reconciliations?period=2026-05');
  });

  async function imported(period: string, variant: number): Promise<void> {
    const body = month(period, variant);
    const [first, second, ...others] = body.lineItems;
    if (!first || !second) throw new Error('no lines');
    const large = { previousBalance: 0, credit: 0, debit: 69999999999999.99, finalBalance: 69999999999999.99 };
    const lineItems = [
      { ...first, accountName: '=1+1;"x"', ...large },
      { ...second, accountName: '00012' },
      ...others,
    ];
    const answer = await erp.post('/api/v1/trial-balances', { ...body, lineItems });
    if (answer.status !== 201) throw new Error(answer.text);
  }

  it('writes the newest version and the reconciliations of the month as two sheets', async () => {
    const file = path('maio.xlsx');
    const run = await operator(dataDir, ['export', file, ...of('2026-05'), '--json']);
    expect([run.status, JSON.parse(run.stdout)]).toEqual([0, { ok: true, rows: 2 * ACCOUNTS }]);
    expect(run.stderr).toContain(`versão 2: ${ACCOUNTS} linhas e ${ACCOUNTS} conciliações em ${file}`);
    const content = await readFile(file);
    const cells = (rows: readonly Row[]) => [
      Object.keys(rows[0] ?? {}),
      ...rows.map((row) => Object.values(row).map(inCell)),
    ];
    expect(sheetsOf(content).map(({ name, filter, rows }) => [name, filter, valuesOf(rows)])).toEqual([
      ['Linhas', `A1:L${ACCOUNTS + 1}`, cells(lines)],
      ['Conciliações', `A1:T${ACCOUNTS + 1}`, cells(reconciliations)],
    ]);
    const [table] = await tablesOf(content);
    expect(Object.values(table?.rows ?? {}).slice(1)).toEqual(
      lines.map((row) => Object.values(row).map(inReport)),
    );
    expect(lines[0]).toMatchObject({ contaDescricao: '=1+1;"x"', debito: 69_999_999_999_999.99 });
  });

  it('writes two CSV files as Excel opens them in Portuguese', async () => {
    const file = path('maio.csv');
    const run = await operator(dataDir, ['export', file, ...of('2026-05'), '--json']);
    expect([run.status, JSON.parse(run.stdout)]).toEqual([0, { ok: true, rows: 2 * ACCOUNTS }]);
    const read = async (name: string): Promise<readonly (readonly string[])[]> => {
      const text = await readFile(path(name), 'utf8');
      expect(text.startsWith('\uFEFF')).toBe(true);
      return parse(text, { delimiter: ';', bom: true });
    };
    const cells = (rows: readonly Row[]) => [
      Object.keys(rows[0] ?? {}),
      ...rows.map((row) =>
        Object.values(row).map((value) =>
          typeof value === 'number'
            ? String(value).replace('.', ',')
            : typeof value === 'string'
              ? value.replace(/^=/, `'=`)
              : '',
        ),
      ),
    ];
    expect(await read('maio.csv')).toEqual(cells(lines));
    expect(await read('maio-conciliacoes.csv')).toEqual(cells(reconciliations));
  });

  it('writes a month that was not released with an empty sheet of reconciliations', async () => {
    await imported('2026-06', 0);
    const file = path('junho.xlsx');
    expect(await operatorJson(dataDir, ['export', file, ...of('2026-06')])).toEqual({ ok: true, rows: ACCOUNTS });
    expect(sheetsOf(await readFile(file)).map(({ rows }) => rows.length)).toEqual([ACCOUNTS + 1, 1]);
  });

  it('overwrites nothing, and leaves nothing behind when it is refused', async () => {
    await writeFile(path('meu.xlsx'), 'de alguém');
    await writeFile(path('meu-conciliacoes.csv'), 'de alguém');
    const before = await readdir(out);
    const refused = async (name: string, period = '2026-05') => {
      const run = await operator(dataDir, ['export', path(name), ...of(period), '--json']);
      expect([run.status, run.stdout]).toEqual([1, '']);
      return run.stderr;
    };
    expect(await refused('meu.xlsx')).toContain('O arquivo meu.xlsx já existe');
    expect(await refused('meu.csv')).toContain('O arquivo meu-conciliacoes.csv já existe');
    expect(await refused('nada.xlsx', '2025-01')).toContain('Nenhum balancete foi importado em 01/2025');
    expect(await refused(join('sem', 'pasta.xlsx'))).toMatch(
      /gravar o arquivo .*sem.pasta\.xlsx: a pasta não existe"/,
    );
    expect(await refused(join('sem', 'pasta.csv'))).toMatch(/pasta-conciliacoes\.csv: a pasta não existe"/);
    expect(await readdir(out)).toEqual(before);
    expect(await readFile(path('meu.xlsx'), 'utf8')).toBe('de alguém');
  });

  it('takes a name that tells the format, of a company that exists', async () => {
    const run = await operator(dataDir, ['export', path('maio.ods'), ...of('2026-05')]);
    expect([run.status, run.stdout]).toEqual([2, '']);
    expect(run.stderr).toContain('deve terminar em .xlsx ou .csv');
    const other = await operator(dataDir, ['export', path('x.csv'), '--company', '999', '--period', '2026-05']);
    expect(other.status).toBe(1);
  });
});

describe('without a running service', () => {
  it('a release is readable once the service is back', async () => {
    await erp.post('/api/v1/trial-balances', month('2026-12'));
    await service.stop();
    expect(await operatorJson(dataDir, ['release', ...of('2026-12')])).toMatchObject({
      reconciliations: ACCOUNTS,
    });
    const rows = await operatorJson<readonly Row[]>(dataDir, ['reconciliations', 'list', ...of('2026-12')]);
    expect(rows).toHaveLength(ACCOUNTS);
    service = await startService({ dataDir });
    erp = client(service.url, ledger.key);
    expect(await erp.all('/api/v1/reconciliations?period=2026-12')).toEqual(rows);
    expect(await statuses('2026-12')).toEqual(['1 RELEASED']);
  });
});
