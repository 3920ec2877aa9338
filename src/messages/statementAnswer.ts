// What files of an account's movements would make of its composition, field by field, for the command line and the API: a page of
// each of its lists, and how long they are.
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

type PageOfEach = Readonly<{ page: number; limit: number }>;

export function statementAnswer(proposed: Proposed, { page, limit }: PageOfEach) {
  const { lines, pairs, left, items } = proposed;
  const shown = <Row>(rows: readonly Row[]): readonly Row[] => rows.slice((page - 1) * limit, page * limit);
  const linesOf = (side: StatementSide, indexes: readonly number[]) =>
    indexes.flatMap((index) => lineAnswer(lines[side][index]));
  const bothOf = (indexes: Readonly<Record<StatementSide, readonly number[]>>) => {
    const [razao, extrato] = statementSides.map((side) => linesOf(side, indexes[side]));
    return { razao: razao ?? [], extrato: extrato ?? [] };
  };
  return {
    pares: shown(pairs).map((pair) => ({
      regra: matchRuleCodes[pair.rule],
      regraNome: ruleNames[pair.rule],
      ...bothOf(pair),
    })),
    sobras: bothOf({ razao: shown(left.razao), extrato: shown(left.extrato) }),
    itens: shown(items).map(({ description, date, amountCents, document, settledOn, source }) => ({
      ...{ descricao: description, data: date, valor: amountOf(amountCents), documento: document ?? '' },
      ...{ baixado: settledOn, fonte: sourceWord(source) },
    })),
    totais: {
      ...{ pares: pairs.length, itens: items.length },
      ...{ sobrasRazao: left.razao.length, sobrasExtrato: left.extrato.length },
    },
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
