// The columns of files of both sides as people write them: JSON of a name for each column.
import {
  statementColumns,
  statementSides,
  unnamedColumns,
  type StatementMapping,
  type StatementSide,
} from '../../domain/reconciliation/statements/statement.js';

/** Of a column's name. */
export const COLUMN_NAME_LENGTH_MAX = 200;

/** Null for anything but `{ razao?, extrato? }` with the columns that a reading needs. */
export function statementColumnsIn(
  text: string,
): Readonly<Partial<Record<StatementSide, StatementMapping>>> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const isRight = isObjectOf(value, statementSides, isMapping) && Object.keys(value).length > 0;
  return isRight ? (value as Partial<Record<StatementSide, StatementMapping>>) : null;
}

function isMapping(value: unknown): boolean {
  return isObjectOf(value, statementColumns, isName) && unnamedColumns(value).length === 0;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= COLUMN_NAME_LENGTH_MAX;
}

function isObjectOf(
  value: unknown,
  names: readonly string[],
  isRight: (member: unknown) => boolean,
): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, member]) => names.includes(name) && isRight(member));
}
