// Every layout of the table is read as the book it was made from, or refused for the reason that ends the
// guessing.
import { describe, expect, it } from '#jest';
import type { Account } from '../../src/domain/charts/events.js';
import { chartCsv, KEPT_LINES } from './erpReports/books.js';
import { MARKS } from './layoutTable/marks.js';
import type { Expected, Layout } from './layoutTable/layout.js';
import { PERIODS } from './layoutTable/periods.js';
import { FileRefused } from '../../src/files/formats/table.js';
import { account, CNPJ, linesOf, readBytes, type ReadOptions } from './support/readReport.js';

const ACCOUNTS = chartCsv()
  .trim()
  .split('\n')
  .slice(1)
  .map((row): Account => {
    const [code = '', shortCode = '', description = '', kind = '', nature = ''] = row.split(';');
    const is = { kind: kind as Account['kind'], nature: nature as Account['nature'] };
    return account(code, description, is.kind, { shortCode, nature: is.nature, classification: code });
  });
const BOOK = KEPT_LINES.map(({ code, opening, debit, credit, closing }) => [
  code,
  opening,
  debit,
  credit,
  closing,
]);

/** Groups are in the chart, so they are kept here and left out by the check. */
async function outcomeOf(bytes: Uint8Array | string, options: ReadOptions, expected: Expected): Promise<unknown> {
  try {
    const content = await readBytes(bytes, { ...options, accounts: ACCOUNTS });
    if (content.reasons.length > 0) return { refused: content.reasons[0]?.is };
    if (content.lineErrors.length > 0) return { lines: content.lineErrors[0]?.reason.is };
    const warnings = content.lines?.readingFindings?.warnings.map(({ is }) => is);
    const kept = linesOf(content).flatMap(([code, , ...amounts]) =>
      BOOK.some(([own]) => own === code) ? [[code, ...amounts]] : [],
    );
    if ('warned' in expected) return { warned: warnings };
    expect(kept).toEqual(BOOK);
    return { read: warnings };
  } catch (error) {
    if (error instanceof FileRefused) return { refused: error.reason.is };
    throw error;
  }
}

describe('A layout of the table comes to what is expected of it', () => {
  it.each<Layout>([...PERIODS, ...MARKS])('%s', async (_, make, expected, { competence, fileName } = {}) => {
    const asked = { fileName: fileName ?? 'relatorio.csv', ...(competence === null && { competence }) };
    expect(await outcomeOf(await make(CNPJ), asked, expected)).toEqual(expected);
  });
});
