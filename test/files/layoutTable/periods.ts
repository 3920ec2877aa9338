// How reports name the months they cover: in titles, columns, headings, footers, sheets and names.
import { xlsBytes, xlsxBytes, type MadeCell } from '../spreadsheets.js';
import { brazilian, HEAD, ROWS } from '../erpReports/books.js';
import { withColumns, between, cents, plainRow, READ, refused, text, warned, type Layout } from './layout.js';

/** Titles as they are named: bars between cells, two strokes between rows. */
const rowsOf = (titles: string): string[][] => titles.split(' // ').map((row) => row.split(' | '));
const typed = ROWS.map((it) => [it.code, it.name, ...cents(it).map((one) => one / 100)]);
const sheet = (...above: readonly (readonly MadeCell[])[]) => ({
  name: 'Balancete',
  rows: [...above, HEAD, ...typed],
});

/** January to March. */
const RANGES = [
  'Período de | 01/01/2026 | até | 31/03/2026',
  'Período de: 01/01/2026 // Período até: 31/03/2026',
  'Período De | 01/01/2026 // Período Até | 31/03/2026',
  'Dt. Inicial | 01/01/2026 | Dt. Final | 31/03/2026',
  'De: 01/01/2026  Até: 31/03/2026',
  'Start date: 01/01/2026 // End date: 31/03/2026',
  'Start Date | 2026-01-01 // End Date | 2026-03-31',
  'From: 01/01/2026 To: 31/03/2026',
  'From 1/1/2026 to 3/31/2026',
  'Desde: 01/01/2026 Hasta: 31/03/2026',
  'Desde: 01/01/2026 // Hasta: 31/03/2026',
  'Fecha inicial: 01/01/2026 // Fecha final: 31/03/2026',
  'Del 01/01/2026 al 31/03/2026',
  'Del 1 de enero al 31 de marzo de 2026',
  'For the period 1 January 2026 to 31 March 2026',
  'January - March, 2026',
  'January 1 - March 31, 2026',
  'Jan 1, 2026 - Mar 31, 2026',
  'January 1, 2026 through March 31, 2026',
  'For the three months ended March 31, 2026',
  'Período: Jan a Mar/26',
  'Período: 01/01 a 31/03/2026',
  'Período: 01/01 a 31/03 de 2026',
  '1 de janeiro a 31 de março de 2026',
  '1º de janeiro de 2026 a 31 de março de 2026',
  'Filtro data: 01/01/26..31/03/26',
  'Date Filter: 01/01/2026..31/03/2026',
  'Período: 01/2026-03/2026',
  'Período: 01/2026 a 03/2026',
  'Período 1 - 3 / 2026',
  'Períodos 1 a 3 2026',
  'Período de: 1 até: 3 Ano: 2026',
  'Fiscal Year 2026 Period From 1 To 3',
  'Período: 001/2026 a 003/2026',
  'Meses: 01 a 03/2026',
  'Mês inicial: 01/2026 | Mês final: 03/2026',
  'Mês Inicial: Janeiro // Mês Final: Março // Ano: 2026',
  'Comp. Inicial: 01/2026 // Comp. Final: 03/2026',
  'Competência Inicial | 01/2026 | Competência Final | 03/2026',
  '20260101 - 20260331',
  'Período | 01/01/2026 | 31/03/2026',
  'YTD March 2026',
  'Year to date 31 March 2026',
  'Período: 01/01/2026 ao dia 31/03/2026',
  'Período: 01/01/2026 => 31/03/2026',
  'Período: 01/01/2026 / 31/03/2026',
  'Período: [01/01/2026, 31/03/2026]',
  'Período: 01-JAN-2026 a 31-MAR-2026',
  'Período: 01/01/2026 00:00:00 a 31/03/2026 23:59:59',
];

const PARTS_OF_YEAR = [
  '1º Trimestre de 2026',
  '1º TRI/2026',
  'Q1 2026',
  '1T2026',
  'Período: 1T26',
  'Semestre: 1/2026',
];

/** March, where the request names no month. */
const MONTHS = [
  '03/01/2026 - 03/31/2026',
  'From 3/1/2026 to 3/31/2026',
  'As of March 31, 2026',
  'For the month ended 31 March 2026',
  'Del 1 al 31 de marzo de 2026',
  'Periodo: Marzo de 2026',
  'Período de: 3 até: 3 Ano: 2026',
  'Trial Balance as of 3/31/2026',
  'For the month of March 2026',
  'Ejercicio 2026 Período 03',
  'Rua 7 de Setembro - Março/2026 // Período: 03/2026',
  'Saldos em 31/03/2026 e 28/02/2026',
  'Vigência do plano: 01/01/2020 a 31/12/2030 // Período: 03/2026',
  'Exercício: 01/01/2026 a 31/12/2026 // Balancete de março/2026',
];

const END_COLUMNS: readonly (readonly [string, string])[] = [
  ['De', 'Até'],
  ['Desde', 'Hasta'],
  ['Dt De', 'Dt Até'],
  ['Início', 'Fim'],
  ['From', 'To'],
  ['Period start', 'Period end'],
  ['PERIODO_INI', 'PERIODO_FIM'],
  ['Mês De', 'Mês Até'],
  ['Competência De', 'Competência Até'],
  ['Fecha inicial', 'Fecha final'],
  ['Primeiro dia', 'Último dia'],
  ['Data Inicial', 'Data Final'],
  ['Competência Inicial', 'Competência Final'],
  ['Período Inicial', 'Período Final'],
  ['Mês Inicial', 'Mês Final'],
];

const balances = (opening: string, closing: string): string =>
  text(['Conta', 'Descrição', opening, 'Débito', 'Crédito', closing], plainRow);
