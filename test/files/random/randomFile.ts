// A report as a file: delimited text in any encoding, or a workbook; read as an import does, and checked.
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { checkDocument } from '../../../src/domain/trialBalance/checks/checkDocument.js';
import { indexChart } from '../../../src/domain/trialBalance/checks/accounts.js';
import { AMOUNT_FIELDS } from '../../../src/domain/trialBalance/amounts.js';
import { FileRefused } from '../../../src/files/formats/table.js';
import { xlsxBytes } from '../spreadsheets.js';
import { cp850, delimited, utf16 } from '../erpReports/report.js';
import { readBytes } from '../support/readReport.js';
import type { Book } from './randomBook.js';
import type { Random } from './randomness.js';
import type { Report, ReportRow } from './randomReport.js';

export type Encoded = Readonly<{ isText: boolean; bytesOf(rows: readonly ReportRow[]): Promise<Buffer> | Buffer }>;

export function randomEncoding(random: Random): Encoded {
  if (random.chance(0.05))
    return {
      isText: false,
      bytesOf: (rows) => xlsxBytes([{ name: 'Balancete', rows: rows.map(({ cells }) => [...cells]) }]),
    };
  const delimiter = random.one([';', ';', '\t', '|', ',']);
  const encode = random.one([
    (text: string) => Buffer.from(text),
    (text: string) => Buffer.from(`\ufeff${text}`),
    (text: string) => Buffer.from(text, 'latin1'),
    cp850,
    utf16,
  ]);
  return {
    isText: true,
    bytesOf: (rows) =>
      encode(
        delimited(
          rows.map(({ cells }) => cells),
          delimiter,
        ),
      ),
  };
}

/** What an import comes to: the lines that enter and the warnings, or why it is refused. */
export type Outcome =
  | Readonly<{ refused: string }>
  | Readonly<{ refused: null; lines: readonly string[]; warnings: readonly string[] }>;

export async function outcomeOf(bytes: Buffer, book: Book): Promise<Outcome> {
  const competence = '2026-03' as Competence;
  try {
    const content = await readBytes(bytes, { accounts: book.accounts, competence });
    if (content.lines === null) return { refused: JSON.stringify([content.reasons, content.lineErrors[0]]) };
    const chart = { chartId: 1, version: 1, active: true, validFrom: '2020-01-01', validTo: null };
    const facts = {
      cnpj: '',
      competence,
      currentMonth: competence,
      chartName: 'Plano',
      chart,
      previous: 'first' as const,
      next: null,
      current: null,
      currentContentHash: null,
      includeChanges: false,
      includeLines: true,
    };
    const found = checkDocument(content.lines, facts, indexChart([book.accounts]), {
      previous: null,
      next: null,
    });
    if (found.stored === null) return { refused: JSON.stringify([found.reasons, found.lineErrors[0]]) };
    return {
      refused: null,
      lines: found.stored
        .map((line) => [line.accountCode, ...AMOUNT_FIELDS.map((field) => line[field])].join(' '))
        .sort(),
      warnings: found.warnings.map((one) => JSON.stringify(one)),
    };
  } catch (error) {
    if (error instanceof FileRefused) return { refused: JSON.stringify(error.reason) };
    throw error;
  }
}

/** Code and four amounts of each line that enters, in the order of the codes. */
export function expectedLines(book: Book, { isSigned }: Report): readonly string[] {
  return book.rows
    .filter(({ account, isGroup }) => !isGroup && account.requiresReconciliation)
    .map(({ account, side, amounts: [opening, debit, credit, closing] }) => {
      const shown = (cents: number): number => (isSigned ? cents : side * cents) + 0;
      return [account.code, shown(opening), debit, credit, shown(closing)].join(' ');
    })
    .sort();
}
