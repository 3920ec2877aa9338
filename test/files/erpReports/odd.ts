// What any program may do to a report: more columns than are needed, less than tidy rows, other sheets, other
// marks.
import { escapeXml, xlsBytes, xlsxBytes } from '../spreadsheets.js';
import {
  amounts,
  bare,
  brazilian,
  CHART_NAME,
  english,
  HEAD,
  HEADING,
  letter,
  magnitude,
  masked,
  minusBehind,
  ofGroup,
  reais,
  ROWS,
  sided,
  spaced,
  TOTALS,
  type Row,
} from './books.js';
import { delimited, latin1, lines, ofAccounts, utf16, withGroups, type GoodReport } from './report.js';

const signed = (it: Row): readonly string[] => [it.code, it.name, ...amounts(it, brazilian)];
/** Letters of debits and credits too. */
const lettersApart = (it: Row): readonly string[] => {
  const [opening = '', side = '', debit = '', credit = '', ...closing] = sided(it);
  return [it.code, it.name, opening, side, debit, 'D', credit, 'C', ...closing];
};
const nestedXml = (cnpj: string): string =>
  `<?xml version="1.0" encoding="windows-1252"?>
<exp:Relatorio xmlns:exp="http://www.exemplar.com.br/balancete"><exp:Cabecalho><exp:CNPJ>${cnpj}</exp:CNPJ><exp:Competencia>03/2026</exp:Competencia></exp:Cabecalho>
<exp:Linhas>${ROWS.map(
    (it) =>
      `<exp:Linha><exp:Conta><exp:Codigo>${it.code}</exp:Codigo><exp:Nome>${escapeXml(it.name)}</exp:Nome></exp:Conta><exp:Valores><exp:SaldoAnterior dc="${letter(it.opening)}">${magnitude(it.opening)}</exp:SaldoAnterior><exp:Debito>${brazilian(it.debit)}</exp:Debito><exp:Credito>${brazilian(it.credit)}</exp:Credito><exp:SaldoAtual dc="${letter(it.closing)}">${magnitude(it.closing)}</exp:SaldoAtual></exp:Valores></exp:Linha>`,
  ).join('')}</exp:Linhas></exp:Relatorio>`;

