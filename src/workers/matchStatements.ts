// Reads the files of one or two sides of an account and pairs their lines.
import type { StatementsRequest, StatementsResult } from '../commands/reconciliations/statementFiles.js';
import { lastDayOf } from '../domain/kernel/competence.js';
import { matchLines } from '../domain/reconciliation/matchLines.js';
import { sideLines } from '../domain/reconciliation/remainingItems.js';
import {
  datesOutside,
  STATEMENT_LINES_MAX,
  type Statement,
  type StatementLine,
  type StatementSide,
} from '../domain/reconciliation/statement.js';
import { readStatement } from '../files/statements/readStatement.js';

export async function matchStatements(all: StatementsRequest): Promise<StatementsResult> {
  const { files, accountCode, competence } = all;
  const days = { from: files.length < 2 ? null : `${competence}-01`, to: lastDayOf(competence) };
  const lines: Record<StatementSide, readonly StatementLine[]> = { razao: [], extrato: [] };
  const statements: Partial<Record<StatementSide, Omit<Statement, 'lines'>>> = {};
  for (const { side, path, isInverted, chosen, saved } of files) {
    const request = { side, accountCode, chosen, saved, linesMax: STATEMENT_LINES_MAX };
    const statement = await readStatement(path, request);
    if ('is' in statement) return { ok: false, side, fault: statement };
    const fault = datesOutside(statement, days);
    if (fault !== null)
      return { ok: false, side, fault: { ...fault, ...(statement.table && { table: statement.table }) } };
    const { lines: statementLines, ...facts } = isInverted ? invert(statement) : statement;
    lines[side] = statementLines;
    statements[side] = facts;
  }
  const sides = sideLines(lines, all);
  const matched = files.length < 2 ? null : matchLines(sides.razao, sides.extrato);
  return { ok: true, statements, lines: sides, matched };
}

function invert({ lines, balanceCents, ...facts }: Statement): Statement {
  const opposite = lines.map((line) => ({ ...line, amountCents: 0 - line.amountCents }));
  return { ...facts, lines: opposite, balanceCents: balanceCents === null ? null : 0 - balanceCents };
}
