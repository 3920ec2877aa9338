// Reads the files of one or two sides of an account and pairs their lines.
import type { StatementsAsked, StatementsRead } from '../commands/reconciliations/statementFiles.js';
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

export async function matchStatements(all: StatementsAsked): Promise<StatementsRead> {
  const { files, accountCode, competence } = all;
  const days = { from: files.length < 2 ? null : `${competence}-01`, to: lastDayOf(competence) };
  const lines: Record<StatementSide, readonly StatementLine[]> = { razao: [], extrato: [] };
  const statements: Partial<Record<StatementSide, Omit<Statement, 'lines'>>> = {};
  for (const { side, path, isInverted, chosen, saved } of files) {
    const asked = { side, accountCode, chosen, saved, linesMax: STATEMENT_LINES_MAX };
    const found = await readStatement(path, asked);
    if ('is' in found) return { ok: false, side, fault: found };
    const fault = datesOutside(found, days);
    if (fault !== null)
      return { ok: false, side, fault: { ...fault, ...(found.table && { table: found.table }) } };
    const { lines: read, ...facts } = isInverted ? inverted(found) : found;
    lines[side] = read;
    statements[side] = facts;
  }
  const sides = sideLines(lines, all);
  const matched = files.length < 2 ? null : matchLines(sides.razao, sides.extrato);
  return { ok: true, statements, lines: sides, matched };
}

function inverted({ lines, balanceCents, ...facts }: Statement): Statement {
  const opposite = lines.map((line) => ({ ...line, amountCents: 0 - line.amountCents }));
  return { ...facts, lines: opposite, balanceCents: balanceCents === null ? null : 0 - balanceCents };
}
