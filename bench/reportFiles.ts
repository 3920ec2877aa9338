// Report files of any size, as ERPs print them: some lines are of the chart, most are not.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { BuiltAccount } from '../test/support/builders.js';
import { xlsBytes, xlsxParts } from '../test/files/spreadsheets.js';

const HEADING = ['Conta', 'Descrição', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual'];
const SIGNED = (amount: number): string => amount.toLocaleString('pt-BR', { minimumFractionDigits: 2 });

type Line = readonly [code: string, name: string, before: number, debit: number, credit: number, after: number];

/**
 * Lines of the chart first, so many others after them; every line closes.
 * @param words of each other account's name: they do not compress, so that a workbook gets large with rows to
 *   spare
 */
export function* reportLines(accounts: readonly BuiltAccount[], others: number, words = 1): Generator<Line> {
  for (const [at, { code, name, nature }] of accounts.entries()) {
    const balance = (nature === 'DEBIT' ? 1 : -1) * (1_000 + at);
    yield [code, name, balance, 10.5, 10.5, balance];
  }
  for (let at = 0; at < others; at++) {
    const balance = (scattered(at) % 100_000_000) / 100;
    yield [
      `8.${at % 97}.${at}`,
      `Conta ${Array.from({ length: words }, (_, word) => scattered(at + 1 + word * others).toString(36)).join(' ')} ${at % 1_000}`,
      balance,
      10,
      10,
      balance,
    ];
  }
}

/** The same on every run, and no easy prey of compression. */
function scattered(at: number): number {
  return Math.imul(at ^ (at >>> 7), 2_654_435_761) >>> 0;
}

export async function writeCsv(path: string, lines: Iterable<Line>): Promise<void> {
  await writeText(path, lines, `${HEADING.join(';')}\r\n`, ([code, name, ...amounts]) => {
    return `${code};${name};${amounts.map((amount) => `"${SIGNED(amount)}"`).join(';')}\r\n`;
  });
}

export async function writeXml(path: string, lines: Iterable<Line>): Promise<void> {
  const names = ['conta', 'descricao', 'saldoAnterior', 'debito', 'credito', 'saldoAtual'];
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<balancete>\n';
  await writeText(
    path,
    lines,
    head,
    ([code, name, ...amounts]) => {
      const values = [code, name, ...amounts.map((amount) => amount.toFixed(2))];
      return `<linha>${names.map((field, at) => `<${field}>${values[at]}</${field}>`).join('')}</linha>\n`;
    },
    '</balancete>\n',
  );
}

/** Numbers as numbers, texts in the cells. */
export async function writeXlsx(path: string, lines: Iterable<Line>): Promise<void> {
  const parts = xlsxParts([{ name: 'Balancete', rows: [HEADING] }], { texts: 'inline' });
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  const end = sheet.indexOf('</sheetData>');
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts))
    if (name !== 'xl/worksheets/sheet1.xml') zip.addBuffer(Buffer.from(content), name);
  let row = 1;
  const xml = function* (): Generator<string> {
    yield sheet.slice(0, end);
    for (const batch of batches(lines))
      yield batch
        .map(([code, name, ...amounts]) => {
          row++;
          const text = (column: string, value: string): string =>
            `<c r="${column}${row}" t="inlineStr"><is><t>${value}</t></is></c>`;
          const numbers = amounts.map((amount, at) => `<c r="${'CDEF'.charAt(at)}${row}"><v>${amount}</v></c>`);
          return `<row r="${row}">${text('A', code)}${text('B', name)}${numbers.join('')}</row>`;
        })
        .join('');
    yield sheet.slice(end);
  };
  zip.addReadStream(Readable.from(xml()), 'xl/worksheets/sheet1.xml');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

export function xlsOf(lines: Iterable<Line>): Buffer {
  return xlsBytes([{ name: 'Balancete', rows: [HEADING, ...lines] }]);
}

async function writeText(
  path: string,
  lines: Iterable<Line>,
  head: string,
  text: (line: Line) => string,
  tail = '',
): Promise<void> {
  const content = function* (): Generator<string> {
    yield head;
    for (const batch of batches(lines)) yield batch.map(text).join('');
    yield tail;
  };
  await pipeline(Readable.from(content()), createWriteStream(path));
}

function* batches(lines: Iterable<Line>): Generator<Line[]> {
  let batch: Line[] = [];
  for (const line of lines) {
    batch.push(line);
    if (batch.length < 1_000) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
