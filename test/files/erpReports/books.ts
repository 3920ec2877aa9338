// The books every made-up report prints: one company's March 2026, and the ways programs write its amounts.
import { buildCnpj } from '../../support/builders.js';

export const COMPANY_NAME = 'COMÉRCIO E INDÚSTRIA EXEMPLAR LTDA';
export const CHART_NAME = 'Plano Societário';
export const PERIOD = '2026-03';

export type Nature = 'DEBIT' | 'CREDIT' | 'MIXED';

/** Amounts in centavos, debit positive. */
export type Balances = Readonly<{ opening: number; debit: number; credit: number; closing: number }>;
export type Row = Balances &
  Readonly<{ code: string; short: string; name: string; level: number; isGroup: boolean }>;

type Group = readonly [code: string, short: string, name: string, nature: Nature];
type Kept = readonly [...Group, opening: number, debit: number, credit: number];

const GROUPS: readonly Group[] = [
  ['1', '1', 'ATIVO', 'DEBIT'],
  ['1.1', '2', 'ATIVO CIRCULANTE', 'DEBIT'],
  ['1.1.1', '3', 'DISPONIBILIDADES', 'DEBIT'],
  ['1.1.2', '20', 'CRÉDITOS', 'DEBIT'],
  ['1.2', '40', 'ATIVO NÃO CIRCULANTE', 'DEBIT'],
  ['1.2.3', '41', 'IMOBILIZADO', 'DEBIT'],
  ['2', '100', 'PASSIVO', 'CREDIT'],
  ['2.1', '101', 'PASSIVO CIRCULANTE', 'CREDIT'],
  ['2.3', '150', 'PATRIMÔNIO LÍQUIDO', 'CREDIT'],
  ['3', '200', 'RECEITAS', 'CREDIT'],
  ['4', '300', 'CUSTOS E DESPESAS', 'DEBIT'],
];

const KEPT: readonly Kept[] = [
  ['1.1.1.01.001', '5', 'Caixa Matriz', 'DEBIT', 1_234_567, 5_000_000, 4_500_050],
  ['1.1.1.02.001', '12', 'Banco do Brasil S/A c/c 4321-0', 'MIXED', 1_500_000, 31_000_000, 33_845_075],
  ['1.1.2.01.001', '21', 'Clientes nacionais', 'DEBIT', 25_000_000, 31_000_000, 29_500_000],
  ['1.1.2.09.001', '29', '(-) Perdas estimadas em créditos', 'CREDIT', -350_000, 0, 50_000],
  ['1.2.3.01.001', '45', 'Máquinas e equipamentos', 'DEBIT', 48_000_000, 0, 0],
  ['1.2.3.99.001', '49', '(-) Depreciação acumulada', 'CREDIT', -9_600_000, 0, 400_000],
  ['2.1.1.01.001', '105', 'Fornecedores nacionais', 'CREDIT', -18_765_432, 14_000_000, 16_000_007],
  ['2.1.2.01.001', '110', 'Salários a pagar', 'CREDIT', -4_200_000, 4_200_000, 4_350_000],
  ['2.1.3.01.001', '115', 'ICMS a recolher', 'CREDIT', -1_800_000, 1_800_000, 1_945_000],
  ['2.3.1.01.001', '151', 'Capital social', 'CREDIT', -30_000_000, 0, 0],
  ['2.3.9.01.001', '159', 'Lucros acumulados', 'CREDIT', -4_519_135, 0, 0],
  ['3.1.1.01.001', '201', 'Venda de mercadorias', 'CREDIT', -21_000_000, 0, 31_000_000],
  ['3.1.9.01.001', '209', '(-) Devoluções de vendas', 'DEBIT', 500_000, 125_032, 0],
  ['4.1.1.01.001', '301', 'Custo das mercadorias vendidas', 'DEBIT', 11_000_000, 27_665_100, 0],
  ['4.2.1.01.001', '310', 'Salários e ordenados', 'DEBIT', 2_600_000, 4_350_000, 0],
  ['4.2.1.02.001', '311', 'Energia elétrica', 'DEBIT', 400_000, 0, 0],
  ['4.2.1.03.001', '312', 'Depreciação', 'DEBIT', 0, 400_000, 0],
  ['4.2.1.04.001', '313', 'Despesas bancárias', 'DEBIT', 0, 2_050_000, 0],
  ['4.2.1.05.001', '314', 'Multas de trânsito', 'DEBIT', 0, 0, 0],
];

export const ACCOUNTS = KEPT.length;
export const GROUP_ROWS = GROUPS.length;

