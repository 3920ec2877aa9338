// Reads the movements of one account from a workbook, a delimited text or an OFX. Source:
// docs/spec/files.md#statements.
import { isCalendarDate } from '../../domain/kernel/calendarDate.js';
import type { Statement, StatementAsked, StatementFault } from '../../domain/reconciliation/statement.js';
import { decimalMarkOf, lastAmount, readAmount } from '../cells/amountText.js';
import type { FileKind } from '../formats/detectFileKind.js';
import { decoded, isFileUtf8 } from '../formats/encoding.js';
import { readFirstTable } from '../formats/openFile.js';
import { readBytes, readHead } from '../formats/readBytes.js';
import { FileRefused, LINE_BYTES_MAX, type Table } from '../formats/table.js';
import { encodingOfXml, xmlBatches, XmlReader, type XmlHandler } from '../formats/xml/xmlFile.js';
import { isBalanceText, lineCollector, readStatementTable } from './statementTable.js';

/** The movements of the first visible table with a heading, in order. */
export function readStatement(path: string, request: StatementAsked): Promise<Statement | StatementFault> {
  return readFirstTable<Statement | StatementFault>(
    path,
    (table, others) => readWithOthers(table, others, request),
    async (kind, signal) => ((await isOfx(path)) ? readOfx(path, kind, request.linesMax, signal) : null),
  );
}

/** Names the visible sheets behind it that hold movements too: theirs are left out. */
async function readWithOthers(
  table: Table,
  others: readonly Table[],
  request: StatementAsked,
): Promise<Statement | StatementFault> {
  const found = await readStatementTable(table, request);
  if ('is' in found) return found;
  const otherSheets: string[] = [];
  for (const { name, hidden, rows } of others) {
    const other = hidden ? null : await readStatementTable({ name, hidden, rows }, request);
    const isEmpty = other === null || ('is' in other && ['HeadingMissing', 'NoLines'].includes(other.is));
    if (!isEmpty) otherSheets.push(name ?? '');
  }
  return otherSheets.length === 0 ? found : { ...found, otherSheets };
}

// Reads the movements in an OFX: version 1 is SGML whose leaves need no end, version 2 is XML. Source:
// docs/spec/files.md#statements.

const HEAD_BYTES = 4_096;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Names of elements in capitals. */
type OfxHandler = Readonly<{
  open(name: string, line: number): void;
  leaf(name: string, text: string): void;
  close(name: string): void;
}>;

/** Tells by its header or its root element. */
async function isOfx(path: string): Promise<boolean> {
  const head = (await readHead(path, HEAD_BYTES)).toString('latin1');
  return /^\W*OFXHEADER\s*:/.test(head) || /<OFX>/i.test(head);
}

/** @throws FileRefused */
async function readOfx(
  path: string,
  kind: FileKind,
  linesMax: number,
  signal: AbortSignal,
): Promise<Statement | StatementFault> {
  const movements = ofxMovements(linesMax);
  const isXml = kind === 'xml' && /<\?(?:xml|OFX)/i.test((await readHead(path, HEAD_BYTES)).toString('latin1'));
  await (isXml ? readXmlOfx(path, movements, signal) : readSgmlOfx(path, movements, signal));
  return movements.statement();
}

async function readXmlOfx(path: string, { handler, isFull }: OfxMovements, signal: AbortSignal): Promise<void> {
  let text = '';
  const xml = (emit: (isFull: true) => void): XmlHandler => ({
    open: (name: string, _: unknown, __: number, line: number): void => {
      text = '';
      handler.open(name.toUpperCase(), line);
      if (isFull()) emit(true);
    },
    text: (piece: string): void => {
      text += piece;
    },
    close: (name: string): void => {
      if (text.trim() !== '') handler.leaf(name.toUpperCase(), text.trim());
      text = '';
      handler.close(name.toUpperCase());
    },
  });
  const encoding = await encodingOfXml(path, signal);
  const batches = xmlBatches<true>(path, encoding, signal, (emit) => new XmlReader(xml(emit)));
  // A batch comes only when there are too many lines.
  await batches.next();
  await batches.return(undefined);
}

