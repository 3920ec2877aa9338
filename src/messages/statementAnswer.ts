// What files of an account's movements would make of its composition, field by field, for the command line and the API.
import { sourceWord } from '../domain/reconciliation/events.js';
import type { TypedItem } from '../domain/reconciliation/carry.js';
import type { Pair } from '../domain/reconciliation/matchLines.js';
import type { SideLine, SideLines } from '../domain/reconciliation/remainingItems.js';
import { statementSides, type StatementSide } from '../domain/reconciliation/statement.js';
import { amountOf } from '../domain/kernel/money.js';
import { matchRuleCodes, ruleNames } from './statements.js';

type Proposed = Readonly<{
  lines: SideLines;
  untried: number;
  pairs: readonly Pair[];
  left: Readonly<Record<StatementSide, readonly number[]>>;
  balanceCents: number | null;
  items: readonly TypedItem[];
  sumCents: number | null;
  differenceCents: number | null;
  known: number;
}>;

export function statementAnswer(proposed: Proposed) {
  const { lines, pairs, left, items } = proposed;
  const linesOf = (side: StatementSide, indexes: readonly number[]) =>
    indexes.flatMap((index) => lineAnswer(lines[side][index]));
  const bothOf = (indexes: Readonly<Record<StatementSide, readonly number[]>>) => {
    const [razao, extrato] = statementSides.map((side) => linesOf(side, indexes[side]));
    return { razao: razao ?? [], extrato: extrato ?? [] };
  };
  return {
    pares: pairs.map((pair) => ({
      regra: matchRuleCodes[pair.rule],
      regraNome: ruleNames[pair.rule],
      ...bothOf(pair),
    })),
    sobras: bothOf(left),
    itens: items.map(({ description, date, amountCents, document, settledOn, source }) => ({
      ...{ descricao: description, data: date, valor: amountOf(amountCents), documento: document ?? '' },
      ...{ baixado: settledOn, fonte: sourceWord(source) },
    })),
    saldoExtrato: orNull(proposed.balanceCents),
    saldoConciliado: orNull(proposed.sumCents),
    diferenca: orNull(proposed.differenceCents),
    repetidas: proposed.known,
    somasNaoProcuradas: proposed.untried,
  };
}

const orNull = (cents: number | null): number | null => (cents === null ? null : amountOf(cents));

/** `linha` is 0 for an item that an earlier competence left open. */
function lineAnswer(line: SideLine | undefined) {
  if (line === undefined) return [];
  const { document, counterparty } = line;
  return [
    {
      ...{ linha: line.line, data: line.date, descricao: line.description, documento: document ?? '' },
      ...{ contraparte: counterparty ?? '', valor: amountOf(line.amountCents) },
    },
  ];
}
