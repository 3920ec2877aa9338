// `export`: a month as files, read back and compared with the lists of the API.
import { describe, expect, it } from '#jest';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { buildMonth } from '../../support/builders.js';
import { client, type Row } from '../../support/client.js';
import { CHART, registerLedger } from '../../support/ledger.js';
import { operator, operatorJson } from '../../support/operator.js';
import { startService, temporaryDir } from '../../support/service.js';
import { inCell, inReport, sheetsOf, tablesOf, valuesOf } from '../../support/xlsxFile.js';

const ACCOUNTS = 30;

const dataDir = await temporaryDir();
const out = join(dataDir, 'saida');
await mkdir(out);
const ledger = await registerLedger(dataDir, { accounts: ACCOUNTS });
const service = await startService({ dataDir });
const erp = client(service.url, ledger.key);
const of = (period: string): string[] => ['--company', String(ledger.companyIds[0]), '--period', period];
await imported('2026-05', 0);
await operatorJson(dataDir, ['release', ...of('2026-05')]);
await imported('2026-05', 1);
const [, newest] = await erp.all('/api/v1/trial-balances?period=2026-05');
const lines = await erp.all(`/api/v1/trial-balances/${String(newest?.['id'])}/lines`);
const reconciliations = await erp.all('/api/v1/reconciliations?period=2026-05');

const path = (name: string) => join(out, name);

async function imported(period: string, variant: number): Promise<void> {
  const body = buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[0] ?? '', period, chartName: CHART, variant });
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

describe('export', () => {
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
