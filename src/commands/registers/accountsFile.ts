// Reads a chart's accounts from a CSV file (`;`, UTF-8 with or without BOM, field names as headings). Rows become objects
// as in an `accounts` list.
import { parse } from 'csv-parse/sync';
import type { RegisterFileReason } from '../../domain/clients/refusals.js';

/** `row`: physical row from 1; the last one of a record over several rows. */
export type AccountRow = Readonly<{ row: number; account: Readonly<Record<string, unknown>> }>;
export type AccountsFile = Readonly<{
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
export function readAccountsFile(bytes: Uint8Array, headings: readonly string[]): AccountsFile {
  const text = decoded(bytes);
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
  const [first, ...others] = records;
  if (!first) return wrong(null, { is: 'FileEmpty' });
  const errors = headingErrors(first.record, headings).map((reason) => ({ row: first.row, reason }));
  if (errors.length > 0) return { rows: [], errors };
  return readRows(first.record, others);
}

function readRows(names: readonly string[], records: readonly Parsed[]): AccountsFile {
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

function headingErrors(names: readonly string[], known: readonly string[]): RegisterFileReason[] {
  const unknown = names.filter((name) => !known.includes(name));
  const twice = names.filter((name, index) => known.includes(name) && names.indexOf(name) !== index);
  return [
    ...(names.includes('codigo') ? [] : [{ is: 'ColumnMissing' as const, name: 'codigo' }]),
    ...unknown.map((name) => ({ is: 'ColumnUnknown' as const, name, known })),
    ...twice.map((name) => ({ is: 'ColumnTwice' as const, name })),
  ];
}

/** The BOM is taken off by the decoder. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function wrong(row: number | null, reason: RegisterFileReason): AccountsFile {
  return { rows: [], errors: [{ row, reason }] };
}
