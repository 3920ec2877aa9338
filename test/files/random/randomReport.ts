// A book printed in a random layout: columns in any order, headings by synonym, sides marked in any way, titles,
// pages, totals, and any style of numbers.
import type { Book, BookRow } from './randomBook.js';
import type { Random } from './randomness.js';

type Field = 'code' | 'short' | 'name' | 'opening' | 'debit' | 'credit' | 'closing';

/** `line` is the row's place in the book; null for titles, headings and totals. */
export type ReportRow = Readonly<{ cells: readonly string[]; line: number | null }>;

export type Report = Readonly<{
  rows: readonly ReportRow[];
  /** Indexes of the columns. */
  code: number;
  amounts: readonly number[];
  /** Amounts are stored debit positive, else positive on the side of the group. */
  isSigned: boolean;
  hasGroups: boolean;
}>;

const HEADINGS: Readonly<Record<Field, readonly string[]>> = {
  code: [
    'Conta',
    'Classificação',
    'Código da conta',
    'Conta contábil',
    'Classification',
    'Account',
    'Cuenta',
    'COD_CONTA',
  ],
  short: ['Reduzido', 'Cód. Reduzido', 'Code', 'Código', 'Red.'],
  name: [
    'Descrição',
    'Nome da conta',
    'Título',
    'Account name',
    'Accounting account name',
    'Nombre',
    'Descripción',
  ],
  opening: ['Saldo Anterior', 'Saldo inicial', 'Previous balance', 'Beginning Balance', 'Sld. Ant.', 'SALDO_ANT'],
  debit: ['Débito', 'Débitos', 'Debit', 'Mov. Débito', 'Vlr. Débito', 'Debe', 'Total débitos'],
  credit: ['Crédito', 'Créditos', 'Credit', 'Mov. Crédito', 'Vlr. Crédito', 'Haber', 'Total créditos'],
  closing: ['Saldo Atual', 'Saldo final', 'Current balance', 'Actual Balance', 'Ending Balance', 'SALDO_ATU'],
};
const SIDES = [
  'signed',
  'suffix',
  'blank suffix',
  'columns',
  'pairs',
  'parentheses',
  'minus behind',
  'of group',
] as const;
const NUMBERS = ['1.234,56', '1234,56', '1,234.56', '1234.56', '1 234,56'] as const;

export function randomReport({ rows }: Book, random: Random): Report {
  const sides = random.one(SIDES);
  const style = random.one(NUMBERS);
  const hasShort = random.chance(0.4);
  const hasGroups = random.chance(0.6);
  const names: readonly Field[] = random.shuffled([...(hasShort ? (['short'] as const) : []), 'code', 'name']);
  const order: readonly Field[] = random.chance(0.7)
    ? [...names, 'opening', 'debit', 'credit', 'closing']
    : [...names, ...random.shuffled(['opening', 'debit', 'credit', 'closing'] as const)];
  const heading = order.flatMap((field) => headingOf(field, random.one(HEADINGS[field]), sides));
  const cellsOf = (row: BookRow): readonly string[] => order.flatMap((field) => cellsIn(field, row, sides, style));
  const body: ReportRow[] = [];
  const pageRows = random.chance(0.3) ? 5 + random.below(10) : Number.POSITIVE_INFINITY;
  for (const [line, row] of rows.entries()) {
    if (row.isGroup && !hasGroups) continue;
    if (body.length > 0 && body.length % pageRows === 0)
      body.push({ cells: ['', 'Página 2'], line: null }, { cells: heading, line: null });
    body.push({ cells: cellsOf(row), line });
  }
  const above = random.chance(0.5)
    ? [['Empresa: 185 - EXEMPLAR LTDA'], ['Balancete de verificação'], ['Período: 01/03/2026 a 31/03/2026']]
    : [];
  const below = random.chance(0.4) ? [heading.map((_, at) => (at === 0 ? 'TOTAL GERAL' : ''))] : [];
  const places = columnsOf(order, sides);
  return {
    rows: [
      ...above.map((cells): ReportRow => ({ cells, line: null })),
      { cells: heading, line: null },
      ...body,
      ...below.map((cells): ReportRow => ({ cells, line: null })),
    ],
    ...places,
    isSigned: sides !== 'of group',
    hasGroups,
  };
}

type Sides = (typeof SIDES)[number];

const isBalance = (field: Field): boolean => field === 'opening' || field === 'closing';

function headingOf(field: Field, heading: string, sides: Sides): readonly string[] {
  if (!isBalance(field)) return [heading];
  if (sides === 'columns') return [heading, 'D/C'];
  if (sides !== 'pairs') return [heading];
  return field === 'opening'
    ? ['Saldo anterior devedor', 'Saldo anterior credor']
    : ['Saldo final devedor', 'Saldo final credor'];
}

function columnsOf(order: readonly Field[], sides: Sides): Readonly<{ code: number; amounts: readonly number[] }> {
  const amounts: number[] = [];
  let at = 0;
  let code = 0;
  for (const field of order) {
    if (field === 'code') code = at;
    const width = isBalance(field) && (sides === 'columns' || sides === 'pairs') ? 2 : 1;
    if (field !== 'code' && field !== 'name' && field !== 'short') {
      amounts.push(at);
      if (width === 2 && sides === 'pairs') amounts.push(at + 1);
    }
    at += width;
  }
  return { code, amounts };
}

function cellsIn(field: Field, row: BookRow, sides: Sides, style: (typeof NUMBERS)[number]): readonly string[] {
  const { account, amounts, side } = row;
  if (field === 'code') return [account.code];
  if (field === 'short') return [account.shortCode];
  if (field === 'name') return [account.description];
  const [opening, debit, credit, closing] = amounts;
  if (field === 'debit') return [printed(debit, style)];
  if (field === 'credit') return [printed(credit, style)];
  const cents = field === 'opening' ? opening : closing;
  const absolute = printed(Math.abs(cents), style);
  const letter = cents < 0 ? 'C' : 'D';
  switch (sides) {
    case 'signed':
      return [cents < 0 ? `-${absolute}` : absolute];
    case 'suffix':
      return [`${absolute}${letter}`];
    case 'blank suffix':
      return [cents === 0 ? absolute : `${absolute} ${letter}`];
    case 'columns':
      return [absolute, letter];
    case 'pairs':
      return [printed(Math.max(cents, 0), style), printed(Math.max(-cents, 0), style)];
    case 'parentheses':
      return [cents < 0 ? `(${absolute})` : absolute];
    case 'minus behind':
      return [cents < 0 ? `${absolute}-` : absolute];
    case 'of group':
      return [cents * side < 0 ? `-${absolute}` : absolute];
  }
}

function printed(cents: number, style: (typeof NUMBERS)[number]): string {
  const [whole = '0', decimals = '00'] = (cents / 100).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  switch (style) {
    case '1.234,56':
      return `${grouped.replaceAll(',', '.')},${decimals}`;
    case '1234,56':
      return `${whole},${decimals}`;
    case '1,234.56':
      return `${grouped}.${decimals}`;
    case '1234.56':
      return `${whole}.${decimals}`;
    case '1 234,56':
      return `${grouped.replaceAll(',', ' ')},${decimals}`;
  }
}
