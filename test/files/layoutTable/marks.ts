// How reports mark sides, write amounts, name units, companies and codes.
import { buildCnpj } from '../../support/builders.js';
import { brazilian, HEAD, LEAVES, letter, magnitude, masked, ROWS, type Row } from '../erpReports/books.js';
import { cp850, delimited, latin1, macintosh, utf16 } from '../erpReports/report.js';
import { between, cents, excelText, plainRow, READ, refused, text, type Layout } from './layout.js';

type Write = (cents: number) => string;

const balances = (write: Write): string =>
  text(HEAD, (it) => [
    it.code,
    it.name,
    write(it.opening),
    brazilian(it.debit),
    brazilian(it.credit),
    write(it.closing),
  ]);
const amounts = (write: Write): string => text(HEAD, (it) => [it.code, it.name, ...cents(it).map(write)]);
const columns = (heading: string, write: Write): string =>
  text(['Conta', 'Descrição', 'Saldo Anterior', heading, 'Débito', 'Crédito', 'Saldo Atual', heading], (it) => [
    it.code,
    it.name,
    magnitude(it.opening),
    write(it.opening),
    brazilian(it.debit),
    brazilian(it.credit),
    magnitude(it.closing),
    write(it.closing),
  ]);
const coded = (code: (it: Row) => string): string =>
  text(HEAD, (it) => [code(it), it.name, ...cents(it).map(brazilian)]);
const PLAIN_HEAD = ['Conta', 'Nome', 'Saldo Anterior', 'Deb', 'Cred', 'Saldo Atual'];
const other = buildCnpj(88_888);
const word: Write = (one) => (one < 0 ? 'Credor' : 'Devedor');

const SIDE_MARKS: readonly (readonly [string, Write])[] = [
  ['(D) before', (one) => `(${letter(one)}) ${magnitude(one)}`],
  ['(D) behind', (one) => `${magnitude(one)} (${letter(one)})`],
  ['D before without a blank', (one) => letter(one) + magnitude(one)],
  ['a dash and the letter', (one) => `${magnitude(one)} - ${letter(one)}`],
  ['a slash and the letter', (one) => `${magnitude(one)}/${letter(one)}`],
  ['[D] behind', (one) => `${magnitude(one)} [${letter(one)}]`],
  ['D and H of Spanish programs', (one) => `${magnitude(one)} ${one < 0 ? 'H' : 'D'}`],
  ['words', (one) => `${magnitude(one)} ${word(one)}`],
  ['angle brackets', (one) => (one < 0 ? `<${magnitude(one)}>` : magnitude(one))],
  ['square brackets', (one) => (one < 0 ? `[${magnitude(one)}]` : magnitude(one))],
];

const IN_COLUMNS: readonly (readonly [string, string, Write])[] = [
  ['D and H', 'D/H', (one) => (one < 0 ? 'H' : 'D')],
  ['letters in brackets', '', (one) => `[${letter(one)}]`],
  ['letters in parentheses', '', (one) => `(${letter(one)})`],
  ['DB and CR', 'DB/CR', (one) => (one < 0 ? 'CR' : 'DB')],
  ['words', 'Natureza', word],
];

const UNKNOWN: readonly (readonly [string, string, Write])[] = [
  ['S and H of German programs', 'S/H', (one) => (one < 0 ? 'H' : 'S')],
  ['P and N', 'Sinal', (one) => (one < 0 ? 'N' : 'P')],
  ['1 and 2', 'Nat.', (one) => (one < 0 ? '2' : '1')],
];

const WRITTEN: readonly (readonly [string, Write])[] = [
  ['BRL behind', (one) => `${brazilian(one)} BRL`],
  ['BRL before', (one) => `BRL ${brazilian(one)}`],
  ['a long dash for zero', (one) => (one === 0 ? '—' : brazilian(one))],
  ['three dashes for zero', (one) => (one === 0 ? '---' : brazilian(one))],
  ['R$ and a dash for zero', (one) => (one === 0 ? ' R$ -   ' : ` R$ ${brazilian(one)} `)],
];

const UNITS = [
  'R$ 000',
  "R$'000",
  'in thousands of BRL',
  '(in thousands)',
  'Em R$ MM',
  '(x 1.000)',
  'Miles de reales',
  'Valores em R$ 1.000',
  '(Em R$ 1.000,00)',
  'Escala: 1000',
  'Valores divididos por 1.000',
  'em centenas de reais',
  'Moneda: Pesos',
  'Moneda: EUR',
  '(USD)',
  'Trial Balance (USD)',
  'Amounts in EUR',
  'Moeda 2',
  'Importes en euros',
];
const REAIS = [
  'Em R$ 1',
  '(Em R$ 1,00)',
  'Moeda: 01 - REAL',
  'Moeda 2 - REAL',
  'Escala: 1',
  'Empresa Mil Coisas LTDA',
];
const COMPANIES = [`CNPJ/CPF: ${masked(other)}`, `EXEMPLAR LTDA - ${masked(other)}`, `CGC: ${masked(other)}`];