const TEXTS: readonly GoodReport[] = [
  {
    program: 'a table of few lines below a long title',
    fileName: 'curto.csv',
    content: (cnpj) => {
      const remarks = Array.from({ length: 36 }, (_, at) => `Observação ${at + 1}`);
      const above = ['RELATÓRIO CONTÁBIL', `CNPJ ${masked(cnpj)}`, ...remarks, 'Mês: Março   Ano: 2026'];
      return latin1(lines(...above) + delimited(ofAccounts(HEADING, signed)));
    },
  },
  {
    program: 'letters in columns without headings, of debits and credits too',
    fileName: 'mar26.csv',
    content: () =>
      delimited(withGroups('Conta|Descrição|Saldo Anterior||Débito||Crédito||Saldo Atual|', lettersApart)),
    hasGroups: true,
  },
  {
    program: 'page numbers, dates of printing and blank lines between the rows',
    fileName: 'paginas.csv',
    content: () => {
      const head = delimited([HEAD]);
      const page = lines('', '05/04/2026;Página 2;;;;', '1 de 3;;;;;', 'Usuário: MARIA;;;;;') + head;
      const rows = ROWS.map((it, at) => (at % 7 === 6 ? page : '') + delimited([signed(it)])).join('');
      const total = lines(`TOTAL;;${amounts({ ...TOTALS, opening: 0, closing: 0 }, brazilian).join(';')}`);
      return latin1(lines('Competência: março de 2026;;;;;') + head + rows + total);
    },
    hasGroups: true,
  },
  {
    program: 'a delimiter at the end of rows, headings over two lines in quotes',
    fileName: 'balancete_2026-03.csv',
    content: () =>
      lines('"Conta";"Descrição";"Saldo\nAnterior";"Débito\n(R$)";"Crédito\n(R$)";"Saldo\nAtual"') +
      lines(...ROWS.map((it) => `${signed(it).join(';')};`)),
    hasGroups: true,
  },
  {
    program: 'codes with leading blanks by level, quotes of spreadsheets around',
    fileName: 'Março-2026.csv',
    content: () =>
      delimited(
        withGroups(HEADING, (it) => [
          `="${it.code}"`,
          `${' '.repeat(it.level)}${it.name}`,
          ...amounts(it, brazilian),
        ]),
      ),
    hasGroups: true,
  },
  {
    program: 'a natureza column and amounts signed by themselves',
    fileName: 'natureza.csv',
    content: () =>
      delimited(
        ofAccounts(`Período|${HEADING}|Natureza`, (it) => [
          '03/2026',
          it.code,
          it.name,
          ...amounts(it, (cents) => brazilian(ofGroup(it, cents)), brazilian),
          /^[23]/.test(it.code) ? 'C' : 'D',
        ]),
      ),
    stored: 'ofGroup',
  },
  {
    program: 'first and last day of the month in columns',
    fileName: 'datas.csv',
    content: () =>
      delimited(
        ofAccounts(
          'Data Inicial|Data Final|Conta Contábil|Nome|Vl. Saldo Inicial|Ind. D/C Inicial|Vl. Débitos|' +
            'Vl. Créditos|Vl. Saldo Final|Ind. D/C Final',
          (it) => ['01/03/2026', '31/03/2026', it.code, it.name, ...sided(it)],
        ),
        '|',
      ),
  },
  {
    program: 'a column with the chart and one with the CNPJ on every line',
    fileName: 'filiais.csv',
    content: (cnpj) =>
      delimited(
        ofAccounts<string | number>(
          'CNPJ|Filial|Plano de Contas|Mês|Ano|Conta|Histórico|Saldo Ant.|Déb.|Créd.|Saldo',
          (it) => [
            masked(cnpj),
            'Matriz',
            CHART_NAME,
            'março',
            2026,
            it.code,
            it.name,
            ...amounts(it, spaced, brazilian),
          ],
        ),
      ),
  },
  {
    program: 'letters lost to question marks, minus behind, tabs',
    fileName: 'perdidas 03-2026.txt',
    content: () =>
      delimited(
        ofAccounts(
          'C?digo da Conta|Descri??o|Saldo do M?s Anterior|D?bitos do M?s|Cr?ditos do M?s|Saldo Atual',
          (it) => [it.code, it.name.replace(/[^\x20-\x7e]/g, '?'), ...amounts(it, minusBehind, brazilian)],
        ),
        '\t',
      ),
  },
  {
    program: 'the heading in two rows with a rule between, in UTF-16',
    fileName: 'duas.txt',
    content: () => {
      const head = lines(
        'Período: 01/03/26 a 31/03/26',
        '\t\tSaldo\tMovimento\t\tSaldo',
        'Conta\tDescrição\tAnterior\tDébito\tCrédito\tAtual',
        '-----\t-----\t-----\t-----\t-----\t-----',
      );
      return utf16(head + delimited(ROWS.map(signed), '\t'));
    },
    hasGroups: true,
  },
];

/** The same in workbooks and XML: other orders, formats, sheets and levels. */
const BOOKS: readonly GoodReport[] = [
  {
    program: 'columns in another order, with movement, level and kind among them',
    fileName: 'ordem.xlsx',
    content: () => {
      const rows = withGroups(
        'Saldo Final|Movimento|Crédito|Débito|Saldo Inicial|Tipo|Nível|Título|Conta Contábil|Competência',
        (it) => [
          ...[it.closing, it.debit - it.credit, it.credit, it.debit, it.opening].map(reais),
          it.isGroup ? 'S' : 'A',
          it.level,
          it.name,
          it.code,
          { date: '2026-03-31' },
        ],
      );
      return xlsxBytes([{ name: 'Dados', rows }]);
    },
    hasGroups: true,
  },
  {
    program: 'codes as numbers that a format fills with zeros',
    fileName: 'codigos.xlsx',
    content: () => {
      const rows = ofAccounts(HEADING, (it) => [
        { number: Number(bare(it.code)), format: '00000000' },
        it.name,
        ...amounts(it, reais),
      ]);
      return xlsxBytes([{ name: '03.2026', rows }]);
    },
  },
  {
    program: 'XML with a prefix, values within values, letters as attributes',
    fileName: 'relatorio.xml',
    content: (cnpj) => latin1(nestedXml(cnpj)),
    hasGroups: true,
  },
  {
    program: 'XLS with sheets of charts and notes around, amounts in English text',
    fileName: 'pasta.xls',
    content: () => {
      const heading = 'Account|Account name|Opening balance|Debit|Credit|Closing balance';
      const rows = ofAccounts(heading, (it) => [it.code, it.name, ...amounts(it, english)]);
      return xlsBytes([
        { name: 'Notas', rows: [['Elaborado em 05/04/2026']] },
        { name: 'Mar-2026', rows },
      ]);
    },
  },
];

export const ODD = [...TEXTS, ...BOOKS];
