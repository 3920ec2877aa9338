// Port: files of movements, read and matched for the page that shows what the composition would become.
import * as z from 'zod';
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
  type StatementMappings,
  type StatementSide,
} from '../../domain/reconciliation/statement.js';
import { COLUMN_NAME_LENGTH_MAX } from '../../domain/trialBalance/interpretation.js';

/** `debit`: what a debit is in the trial balance. Of two files a line before the competence is refused. */
export type StatementsRequest = Readonly<{
  files: readonly (Readonly<{ side: StatementSide; path: string; isInverted: boolean }> & StatementMappings)[];
  accountCode: string;
  competence: Competence;
  current: readonly CompositionItem[];
  debit: 1 | -1;
}>;

/** `matched` is null for a file alone. */
export type StatementsResult =
  | Readonly<{ ok: false; side: StatementSide; fault: StatementFault }>
  | Readonly<{
      ok: true;
      statements: Readonly<Partial<Record<StatementSide, Omit<Statement, 'lines'>>>>;
      lines: SideLines;
      matched: Matched | null;
    }>;

/** Adapter: src/workers/fileTasks.ts. @throws DomainError `Unavailable` when too many wait; the signal's reason */
export type ReadStatements = (
  clientId: number,
  asked: StatementsRequest,
  signal: AbortSignal,
) => Promise<StatementsResult>;

// The columns of files of both sides as people write them: JSON of a name for each column.

const columnName = z
  .string()
  .max(COLUMN_NAME_LENGTH_MAX)
  .refine((name) => name.trim() !== '');
const mapping = z
  .partialRecord(z.enum(statementColumns), columnName)
  .refine((columns) => unnamedColumns(columns).length === 0);
const mappings = z.partialRecord(z.enum(statementSides), mapping).refine((sides) => Object.keys(sides).length > 0);

/** Null for anything but `{ razao?, extrato? }` with the columns that a reading needs. */
export function statementColumnsIn(text: string): z.output<typeof mappings> | null {
  try {
    return mappings.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
