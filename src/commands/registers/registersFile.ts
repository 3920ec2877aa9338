// Reads the file of `apply` and the accounts files it names, which must be in the same folder.
import { parse } from 'csv-parse/sync';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import type { RegisterFileReason } from '../../domain/clients/refusals.js';
import { refuse } from '../../domain/problem.js';
import { firstJsonError } from '../../runtime/jsonError.js';

/** `document`: the parsed JSON, unchecked. */
export type RegistersFile = Readonly<{
  document: unknown;
  /** A file of the same folder, as bytes or already read. */
  readAdjacent(name: string): Promise<Uint8Array | AccountRows | Unreadable>;
}>;
type Unreadable = Readonly<{ unreadable: RegisterFileReason }>;

/** A document without files beside it. */
export function inMemory(document: unknown): RegistersFile {
  return { document, readAdjacent: async () => ({ unreadable: { is: 'NoFiles' } }) };
}

const FILE_BYTES_MAX = 256 * 1024 * 1024;

/** @throws DomainError RegistersInvalid when the file cannot be read or is not JSON */
export async function readRegistersFile(path: string): Promise<RegistersFile> {
  const bytes = await readWhole(path);
  if (!(bytes instanceof Uint8Array)) return invalid(path, bytes.unreadable);
  return { document: parseJson(path, bytes), readAdjacent: (name) => readAdjacentFile(dirname(path), name) };
}

async function readAdjacentFile(folder: string, name: string): Promise<Uint8Array | Unreadable> {
  const outside: Unreadable = { unreadable: { is: 'FileOutside' } };
  const path = resolve(folder, name);
  if (isAbsolute(name) || !isWithin(resolve(folder), path)) return outside;
  try {
    if (!isWithin(await realpath(folder), await realpath(path))) return outside;
  } catch {
    return { unreadable: { is: 'FileUnreadable', name } };
  }
  return readWhole(path);
}

async function readWhole(path: string): Promise<Uint8Array | Unreadable> {
  const name = basename(path);
  try {
    const { size } = await stat(path);
    if (size > FILE_BYTES_MAX) return { unreadable: { is: 'FileTooLarge', name, bytesMax: FILE_BYTES_MAX } };
    return await readFile(path);
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { unreadable: { is: absent ? 'FileAbsent' : 'FileUnreadable', name } };
  }
}

function parseJson(path: string, bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  if (text === null) return invalid(path, { is: 'NotUtf8' });
  try {
    return JSON.parse(text);
  } catch {
    return invalid(path, { is: 'NotJson', ...firstJsonError(text) });
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}

function invalid(path: string, reason: RegisterFileReason): never {
  refuse({ is: 'RegistersInvalid', errors: [{ path: [basename(path)], reason }] });
}

// Reads a chart's accounts from a CSV file (`;`, UTF-8, field names as headings), as in an `accounts` list.

/** `row`: physical row from 1; the last one of a record over several rows. */
type AccountRow = Readonly<{ row: number; account: Readonly<Record<string, unknown>> }>;
type AccountRows = Readonly<{
  rows: readonly AccountRow[];
  /** `row` null for the complete file. */
  errors: readonly Readonly<{ row: number | null; reason: RegisterFileReason }>[];
}>;

type Parsed = Readonly<{ record: readonly string[]; row: number }>;

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  verdadeiro: true,
  sim: true,
  s: true,
  '1': true,
  false: false,
  falso: false,
  não: false,
  nao: false,
  n: false,
  '0': false,
};
/** Fields whose empty cells are omitted; in other fields they are empty texts. */
const NEVER_EMPTY = new Set(['tipo', 'natureza', 'exigeConciliacao']);

/** @param headings the allowed fields; `codigo` is required */
export function readAccountsFile(bytes: Uint8Array, headings: readonly string[]): AccountRows {
  const text = decodeUtf8(bytes);
  if (text === null) return wrong(null, { is: 'NotUtf8' });
  const records: Parsed[] = [];
  try {
    parse(text, {
      delimiter: ';',
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
      on_record: (record, { lines }) => {
        records.push({ record, row: lines });
        return null;
      },
    });
  } catch (error) {
    const { lines } = error as { lines?: number };
    return wrong(lines ?? null, { is: 'OpenQuote' });
  }
  const [first, ...dataRecords] = records;
  if (!first) return wrong(null, { is: 'FileEmpty' });
  const errors = headingErrors(first.record, headings).map((reason) => ({ row: first.row, reason }));
  if (errors.length > 0) return { rows: [], errors };
  return readRows(first.record, dataRecords);
}

function readRows(names: readonly string[], records: readonly Parsed[]): AccountRows {
  const rows: AccountRow[] = [];
  const errors: { row: number; reason: RegisterFileReason }[] = [];
  for (const { record, row } of records) {
    if (record.length === names.length) rows.push({ row, account: accountOf(names, record) });
    else errors.push({ row, reason: { is: 'ColumnCount', count: record.length, headings: names.length } });
  }
  return { rows, errors };
}

function accountOf(names: readonly string[], record: readonly string[]): Readonly<Record<string, unknown>> {
  const account: Record<string, unknown> = {};
  names.forEach((name, index) => {
    const cell = record[index] ?? '';
    if (cell === '' && NEVER_EMPTY.has(name)) return;
    account[name] = name === 'exigeConciliacao' ? (BOOLEANS[cell.toLowerCase()] ?? cell) : cell;
  });
  return account;
}

function headingErrors(names: readonly string[], allowed: readonly string[]): RegisterFileReason[] {
  const unknown = names.filter((name) => !allowed.includes(name));
  const twice = names.filter((name, index) => allowed.includes(name) && names.indexOf(name) !== index);
  return [
    ...(names.includes('codigo') ? [] : [{ is: 'ColumnMissing' as const, name: 'codigo' }]),
    ...unknown.map((name) => ({ is: 'ColumnUnknown' as const, name, known: allowed })),
    ...twice.map((name) => ({ is: 'ColumnTwice' as const, name })),
  ];
}

/** The BOM is taken off by the decoder. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function wrong(row: number | null, reason: RegisterFileReason): AccountRows {
  return { rows: [], errors: [{ row, reason }] };
}
