// What any program may do to a report: more columns than are needed, less than tidy rows, other sheets, other marks.
import {
  brazilian,
  CHART_NAME,
  LEAVES,
  letter,
  lettered,
  magnitude,
  masked,
  minusBehind,
  ofGroup,
  ROWS,
  TOTALS,
  type Row,
  HEAD,
} from './books.js';
import { delimited, latin1, lines, utf16, type GoodReport } from './report.js';

const signed = (it: Row): readonly string[] => [
  it.code,
  it.name,
  ...[it.opening, it.debit, it.credit, it.closing].map(brazilian),
];
/** Text of columns without a heading of their own between those that have one. */
const lettersApart = (it: Row): readonly string[] => [
  it.code,
  it.name,
  magnitude(it.opening),
  letter(it.opening),
  brazilian(it.debit),
  'D',
  brazilian(it.credit),
  'C',
  magnitude(it.closing),
  letter(it.closing),
];

export const ODD: readonly GoodReport[] = [
  {
    program: 'a table of few lines below a long title',
    fileName: 'curto.csv',
    content: (cnpj) =>
      latin1(
        lines(
          'RELATÓRIO CONTÁBIL',
          `CNPJ ${masked(cnpj)}`,
          ...Array.from({ length: 36 }, (_, at) => `Observação ${at + 1}`),
          'Mês: Março   Ano: 2026',
        ) + delimited([HEAD, ...LEAVES.map(signed)], ';'),
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'letters in columns without headings, of debits and credits too',
    fileName: 'mar26.csv',
    content: () =>
      delimited(
        [
          ['Conta', 'Descrição', 'Saldo Anterior', '', 'Débito', '', 'Crédito', '', 'Saldo Atual', ''],
          ...ROWS.map(lettersApart),
        ],
        ';',
      ),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'page numbers, dates of printing and blank lines between the rows',
    fileName: 'paginas.csv',
    content: () =>
      latin1(
        lines('Competência: março de 2026;;;;;') +
          delimited([HEAD], ';') +
          ROWS.map(
            (it, at) =>
              (at % 7 === 6
                ? lines('', '05/04/2026;Página 2;;;;', '1 de 3;;;;;', 'Usuário: MARIA;;;;;') +
                  delimited([HEAD], ';')
                : '') + delimited([signed(it)], ';'),
          ).join('') +
          lines(`TOTAL;;${brazilian(0)};${brazilian(TOTALS.debit)};${brazilian(TOTALS.credit)};${brazilian(0)}`),
      ),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'a delimiter at the end of rows, headings over two lines in quotes',
    fileName: 'balancete_2026-03.csv',
    content: () =>
      lines('"Conta";"Descrição";"Saldo\nAnterior";"Débito\n(R$)";"Crédito\n(R$)";"Saldo\nAtual"') +
      lines(...ROWS.map((it) => `${signed(it).join(';')};`)),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'codes with leading blanks by level, quotes of spreadsheets around',
    fileName: 'Março-2026.csv',
    content: () =>
      delimited(
        [
          HEAD,
          ...ROWS.map((it) => [`="${it.code}"`, `${' '.repeat(it.level)}${it.name}`, ...signed(it).slice(2)]),
        ],
        ';',
      ),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'a natureza column and amounts signed by themselves',
    fileName: 'natureza.csv',
    content: () =>
      delimited(
        [
          ['Período', 'Conta', 'Descrição', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual', 'Natureza'],
          ...LEAVES.map((it) => [
            '03/2026',
            it.code,
            it.name,
            brazilian(ofGroup(it, it.opening)),
            brazilian(it.debit),
            brazilian(it.credit),
            brazilian(ofGroup(it, it.closing)),
            /^[23]/.test(it.code) ? 'C' : 'D',
          ]),
        ],
        ';',
      ),
    hasGroups: false,
    stored: 'ofGroup',
  },
  {
    program: 'first and last day of the month in columns',
    fileName: 'datas.csv',
    content: () =>
      delimited(
        [
          [
            'Data Inicial',
            'Data Final',
            'Conta Contábil',
            'Nome',
            'Vl. Saldo Inicial',
            'Ind. D/C Inicial',
            'Vl. Débitos',
            'Vl. Créditos',
            'Vl. Saldo Final',
            'Ind. D/C Final',
          ],
          ...LEAVES.map((it) => [
            '01/03/2026',
            '31/03/2026',
            it.code,
            it.name,
            magnitude(it.opening),
            letter(it.opening),
            brazilian(it.debit),
            brazilian(it.credit),
            magnitude(it.closing),
            letter(it.closing),
          ]),
        ],
        '|',
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'a column with the chart and one with the CNPJ on every line',
    fileName: 'filiais.csv',
    content: (cnpj) =>
      delimited(
        [
          [
            'CNPJ',
            'Filial',
            'Plano de Contas',
            'Mês',
            'Ano',
            'Conta',
            'Histórico',
            'Saldo Ant.',
            'Déb.',
            'Créd.',
            'Saldo',
          ],
          ...LEAVES.map((it) => [
            masked(cnpj),
            'Matriz',
            CHART_NAME,
            'março',
            2026,
            it.code,
            it.name,
            lettered(it.opening, ' '),
            brazilian(it.debit),
            brazilian(it.credit),
            lettered(it.closing, ' '),
          ]),
        ],
        ';',
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'letters lost to question marks, minus behind, tabs',
    fileName: 'perdidas 03-2026.txt',
    content: () =>
      delimited(
        [
          [
            'C?digo da Conta',
            'Descri??o',
            'Saldo do M?s Anterior',
            'D?bitos do M?s',
            'Cr?ditos do M?s',
            'Saldo Atual',
          ],
          ...LEAVES.map((it) => [
            it.code,
            it.name.replace(/[^\x20-\x7e]/g, '?'),
            minusBehind(it.opening),
            brazilian(it.debit),
            brazilian(it.credit),
            minusBehind(it.closing),
          ]),
        ],
        '\t',
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'the heading in two rows with a rule between, in UTF-16',
    fileName: 'duas.txt',
    content: () =>
      utf16(
        lines(
          'Período: 01/03/26 a 31/03/26',
          '\t\tSaldo\tMovimento\t\tSaldo',
          'Conta\tDescrição\tAnterior\tDébito\tCrédito\tAtual',
          '-----\t-----\t-----\t-----\t-----\t-----',
        ) + delimited(ROWS.map(signed), '\t'),
      ),
    hasGroups: true,
    stored: 'signed',
  },
];
