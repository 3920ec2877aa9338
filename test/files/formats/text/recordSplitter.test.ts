import { describe, expect, it } from '#jest';
import { RecordSplitter } from '../../../../src/files/formats/text/recordSplitter.js';
import type { TableRow } from '../../../../src/files/formats/table.js';

const TEXT = [
  'Conta;Descrição;Saldo',
  '1.1;Caixa;"1.234,56"',
  '"1.2";"Banco ""do Brasil""";10,00',
  '"1.3";"nome em\r\nduas linhas";20,00',
  '',
  '"1.4";"a;b\r\n""c""\r\nd";30,00',
  'tubo 3";x;40,00',
  '"1.5";"";50,00',
].join('\r\n');

const ROWS: readonly TableRow[] = [
  { line: 1, cells: ['Conta', 'Descrição', 'Saldo'] },
  { line: 2, cells: ['1.1', 'Caixa', '1.234,56'] },
  { line: 3, cells: ['1.2', 'Banco "do Brasil"', '10,00'] },
  { line: 4, cells: ['1.3', 'nome em\r\nduas linhas', '20,00'] },
  { line: 7, cells: ['1.4', 'a;b\r\n"c"\r\nd', '30,00'] },
  { line: 10, cells: ['tubo 3"', 'x', '40,00'] },
  { line: 11, cells: ['1.5', '', '50,00'] },
];

function rowsOf(text: string, piece: number): readonly TableRow[] {
  const splitter = new RecordSplitter({ delimiter: ';', lineEnd: '\n' });
  const rows: TableRow[] = [];
  for (let at = 0; at < text.length; at += piece) rows.push(...splitter.push(text.slice(at, at + piece), false));
  return [...rows, ...splitter.push('', true)];
}

describe('Delimited text', () => {
  it('makes the same rows however it is cut into pieces', () => {
    for (let piece = 1; piece <= TEXT.length + 1; piece++) expect(rowsOf(TEXT, piece)).toEqual(ROWS);
  });

  it('makes a row of each quoted record, at its line', () => {
    const records = Array.from({ length: 1_000 }, (_, at) => `"${at}";"nome ""${at}""";"x\n${at}"`);
    const rows = rowsOf(`${records.join('\n')}\n`, 4_096);
    expect(rows.map(({ line }) => line)).toEqual(records.map((_, at) => 1 + 2 * at));
    expect(rows.map(({ cells }) => cells)).toEqual(
      records.map((_, at) => [String(at), `nome "${at}"`, `x\n${at}`]),
    );
  });

  it('leaves out lines of delimiters only, and counts them', () => {
    const rows = rowsOf(';;;\n"";  ;\n1;;2\n;;;', 4);
    expect(rows).toEqual([{ line: 3, cells: ['1', '', '2'] }]);
  });

  it('takes 256 columns, plain or quoted, and refuses one more with its line', () => {
    for (const cell of ['1', '"a ""b"""']) {
      const record = Array.from({ length: 256 }, () => cell).join(';');
      expect(rowsOf(`x\n${record}`, 100).at(-1)?.cells).toHaveLength(256);
      expect(() => rowsOf(`x\n${record};${cell}`, 100)).toThrow(
        expect.objectContaining({ reason: { is: 'FileTooManyColumns', line: 2, columnsMax: 256 } }),
      );
    }
  });

  it('refuses a quote without end with its line', () => {
    expect(() => rowsOf('a;b\n"c;d\ne;f\n', 3)).toThrow(
      expect.objectContaining({ reason: { is: 'FileQuotesBroken', line: 2 } }),
    );
  });
});
