// Sentences about files of an account's movements and their pairs, for the console.
import { amountOf } from '../domain/kernel/money.js';
import type { TypedItem } from '../domain/reconciliation/carry.js';
import { itemSourceWords, ITEMS_MAX, sourceWord, type ItemSource } from '../domain/reconciliation/events.js';
import {
  COMBINATIONS_MAX,
  DAYS_APART_MAX,
  SUMMED_MAX,
  type MatchRule,
  type Pair,
} from '../domain/reconciliation/matchLines.js';
import type { SideLine, SideLines } from '../domain/reconciliation/remainingItems.js';
import {
  statementSides,
  type StatementColumn,
  type StatementFault,
  type StatementSide,
  type StatementTable,
} from '../domain/reconciliation/statement.js';
import { andMore, capital, counted, dayText, sanitized, wholeNumber } from './formats.js';
import { ACCEPTED, fileReasonSentence } from './imports/fileReasons.js';

export const sideNames: Readonly<Record<StatementSide, string>> = { razao: 'Razão', extrato: 'Extrato' };
export const sourceNames: Readonly<Record<ItemSource, string>> = {
  razao: 'do razão',
  extrato: 'do extrato',
  saldo: 'saldo do extrato',
  cronograma: 'do cronograma',
};
export const ruleNames: Readonly<Record<MatchRule, string>> = {
  document: 'Mesmo valor e documento',
  date: `Mesmo valor, até ${DAYS_APART_MAX} dias, única possibilidade`,
  sum: `Soma de até ${SUMMED_MAX} do mesmo documento ou contraparte`,
  hand: 'Formado à mão',
};
/** Names of the rules for readers. */
export const matchRuleWords = {
  DOCUMENTO: { name: ruleNames.document, meaning: 'mesmo valor e mesmo documento' },
  DATA: {
    name: ruleNames.date,
    meaning: `mesmo valor, datas com até ${DAYS_APART_MAX} dias de diferença, sem outra possibilidade`,
  },
  SOMA: {
    name: ruleNames.sum,
    meaning: `uma linha contra a soma de até ${SUMMED_MAX} do mesmo documento ou contraparte`,
  },
  MANUAL: { name: ruleNames.hand, meaning: 'formado por uma pessoa, no console' },
};
const matchRuleCodes: Readonly<Record<MatchRule, keyof typeof matchRuleWords>> = {
  document: 'DOCUMENTO',
  date: 'DATA',
  sum: 'SOMA',
  hand: 'MANUAL',
};
export const statementColumnNames: Readonly<Record<StatementColumn, string>> = {
  data: 'Data',
  descricao: 'Descrição',
  valor: 'Valor',
  lado: 'Lado',
  debito: 'Débito',
  credito: 'Crédito',
  documento: 'Documento',
  contraparte: 'Contraparte',
  conta: 'Conta',
};

/** The description of the item that holds it. */
export const STATEMENT_BALANCE = itemSourceWords.SALDO.name;

export const LEDGER_MISSING = 'Escolha o arquivo do razão ou da lista de itens';
export const FILES_EXPECTED =
  'envie no campo file um arquivo (o razão ou uma lista de itens) ou dois (o razão e o extrato)';
export const SAME_FILE = 'O razão e o extrato são o mesmo arquivo: escolha um arquivo de cada';
export const BALANCE_UNREAD = 'Informe o saldo final do extrato em reais, como 1.234,56 ou 1.234,56 D';
export const STATEMENT_BALANCE_UNREAD = 'saldo deve ser o saldo final do extrato em reais (por exemplo -1234.56)';
export const COLUMNS_REPEATED = 'Cada coluna é escolhida uma vez, pelo título ou pelo número';
export const COLUMNS_UNREAD =
  'colunas deve ser um JSON de razao e extrato como {"razao":{"data":"Dt. mov.","descricao":"Texto","valor":"nº 4"}}; com valor ou com debito e credito; se houver também com lado e documento e contraparte e conta';
export const INVERTED_UNREAD = 'inverter deve ser razao ou extrato ou os dois separados por vírgula';
export const PAIR_ONE_OF_EACH =
  'Marque ao menos uma linha do razão e uma do extrato que ainda não estejam em um par';
export const PAIR_SUMS_DIFFER = 'As linhas marcadas não têm a mesma soma nos dois lados';
export const PREVIEW_CHANGED = 'A composição mudou desde que a página foi aberta: confira de novo';
export const EVIDENCE_LEFT_OUT =
  'Um arquivo não pôde ser anexado como evidência: anexe-o na página da conta, se for preciso';

export const tooManyLeft = (items: number): string =>
  `A composição teria ${wholeNumber(items)} itens, e cabem ${wholeNumber(ITEMS_MAX)}: forme mais pares ou envie menos linhas`;

export const columnsSaved = (side: StatementSide): string =>
  `Colunas do ${sideNames[side].toLowerCase()} salvas para os próximos arquivos da empresa`;

export const columnsUnnamed = (columns: readonly StatementColumn[]): string =>
  `Escolha a coluna de ${columns.map((column) => statementColumnNames[column]).join(', ')}; o valor pode ser Débito e Crédito`;

export const alreadySent = (name: string): string =>
  `O arquivo ${sanitized(name)} já foi enviado para esta conta: nada é duplicado`;

