// Port: files of an account's movements, read and matched for the page that shows what the composition would become.
import type { Competence } from '../../domain/kernel/competence.js';
import type { CompositionItem } from '../../domain/reconciliation/events.js';
import type { Matched } from '../../domain/reconciliation/matchLines.js';
import type { SideLines } from '../../domain/reconciliation/remainingItems.js';
import {
  statementColumns,
  statementSides,
  unnamedColumns,
  type Statement,
  type StatementFault,
  type StatementMapping,
  type StatementMappings,
  type StatementSide,
} from '../../domain/reconciliation/statement.js';

/** `current`: the composition; `debit`: what a debit is in the trial balance. With two files a line before the competence is refused. */
export type StatementsAsked = Readonly<{
  files: readonly (Readonly<{ side: StatementSide; path: string; isInverted: boolean }> & StatementMappings)[];
  accountCode: string;
  competence: Competence;
  current: readonly CompositionItem[];
  debit: 1 | -1;
}>;

/** `matched` is null for a file alone. */
export type StatementsRead =
  | Readonly<{ ok: false; side: StatementSide; fault: StatementFault }>
  | Readonly<{
      ok: true;
      statements: Readonly<Partial<Record<StatementSide, Omit<Statement, 'lines'>>>>;
      lines: SideLines;
      matched: Matched | null;
    }>;

/**
 * Adapter: src/workers/fileTasks.ts.
 * @throws DomainError `Unavailable` when too many wait; the signal's reason
 */
export type ReadStatements = (
  clientId: number,
  asked: StatementsAsked,
  signal: AbortSignal,
) => Promise<StatementsRead>;

// The columns of files of both sides as people write them: JSON of a name for each column.

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
