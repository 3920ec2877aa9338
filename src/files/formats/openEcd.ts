// Opens SPED ECD: balances of accounts (I155) by period (I150). A first pass keeps the positions of the periods
// only; the balances of one are read from its position on.
// Source: docs/spec/files.md#ecd; manual de orientação do leiaute da ECD, registros 0000, I150, I155.
import { FileRefused, LINE_BYTES_MAX, opened, type OpenReader, type Table, type TableRow } from './table.js';
import { decoderOf, isFileUtf8, withoutMark, type Encoding } from './encoding.js';
import { readBytes, readHead } from './readBytes.js';

/** `line` (from 1) and `from` (in bytes) of its I150; `to` is the line after its last record. */
type Period = { from: number; line: number; start: string; end: string; to: number };
type Line = Readonly<{ text: string; line: number; from: number }>;

const HEADINGS = ['COD_CTA', 'VL_SLD_INI', 'IND_DC_INI', 'VL_DEB', 'VL_CRED', 'VL_SLD_FIN', 'IND_DC_FIN'];
/** REG and eight fields between bars; some companies append fields of their own. */
const I155_FIELDS_MIN = 9;
const PERIODS_MAX = 400;
const CNPJ_FIELD = 6;
const LAST_BLOCK = '|9999|';

/** @throws FileRefused */
export const openEcd: OpenReader = async (path, signal) => {
  const encoding: Encoding = (await areRecordsUtf8(path, signal)) ? 'UTF-8' : 'windows-1252';
  const { cnpj, isEcd, periods } = await findPeriods(path, signal);
  const monthly = periods.filter(({ start, end }) => start.slice(0, 7) === end.slice(0, 7));
  const [first] = periods;
  if (first === undefined && !isEcd) throw new FileRefused({ is: 'FileIsOtherReport', report: 'otherSped' });
  if (first === undefined || periods.every(({ line, to }) => to === line + 1))
    throw new FileRefused({ is: 'FileIsOtherReport', report: 'ecdWithoutBalances' });
  if (monthly.length === 0) throw new FileRefused({ is: 'FileAccumulated', from: first.start, to: first.end });
  const names = monthly.map(({ start }) => start.slice(0, 7));
  // Neither of two parts of one month is the balance of the month.
  if (new Set(names).size < names.length) throw broken();
  const tables = monthly.map((period): Table => ({
    name: period.start.slice(0, 7),
    hidden: false,
    rows: () => readPeriod(path, encoding, period, signal),
  }));
  return opened('ecd', tables, { encoding, delimiter: '|', cnpj });
};

/** The signature after the last record is binary, so a byte order mark counts for the records alone. */
async function areRecordsUtf8(path: string, signal: AbortSignal): Promise<boolean> {
  if (await isFileUtf8(path, signal)) return true;
  const head = await readHead(path, 3);
  return head.equals(Buffer.from('efbbbf', 'hex'));
}

async function findPeriods(
  path: string,
  signal: AbortSignal,
): Promise<Readonly<{ cnpj: string | null; isEcd: boolean; periods: Period[] }>> {
  const periods: Period[] = [];
  let cnpj: string | null = null;
  let isEcd = false;
  let lastLine: Line | null = null;
  for await (const lines of linesOf(path, 'windows-1252', signal))
    for (const line of lines) {
      const { text } = line;
      if (text.startsWith('|0000|')) {
        const fields = text.split('|');
        isEcd = fields[2] === 'LECD';
        cnpj = fields[CNPJ_FIELD]?.replace(/[^0-9A-Za-z]/g, '').toUpperCase() ?? null;
      } else if (text.startsWith('|I150|')) periods.push(periodOf(line));
      else if (text.startsWith('|I155|')) {
        const period = periods.at(-1);
        if (period === undefined) throw broken();
        period.to = line.line + 1;
      }
      if (periods.length > PERIODS_MAX) throw new FileRefused({ is: 'FileTooManySheets' });
      if (text.trim() !== '') lastLine = line;
      if (text.startsWith(LAST_BLOCK)) return { cnpj: cnpj === '' ? null : cnpj, isEcd, periods };
    }
  // A part of a file, cut at a line, is accepted; half a line is damage.
  if (lastLine !== null && !lastLine.text.trimEnd().endsWith('|')) throw broken();
  return { cnpj: cnpj === '' ? null : cnpj, isEcd, periods };
}

function periodOf({ text, line, from }: Line): Period {
  const [, , start, end] = text.split('|').map((field) => isoDate(field));
  if (start === null || start === undefined || end === null || end === undefined) throw broken();
  return { from, line, start, end, to: line + 1 };
}

async function* readPeriod(
  path: string,
  encoding: Encoding,
  period: Period,
  signal: AbortSignal,
): AsyncGenerator<readonly TableRow[]> {
  yield [{ line: period.line, cells: HEADINGS }];
  for await (const lines of linesOf(path, encoding, signal, period)) {
    const rows: TableRow[] = [];
    for (const { text, line } of lines) {
      if (line >= period.to) break;
      if (!text.startsWith('|I155|')) continue;
      const fields = text.trimEnd().split('|');
      if (fields.length - 2 < I155_FIELDS_MIN || !text.trimEnd().endsWith('|')) throw broken();
      // COD_CCUS (cost centre) is left out: the balances of an account's cost centres are added up.
      rows.push({ line, cells: [fields[2] ?? '', ...fields.slice(4, 3 + HEADINGS.length)] });
    }
    if (rows.length > 0) yield rows;
    if ((lines.at(-1)?.line ?? 0) >= period.to) return;
  }
}

/** Lines in batches, each with its position in bytes. */
async function* linesOf(
  path: string,
  encoding: Encoding,
  signal: AbortSignal,
  start: Readonly<{ from: number; line: number }> = { from: 0, line: 1 },
): AsyncGenerator<readonly Line[]> {
  let pending: Buffer = Buffer.alloc(0);
  let { from, line } = start;
  const decoder = decoderOf(encoding);
  const decoded = (bytes: Buffer) => withoutMark(decoder.write(bytes));
  for await (const chunk of readBytes(path, signal, start.from)) {
    const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const lines: Line[] = [];
    let at = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, at)) {
      lines.push({ text: decoded(bytes.subarray(at, end)), line, from: from + at });
      line += 1;
      at = end + 1;
    }
    pending = bytes.subarray(at);
    from += at;
    if (pending.length > LINE_BYTES_MAX) throw new FileRefused({ is: 'FileLineTooLong', line });
    if (lines.length > 0) yield lines;
  }
  if (pending.length > 0) yield [{ text: decoded(pending), line, from }];
}

/** YYYY-MM-DD of DDMMAAAA; null for anything else. */
function isoDate(text: string): string | null {
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) return null;
  const iso = `${year}-${month}-${day}`;
  return Number.isNaN(Date.parse(iso)) ? null : iso;
}

const broken = (): FileRefused => new FileRefused({ is: 'FileBroken', format: 'ecd' });