export const alreadyInComposition = (lines: number): string =>
  counted(
    lines,
    'linha do arquivo já está na composição e não é duplicada',
    'linhas do arquivo já estão na composição e não são duplicadas',
  );

export const sumsUntried = (times: number): string =>
  `${counted(times, 'soma não foi procurada', 'somas não foram procuradas')}: o limite é de ${wholeNumber(COMBINATIONS_MAX)} combinações de linhas`;

type Totals = Readonly<Record<'pares' | 'itens' | 'sobrasRazao' | 'sobrasExtrato', number>>;

export function pageOfMatching(page: number, pages: number, totals: Totals): string {
  const { pares, itens, sobrasRazao, sobrasExtrato } = totals;
  const [pairs, items, leftLines] = [pares, itens, sobrasRazao + sobrasExtrato].map(wholeNumber);
  return `Página ${wholeNumber(page)} de ${wholeNumber(pages)} (--page): ao todo ${pairs} pares, ${leftLines} linhas sem par e ${items} itens`;
}

export const compositionSaved = (items: number): string =>
  `Composição salva, com ${counted(items, 'item', 'itens')}`;

/** Why a file has no lines for the account: one sentence, then one for each line named, to be joined. */
export function statementSentences(fault: StatementFault): readonly string[] {
  switch (fault.is) {
    case 'FileUnreadable':
      return [capital(fileReasonSentence(fault.reason)).replace(ACCEPTED, `${ACCEPTED} ou OFX`)];
    case 'HeadingMissing':
      return [
        fault.unfound === undefined
          ? 'O arquivo não tem linha de cabeçalho com as colunas Data e Descrição (ou Histórico) e Valor (ou Débito e Crédito)'
          : `O arquivo não tem as colunas indicadas: ${fault.unfound.map(sanitized).join('; ')}`,
        ...foundHeadings(fault.table),
      ];
    case 'NoLines':
      return ['O arquivo não tem nenhum lançamento'];
    case 'TooManyLines':
      return [`O arquivo tem mais de ${wholeNumber(fault.max)} lançamentos`];
    case 'OtherAccount':
      return [`Nenhum lançamento do arquivo é da conta ${sanitized(fault.code)}`];
    case 'AccountsSeveral':
      return ['O arquivo OFX tem mais de uma conta: exporte uma conta por arquivo'];
    case 'DatesOutside':
      return [
        ...fault.lines.map(({ line, date }) => `Linha ${line}: ${dayText(date)} está fora da competência`),
        ...moreLine(fault),
      ];
    case 'LinesWrong':
      return [
        ...fault.lines.map(
          ({ line, fault: what, shown }) => `Linha ${line}: ${lineFaults[what]}${shownIn(shown)}`,
        ),
        ...moreLine(fault),
      ];
  }
}

function foundHeadings(table: StatementTable | undefined): readonly string[] {
  const headings = table?.headings.filter((heading) => heading !== '').map(sanitized) ?? [];
  return headings.length === 0 ? [] : [`Títulos encontrados: ${headings.join('; ')}`];
}

const lineFaults = {
  date: 'a data não existe ou não foi reconhecida',
  amount: 'o valor não foi reconhecido',
  description: 'falta a descrição',
} as const;

const shownIn = (text: string): string => (text === '' ? '' : ` (${sanitized(text)})`);

function moreLine({ lines, count }: Readonly<{ lines: readonly unknown[]; count: number }>): readonly string[] {
  const moreCount = count - lines.length;
  return moreCount > 0 ? [`${capital(andMore(moreCount))} ${moreCount === 1 ? 'linha' : 'linhas'} com erro`] : [];
}

// What files of an account's movements would make of its composition, field by field, for the command line and the
// API: a page of each of its lists, and how long they are.

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
  const rowsOfPage = <Row>(rows: readonly Row[]): readonly Row[] => rows.slice((page - 1) * limit, page * limit);
  const linesOf = (side: StatementSide, indexes: readonly number[]) =>
    indexes.flatMap((index) => lineAnswer(lines[side][index]));
  const bothOf = (indexes: Readonly<Record<StatementSide, readonly number[]>>) => {
    const [razao, extrato] = statementSides.map((side) => linesOf(side, indexes[side]));
    return { razao: razao ?? [], extrato: extrato ?? [] };
  };
  return {
    pares: rowsOfPage(pairs).map((pair) => ({
      regra: matchRuleCodes[pair.rule],
      regraNome: ruleNames[pair.rule],
      ...bothOf(pair),
    })),
    sobras: bothOf({ razao: rowsOfPage(left.razao), extrato: rowsOfPage(left.extrato) }),
    itens: rowsOfPage(items).map(({ description, date, amountCents, document, settledOn, source }) => ({
      descricao: description,
      data: date,
      valor: amountOf(amountCents),
      documento: document ?? '',
      baixado: settledOn,
      fonte: sourceWord(source),
    })),
    totais: {
      pares: pairs.length,
      itens: items.length,
      sobrasRazao: left.razao.length,
      sobrasExtrato: left.extrato.length,
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
      linha: line.line,
      data: line.date,
      descricao: line.description,
      documento: document ?? '',
      contraparte: counterparty ?? '',
      valor: amountOf(line.amountCents),
    },
  ];
}
