// Port: files of an account's movements, read and matched for the page that shows what the composition would become.
import type { Competence } from '../../domain/kernel/competence.js';
import type { CompositionItem } from '../../domain/reconciliation/events.js';
import type { Matched } from '../../domain/reconciliation/statements/matchLines.js';
import type { SideLines } from '../../domain/reconciliation/statements/remainingItems.js';
import type {
  Statement,
  StatementFault,
  StatementMappings,
  StatementSide,
} from '../../domain/reconciliation/statements/statement.js';

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