const movement = (debit: string, credit: string): string =>
  text(['Conta', 'Descrição', 'Saldo Anterior', debit, credit, 'Saldo Atual'], plainRow);
const accumulated = refused('FileAccumulated');

const FOOTERS: readonly (readonly [string, string, Layout[2]])[] = [
  ['with a range', 'Período: 01/01/2026 a 31/03/2026', accumulated],
  [
    'with a range in two rows after totals',
    ' | TOTAL // Data inicial 01/01/2026 // Data final 31/03/2026',
    accumulated,
  ],
  ['of another month', 'Período: 01/02/2026 a 28/02/2026', refused('FilePeriodDiffers')],
  ['of the same month', 'Período: 01/03/2026 a 31/03/2026 // Emitido em 05/04/2026', READ],
  ['with a unit', 'Valores em milhares de reais', refused('FileUnit')],
];

export const PERIODS: readonly Layout[] = [
  ...RANGES.map((titles): Layout => [`title ${titles}`, () => between(rowsOf(titles)), accumulated]),
  ...PARTS_OF_YEAR.map((title): Layout => [
    `title ${title}`,
    () => between([[title]]),
    refused('FileOfSeveralMonths'),
  ]),
  ...MONTHS.map((titles): Layout => [
    `title ${titles}, no month asked`,
    () => between(rowsOf(titles)),
    READ,
    { competence: null },
  ]),
  [
    'title of a word for several months',
    () => between([['Balancete acumulado - março/2026']]),
    warned('SeveralMonthsNamed'),
  ],
  ['a tax regime by quarters', () => between([['Lucro Presumido Trimestral']]), READ],
  ...END_COLUMNS.flatMap(([first, last]): readonly Layout[] => [
    [
      `columns ${first} and ${last} of three months`,
      () => withColumns([first, last], ['01/01/2026', '31/03/2026']),
      { lines: 'LineAccumulated' },
    ],
    [
      `columns ${first} and ${last} of one month`,
      () => withColumns([first, last], ['01/03/2026', '31/03/2026']),
      READ,
    ],
  ]),
  [
    'a range beside a column of its last month',
    () => withColumns(['Competência', 'De', 'Até'], ['03/2026', '01/01/2026', '31/03/2026']),
    { lines: 'LineAccumulated' },
  ],
  [
    'the days of both balances, in columns',
    () => withColumns(['Data Saldo Anterior', 'Data Saldo Atual'], ['28/02/2026', '31/03/2026']),
    READ,
  ],
  [
    'when the chart is valid, in columns',
    () => withColumns(['Vigência Inicial', 'Vigência Final'], ['01/01/2020', '31/12/2030']),
    READ,
  ],
  ...FOOTERS.map(([name, rows, expected]): Layout => [
    `footer ${name}`,
    () => between([], rowsOf(rows)),
    expected,
  ]),
  [
    'sheet of parameters with a range',
    () => {
      const rows = rowsOf('Data inicial ? | 01/01/2026 // Data final ? | 31/03/2026');
      return xlsxBytes([{ name: 'Parâmetros', rows }, sheet()]);
    },
    accumulated,
  ],
  [
    'sheet of parameters with a range beside a table that names its month',
    () =>
      xlsxBytes([sheet(['Período: 03/2026']), { name: 'Outros', rows: [['Período', '01/01/2026 a 31/03/2026']] }]),
    READ,
  ],
  [
    'XLS with dates in cells for both ends',
    () => xlsBytes([sheet(['Data Inicial', { date: '2026-01-01' }, 'Data Final', { date: '2026-03-31' }])]),
    accumulated,
  ],
  [
    'XML with both ends as attributes of the root',
    () =>
      `<?xml version="1.0"?><b periodoDe="01/01/2026" periodoAte="31/03/2026">${ROWS.map(
        (it) =>
          `<c><conta>${it.code}</conta><saldoAnterior>${it.opening / 100}</saldoAnterior><debito>${it.debit / 100}</debito><credito>${it.credit / 100}</credito><saldoAtual>${it.closing / 100}</saldoAtual></c>`,
      ).join('')}</b>`,
    { lines: 'LineAccumulated' },
  ],
  [
    'sheet named after a quarter',
    () => xlsxBytes([{ ...sheet(), name: '1º Trim 2026' }]),
    warned('SeveralMonthsNamed'),
  ],
  [
    'file named after several months',
    () => between([]),
    warned('SeveralMonthsNamed'),
    { fileName: 'balancete_jan_mar_2026.csv' },
  ],
  ['balances dated three months apart', () => balances('Saldo em 31/12/2025', 'Saldo em 31/03/2026'), accumulated],
  [
    'balances dated by another month',
    () => balances('Saldo em 31/01/2026', 'Saldo em 28/02/2026'),
    refused('FilePeriodDiffers'),
  ],
  [
    'balances dated by the month, none asked',
    () => balances('Saldo em 28/02/2026', 'Saldo em 31/03/2026'),
    READ,
    { competence: null },
  ],
  [
    'the opening balance dated by the last working day',
    () => balances('Saldo em 27/02/2026', 'Saldo em 31/03/2026'),
    READ,
  ],
  [
    'debits and credits of the year',
    () => movement('Débitos do Exercício', 'Créditos do Exercício'),
    refused('FileColumnsAccumulated'),
  ],
  [
    'debits and credits until the month',
    () => movement('Débito até o mês', 'Crédito até o mês'),
    refused('FileColumnsAccumulated'),
  ],
  [
    'debits and credits of the month beside those of the year',
    () =>
      text([...HEAD, 'Débito até o mês', 'Crédito até o mês'], (it) => [
        ...plainRow(it),
        brazilian(it.debit * 3),
        brazilian(it.credit * 3),
      ]),
    READ,
  ],
];