/** What is stored of a report whose amounts are read debit positive: code and cents, in the order of the codes. */
export const KEPT_LINES = KEPT.map(([code, , , , opening, debit, credit]) => ({
  code,
  opening,
  debit,
  credit,
  closing: opening + debit - credit,
}));

/** Groups and accounts as a report lists them: each group above what it sums up. */
export const ROWS: readonly Row[] = [
  ...GROUPS.map(([code, short, name]) => ({ code, short, name, isGroup: true })),
  ...KEPT.map(([code, short, name]) => ({ code, short, name, isGroup: false })),
]
  .map((it): Row => ({ ...it, level: it.code.split('.').length, ...sumOf(it.code) }))
  .sort((a, b) => (a.code < b.code ? -1 : 1));

/** The plainest heading. */
export const HEADING = 'Conta|Descrição|Saldo Anterior|Débito|Crédito|Saldo Atual';
export const HEAD = HEADING.split('|');

export const LEAVES = ROWS.filter(({ isGroup }) => !isGroup);
export const TOTALS = sumOf('');

function sumOf(prefix: string): Balances {
  const sum = { opening: 0, debit: 0, credit: 0, closing: 0 };
  for (const [code, , , , opening, debit, credit] of KEPT) {
    if (prefix !== '' && code !== prefix && !code.startsWith(`${prefix}.`)) continue;
    sum.opening += opening;
    sum.debit += debit;
    sum.credit += credit;
    sum.closing += opening + debit - credit;
  }
  return sum;
}

/** The chart as `operator apply` reads it; reports name its accounts by code, classification or short code. */
export function chartCsv(): string {
  const line = (code: string, short: string, name: string, nature: Nature, kind: string): string =>
    `${code};${short};${name};${kind};${nature};${code};Controladoria;Contábil;${kind === 'ANALYTICAL'}`;
  return [
    'codigo;codigoReduzido;descricao;tipo;natureza;classificacao;departamento;setor;exigeConciliacao',
    ...GROUPS.map(([code, short, name, nature]) => line(code, short, name, nature, 'SYNTHETIC')),
    ...KEPT.map(([code, short, name, nature]) => line(code, short, name, nature, 'ANALYTICAL')),
    '',
  ].join('\n');
}

/** The CNPJ of the company that imports the report of that number. */
export const cnpjOf = (report: number): string => buildCnpj(40_000 + report);

export const masked = (cnpj: string): string =>
  `${cnpj.slice(0, 2)}.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/${cnpj.slice(8, 12)}-${cnpj.slice(12)}`;

/** The four amounts of a row, as a program writes balances and movement. */
export const amounts = <Cell>(
  it: Balances,
  balance: (cents: number) => Cell,
  movement = balance,
): readonly [Cell, Cell, Cell, Cell] => [
  balance(it.opening),
  movement(it.debit),
  movement(it.credit),
  balance(it.closing),
];
/** The same with the letter of each balance in a cell behind it. */
export const sided = (it: Balances, side: (cents: number) => string = letter): readonly string[] => {
  const [opening, ...others] = amounts(it, magnitude, brazilian);
  return [opening, side(it.opening), ...others, side(it.closing)];
};
/** Each balance in a column of debtors and one of creditors; in centavos. */
export const debtors = ({ opening, debit, credit, closing }: Balances): readonly number[] => [
  Math.max(opening, 0),
  Math.max(-opening, 0),
  debit,
  credit,
  Math.max(closing, 0),
  Math.max(-closing, 0),
];

export const reais = (cents: number): number => cents / 100;
/** 123456 → 1234.56 */
export const points = (cents: number): string => (cents / 100).toFixed(2);
/** 123456 → 1.234,56 */
export const brazilian = (cents: number): string =>
  (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
/** 123456 → 1,234.56 */
export const english = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
export const magnitude = (cents: number): string => brazilian(Math.abs(cents));
export const letter = (cents: number): 'D' | 'C' => (cents < 0 ? 'C' : 'D');
/** `1.234,56D`, after a blank if `blank`; nothing beside a zero. */
export const lettered = (cents: number, blank = ''): string =>
  cents === 0 ? '0,00' : `${magnitude(cents)}${blank}${letter(cents)}`;
export const spaced = (cents: number): string => lettered(cents, ' ');
export const bracketed = (cents: number): string => (cents < 0 ? `(${magnitude(cents)})` : brazilian(cents));
export const minusBehind = (cents: number): string => magnitude(cents) + (cents < 0 ? '-' : '');
/** Positive on the side of the group, as programs without letters print. */
export const ofGroup = ({ code }: Readonly<{ code: string }>, cents: number): number =>
  /^[23]/.test(code) ? -cents + 0 : cents;
export const bare = (code: string): string => code.replaceAll('.', '');
