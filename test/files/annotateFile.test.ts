// The copy of a file with the errors of each row, as XLSX: the same cells, read back.
import { describe, expect, it } from '#jest';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { read } from 'xlsx';
import type { FileErrors } from '../../src/domain/trialBalance/fileFindings.js';
import { annotateFile } from '../../src/files/annotateFile.js';
import { sheetsOf, tablesOf } from '../support/xlsxFile.js';
import { xlsxBytes } from './spreadsheets.js';
import { temporaryDir } from '../support/service.js';

const dir = await temporaryDir();

const annotations = (byLine: Readonly<Record<number, readonly string[]>>, general: readonly string[] = []) => ({
  byLine: new Map(Object.entries(byLine).map(([line, notes]) => [Number(line), notes])),
  general,
  heading: 'Erros',
});

async function copied(content: Buffer | string, given: FileErrors, name = 'out.XLSX'): Promise<Buffer> {
  const from = join(dir, 'in');
  const to = join(dir, name);
  await writeFile(from, content);
  await annotateFile(from, to, given);
  return readFile(to);
}

describe('An annotated copy as XLSX', () => {
  it('has every row where it was, and a column of errors beside the heading', async () => {
    const heading = ['Conta', 'Descrição', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual', 'Data'];
    const line = ['01.10', '=1+1', 0, 69999999999999.99, 0, 69999999999999.99, { date: '2026-01-31' }];
    const short = ['02', 'Caixa', 1];
    const rows = [['Empresa: X'], [], heading, line, short];
    const content = await copied(
      await xlsxBytes([{ name: 'Balancete', rows }]),
      annotations({ 4: ['primeiro', 'segundo'], 5: ['terceiro'] }, ['do arquivo todo']),
    );
    const [table] = await tablesOf(content);
    expect(table?.rows).toEqual({
      1: ['Empresa: X', null, null, null, null, null, null, 'do arquivo todo'],
      3: [...heading, 'Erros'],
      4: [...line, 'primeiro | segundo'],
      5: [...short, null, null, null, null, 'terceiro'],
    });
    expect(sheetsOf(content)[0]?.rows[3]?.map((cell) => cell?.t)).toEqual([
      's',
      's',
      'n',
      'n',
      'n',
      'n',
      'n',
      's',
    ]);
  });

  it('keeps the codes of a CSV as the texts that they are, and cuts errors that Excel would refuse', async () => {
    const notes = Array.from({ length: 1_000 }, () => 'x'.repeat(100));
    const csv = 'Conta;Saldo Anterior;Débito;Crédito;Saldo Atual\n0001;0,00;1,00;0,00;1,00\n';
    const [table] = await tablesOf(await copied(csv, annotations({ 2: notes })));
    expect(table?.rows[2]?.slice(0, 5)).toEqual(['0001', '0,00', '1,00', '0,00', '1,00']);
    expect(table?.rows[2]?.[5]).toHaveLength(32_767);
  });

  it('has its errors in place of those of the copy that it was made of', async () => {
    const heading = ['Conta', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual'];
    const rows = [['Empresa: X'], heading, ['1.1', 0, 1, 0, 1], ['1.2', 0, 1, 0, 2]];
    const given = annotations({ 3: ['a'], 4: ['b'] }, ['c']);
    const first = await copied(await xlsxBytes([{ name: 'Balancete', rows }]), given);
    const [table] = await tablesOf(await copied(first, annotations({ 4: ['d'] })));
    expect(table?.rows).toEqual({
      1: ['Empresa: X'],
      2: [...heading, 'Erros'],
      3: rows[2],
      4: [...(rows[3] ?? []), 'd'],
    });
  });

  it('is wide enough for whole amounts, which have no format', async () => {
    const csv = 'Conta;Saldo Anterior;Débito;Crédito;Saldo Atual\n1;0,00;1,00;0,00;1,00\n';
    const [sheet] = Object.values(read(await copied(csv, annotations({ 2: ['x'] })), { cellStyles: true }).Sheets);
    expect(sheet?.['!cols']?.slice(0, 5).every(({ width = 0 }) => width >= 15)).toBe(true);
  });

  it('holds the reason alone of a file that cannot be read', async () => {
    const errors = annotations({}, ['não foi possível ler o arquivo']);
    const [table] = await tablesOf(await copied(Buffer.from('PK\u0003\u0004broken'), errors));
    expect(table?.rows).toEqual({ 1: ['Erros'], 2: ['não foi possível ler o arquivo'] });
  });
});

describe('An annotated copy as CSV', () => {
  it('has an apostrophe before what a spreadsheet would run, and none before amounts and dashes', async () => {
    const head = 'Conta;Descrição;Saldo Anterior;Débito;Crédito;Saldo Atual';
    const amounts = '-R$ 52.469,12 ;-;- R$ 1,00;+1,00 D';
    const copy = await copied(
      `${head}\n1.1;=1+1;${amounts}\n1.2;-2+3;@A1;-;--;-A1\n`,
      annotations({ 2: ['x'] }),
      'out.csv',
    );
    const [, first, second] = copy.toString().split('\r\n');
    expect(first).toBe(`1.1;'=1+1;${amounts};x`);
    expect(second).toBe("1.2;'-2+3;'@A1;-;--;'-A1;");
  });
});
