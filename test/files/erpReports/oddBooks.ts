// The same in workbooks and XML: other orders, formats, sheets and levels.
import { escapeXml, xlsBytes, xlsxBytes, type MadeCell } from '../spreadsheets.js';
import { bare, brazilian, english, LEAVES, letter, magnitude, ROWS, type Row, HEAD } from './books.js';
import { latin1, type GoodReport } from './report.js';

const nestedXml = (cnpj: string): string =>
  `<?xml version="1.0" encoding="windows-1252"?>
<exp:Relatorio xmlns:exp="http://www.exemplar.com.br/balancete"><exp:Cabecalho><exp:CNPJ>${cnpj}</exp:CNPJ><exp:Competencia>03/2026</exp:Competencia></exp:Cabecalho>
<exp:Linhas>${ROWS.map(
    (it) =>
      `<exp:Linha><exp:Conta><exp:Codigo>${it.code}</exp:Codigo><exp:Nome>${escapeXml(it.name)}</exp:Nome></exp:Conta><exp:Valores><exp:SaldoAnterior dc="${letter(it.opening)}">${magnitude(it.opening)}</exp:SaldoAnterior><exp:Debito>${brazilian(it.debit)}</exp:Debito><exp:Credito>${brazilian(it.credit)}</exp:Credito><exp:SaldoAtual dc="${letter(it.closing)}">${magnitude(it.closing)}</exp:SaldoAtual></exp:Valores></exp:Linha>`,
  ).join('')}</exp:Linhas></exp:Relatorio>`;

const typed = (it: Row): readonly MadeCell[] => [
  it.code,
  it.name,
  it.opening / 100,
  it.debit / 100,
  it.credit / 100,
  it.closing / 100,
];

export const ODD_BOOKS: readonly GoodReport[] = [
  {
    program: 'columns in another order, with movement, level and kind among them',
    fileName: 'ordem.xlsx',
    content: () =>
      xlsxBytes([
        {
          name: 'Dados',
          rows: [
            [
              'Saldo Final',
              'Movimento',
              'Crédito',
              'Débito',
              'Saldo Inicial',
              'Tipo',
              'Nível',
              'Título',
              'Conta Contábil',
              'Competência',
            ],
            ...ROWS.map((it) => [
              it.closing / 100,
              (it.debit - it.credit) / 100,
              it.credit / 100,
              it.debit / 100,
              it.opening / 100,
              it.isGroup ? 'S' : 'A',
              it.level,
              it.name,
              it.code,
              { date: '2026-03-31' },
            ]),
          ],
        },
      ]),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'codes as numbers that a format fills with zeros',
    fileName: 'codigos.xlsx',
    content: () =>
      xlsxBytes([
        {
          name: '03.2026',
          rows: [
            ['Conta', ...HEAD.slice(1)],
            ...LEAVES.map((it) => [{ number: Number(bare(it.code)), format: '00000000' }, ...typed(it).slice(1)]),
          ],
        },
      ]),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'XML with a prefix, values within values, letters as attributes',
    fileName: 'relatorio.xml',
    content: (cnpj) => latin1(nestedXml(cnpj)),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'XLS with sheets of charts and notes around, amounts in English text',
    fileName: 'pasta.xls',
    content: () =>
      xlsBytes([
        { name: 'Notas', rows: [['Elaborado em 05/04/2026']] },
        {
          name: 'Mar-2026',
          rows: [
            ['Account', 'Account name', 'Opening balance', 'Debit', 'Credit', 'Closing balance'],
            ...LEAVES.map((it) => [
              it.code,
              it.name,
              ...[it.opening, it.debit, it.credit, it.closing].map(english),
            ]),
          ],
        },
      ]),
    hasGroups: false,
    stored: 'signed',
  },
];