async function readSgmlOfx(path: string, { handler, isFull }: OfxMovements, signal: AbortSignal): Promise<void> {
  const encoding = (await isFileUtf8(path, signal)) ? 'UTF-8' : 'windows-1252';
  let pending = '';
  let line = 1;
  const readTag = (tag: string): void => {
    const [, end, name = '', text = ''] = /^<(\/?)([\w.]+)>([^]*)$/.exec(tag) ?? [];
    const value = text.trim();
    if (end === '/') handler.close(name.toUpperCase());
    else if (value !== '') handler.leaf(name.toUpperCase(), withoutEntities(value));
    else if (name !== '') handler.open(name.toUpperCase(), line);
    for (let at = tag.indexOf('\n'); at !== -1; at = tag.indexOf('\n', at + 1)) line++;
  };
  for await (const text of decoded(readBytes(path, signal), () => encoding)) {
    if (text.includes('\0')) throw new FileRefused({ is: 'FileNul' });
    const tags = (pending + text).split(/(?=<)/);
    pending = tags.pop() ?? '';
    if (pending.length > LINE_BYTES_MAX) throw new FileRefused({ is: 'FileLineTooLong', line });
    tags.forEach(readTag);
    if (isFull()) return;
  }
  readTag(pending);
}

const withoutEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '');

type OfxMovements = Readonly<{ handler: OfxHandler; isFull(): boolean; statement(): Statement | StatementFault }>;

function ofxMovements(linesMax: number): OfxMovements {
  const collected = lineCollector();
  const accounts = new Set<string>();
  let movement: Map<string, string> | null = null;
  let count = 0;
  let balanceLines = 0;
  let line = 0;
  let isLedgerBalance = false;
  let balance: string | null = null;
  let balanceDate: string | null = null;
  const finish = (): void => {
    const parts = movement && partsOf(movement, line);
    movement = null;
    if (parts === null || count > linesMax) return;
    // Some banks write balances between the movements.
    if (isBalanceText(parts.description)) balanceLines++;
    else collected.add(parts);
  };
  return {
    isFull: () => count > linesMax,
    handler: {
      open: (name, at) => {
        if (name === 'LEDGERBAL') isLedgerBalance = true;
        if (name !== 'STMTTRN') return;
        finish();
        movement = new Map();
        count++;
        line = at;
      },
      leaf: (name, text) => {
        if (name === 'ACCTID' && movement === null) accounts.add(text);
        if (name === 'BALAMT' && isLedgerBalance) balance ??= text;
        if (name === 'DTASOF' && isLedgerBalance) balanceDate ??= dateIn(text);
        // The payee of a movement has an account of its own.
        if (movement !== null && !movement.has(name)) movement.set(name, text);
      },
      close: (name) => {
        if (name === 'LEDGERBAL') isLedgerBalance = false;
        if (name === 'STMTTRN' || name === 'BANKTRANLIST') finish();
      },
    },
    statement: () => {
      finish();
      const wrong = collected.wrong();
      if (count > linesMax) return { is: 'TooManyLines', max: linesMax };
      if (accounts.size > 1) return { is: 'AccountsSeveral' };
      if (wrong !== null) return wrong;
      if (collected.lines.length === 0) return { is: 'NoLines' };
      const balanceCents = balance === null ? null : centsIn(balance);
      return {
        lines: collected.lines,
        table: null,
        balanceLines,
        otherAccounts: 0,
        laterLines: 0,
        balanceCents,
        balanceDate,
      };
    },
  };
}

function partsOf(movement: ReadonlyMap<string, string>, line: number) {
  const of = (name: string): string => movement.get(name) ?? '';
  const name = of('NAME');
  const memo = of('MEMO');
  return {
    line,
    description: memo || name || of('TRNTYPE'),
    counterparty: memo === '' ? '' : name,
    document: of('CHECKNUM') || of('REFNUM'),
    date: dateIn(of('DTPOSTED')),
    amountCents: centsIn(of('TRNAMT')),
    shownDate: of('DTPOSTED'),
    shownAmount: of('TRNAMT'),
  };
}

/** `20260531`, `20260531120000[-3:BRT]` */
function dateIn(text: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : null;
}

/** Reads an amount with a point, although some banks write a comma. */
function centsIn(text: string): number | null {
  if (text === '') return null;
  readAmount(text, decimalMarkOf(text) ?? '.');
  return lastAmount.fault === null && lastAmount.side === null ? lastAmount.cents : null;
}