export const MARKS: readonly Layout[] = [
  ...SIDE_MARKS.map(([name, write]): Layout => [`sides as ${name}`, () => balances(write), READ]),
  ...IN_COLUMNS.map(([name, heading, write]): Layout => [
    `columns of ${name}`,
    () => columns(heading, write),
    READ,
  ]),
  ...UNKNOWN.map(([name, heading, write]): Layout => [
    `columns of ${name}`,
    () => columns(heading, write),
    { lines: 'SideInvalid' },
  ]),
  ...WRITTEN.map(([name, write]): Layout => [`amounts with ${name}`, () => amounts(write), READ]),
  ...UNITS.map((title): Layout => [`unit ${title}`, () => between([[title]]), refused('FileUnit')]),
  ...REAIS.map((title): Layout => [`unit ${title}`, () => between([[title]]), READ]),
  ...COMPANIES.map((title): Layout => [`company ${title}`, () => between([[title]]), refused('FileCnpjDiffers')]),
  ['the company by its CNPJ without a label', (cnpj) => between([[`EXEMPLAR ${masked(cnpj)}`]]), READ],
  ['the company and its accountants without labels', (cnpj) => between([[masked(other)], [masked(cnpj)]]), READ],
  [
    'code and name under Descrição',
    () => text(['Descrição', ...HEAD.slice(2)], (it) => [`${it.code} - ${it.name}`, ...plainRow(it).slice(2)]),
    READ,
  ],
  ['the code behind the name', () => coded((it) => `${it.name} (${it.code})`), refused('FileWithoutLines')],
  ['UTF-16 without a mark', () => utf16(text(HEAD, plainRow)).subarray(2), refused('FileNul')],
  [
    'S. Ant. and S. Atual',
    () => text(['Conta', 'Descrição', 'S. Ant.', 'Déb.', 'Créd.', 'S. Atual'], plainRow),
    READ,
  ],
  [
    'S. Anterior and S. Final',
    () => text(['Conta', 'Descrição', 'S. Anterior', 'Débito', 'Crédito', 'S. Final'], plainRow),
    READ,
  ],
  [
    'G/L Account and Short Text',
    () => text(['G/L Account', 'Short Text', 'Opening balance', 'Debit', 'Credit', 'Closing balance'], plainRow),
    READ,
  ],
  [
    'Spanish, Saldo Act.',
    () => text(['Cuenta', 'Nombre', 'Saldo Ant.', 'Cargos', 'Abonos', 'Saldo Act.'], plainRow),
    READ,
  ],
  [
    'Period Net beside period debits and credits',
    () =>
      text(
        ['Account', 'Begin Balance', 'Period Debits', 'Period Credits', 'Period Net', 'End Balance'],
        ({ code, opening, debit, credit, closing }) => [
          code,
          ...[opening, debit, credit, debit - credit, closing].map(brazilian),
        ],
      ),
    READ,
  ],
  [
    'CP850 under headings without accents',
    () => cp850(delimited([['Período: março/2026'], PLAIN_HEAD, ...ROWS.map(plainRow)], ';')),
    READ,
    { competence: null },
  ],
  [
    'CP850 whose only accent is that of á',
    () =>
      cp850(
        delimited([['Conta contábil', ...PLAIN_HEAD.slice(1)], ...ROWS.map((row) => plainRow(row))], ';').replace(
          /[âãàçéêíóôõú]/gi,
          'o',
        ),
      ),
    READ,
  ],
  ['CSV (Macintosh) of Excel', () => macintosh(between([]).replaceAll('\r\n', '\r')), READ],
  [
    'CSV of Excel whose last column is empty but for its heading',
    () => excelText([[...HEAD, 'Observações'], ...ROWS.map((it) => [...plainRow(it), ''])]),
    READ,
  ],
  [
    'CSV of Excel whose last accounts have no credit balance',
    () =>
      excelText([
        [...HEAD.slice(0, -1), 'Saldo Atual Devedor', 'Saldo Atual Credor'],
        ...LEAVES.map((it) => [
          ...plainRow(it).slice(0, -1),
          it.closing < 0 ? '' : brazilian(it.closing),
          it.closing < 0 ? brazilian(-it.closing) : '',
        ]),
      ]),
    READ,
  ],
  [
    'windows-1252 with no-break spaces in its headings',
    () =>
      latin1(
        text(
          PLAIN_HEAD.map((it) => it.replace(' ', '\u00a0')),
          (it) => [it.code, '', ...cents(it).map(brazilian)],
        ),
      ),
    READ,
  ],
  [
    'windows-1252 with no-break spaces and without accents',
    () => latin1(text(PLAIN_HEAD, (it) => [it.code, '', ...cents(it).map((one) => `R$\u00a0${brazilian(one)}`)])),
    READ,
  ],
  ['no decimals at all', () => amounts(String), { warned: ['NoDecimals'] }],
];
