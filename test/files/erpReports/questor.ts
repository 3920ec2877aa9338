// Reports of Questor and Prosoft.
import { xlsxBytes } from '../spreadsheets.js';
import { brazilian, COMPANY_NAME, letter, lettered, magnitude, ofGroup, ROWS, TOTALS, textRows } from './books.js';
import { cp850, delimited, lines, type Cells, type GoodReport } from './report.js';

const prosoftText = (): string => {
  const row = (...cells: readonly string[]): string => cells.join('|');
  return lines(
    `${COMPANY_NAME}                                       Pag. 0001`,
    'BALANCETE ANALÍTICO REFERENTE A MARÇO DE 2026',
    '================================================================',
    row('CLASSIFICAÇÃO', 'RED.', 'DENOMINAÇÃO', 'SALDO ANTERIOR', 'DÉBITO', 'CRÉDITO', 'SALDO ATUAL'),
    '----------------------------------------------------------------',
    ...ROWS.map((it) =>
      row(
        it.code.padEnd(14),
        it.short.padStart(5, '0'),
        it.name.padEnd(36),
        lettered(it.opening).padStart(16),
        brazilian(it.debit).padStart(16),
        brazilian(it.credit).padStart(16),
        lettered(it.closing).padStart(16),
      ),
    ),
    row('', '', 'TOTAL GERAL', '0,00', brazilian(TOTALS.debit), brazilian(TOTALS.credit), '0,00'),
    '\u001a',
  );
};

const questorSheet: Cells = [
  [COMPANY_NAME],
  ['Balancete - 03/2026'],
  ['Conta', 'Classificação', 'Descrição', 'Saldo Anterior', 'Débitos', 'Créditos', 'Saldo Final'],
  ...ROWS.map((it) => [
    Number(it.short),
    it.code,
    it.name,
    ofGroup(it, it.opening) / 100,
    it.debit / 100,
    it.credit / 100,
    ofGroup(it, it.closing) / 100,
  ]),
  [null, null, 'Totais', null, TOTALS.debit / 100, TOTALS.credit / 100, null],
];

export const QUESTOR_AND_PROSOFT: readonly GoodReport[] = [
  {
    program: 'Questor, XLSX, positive on the side of the group',
    fileName: 'questor.xlsx',
    content: () => xlsxBytes([{ name: 'Balancete', rows: questorSheet }]),
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Questor, CSV with letters before the amounts',
    fileName: 'nCtb_balancete_2026-03.csv',
    content: () =>
      delimited(
        [
          ['Classificação', 'Descrição', 'Saldo Inicial', 'Débitos', 'Créditos', 'Saldo Final'],
          ...textRows((it) => [
            it.code,
            it.name,
            `${letter(it.opening)} ${magnitude(it.opening)}`,
            brazilian(it.debit),
            brazilian(it.credit),
            `${letter(it.closing)} ${magnitude(it.closing)}`,
          ]),
        ],
        ';',
      ),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Prosoft, text of DOS with bars',
    fileName: 'BALANC.TXT',
    content: () => cp850(prosoftText()),
    hasGroups: true,
    stored: 'signed',
  },
];
