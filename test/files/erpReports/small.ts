// Reports of programs of small companies, and of none in particular: Omie, Conta Azul, XML, SPED ECD.
import { escapeXml, xlsxBytes } from '../spreadsheets.js';
import { amounts, COMPANY_NAME, LEAVES, letter, masked, points, reais, ROWS, TOTALS } from './books.js';
import { delimited, latin1, lines, ofAccounts, withGroups, type GoodReport } from './report.js';

const unsigned = (cents: number): string => points(Math.abs(cents));

const attributesXml = (cnpj: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<balancete cnpj="${cnpj}" competencia="2026-03">
 <contas>
${ROWS.map((it) => `  <conta codigo="${it.code}" nome="${escapeXml(it.name)}" tipo="${it.isGroup ? 'S' : 'A'}" saldoInicial="${unsigned(it.opening)}" naturezaSaldoInicial="${letter(it.opening)}" debito="${points(it.debit)}" credito="${points(it.credit)}" saldoFinal="${unsigned(it.closing)}" naturezaSaldoFinal="${letter(it.closing)}"/>`).join('\n')}
 </contas>
</balancete>
`;

const ecd = (cnpj: string): string =>
  lines(
    `|0000|LECD|01032026|31032026|${COMPANY_NAME}|${cnpj}|SP||3550308|||0|1|0||0|0||N|N|0|0|1|`,
    '|I001|0|',
    '|I150|01032026|31032026|',
    ...LEAVES.map((it) => {
      const [opening, debit, credit, closing] = amounts(it, (cents) => unsigned(cents).replace('.', ','));
      const before = letter(it.opening);
      const after = letter(it.closing);
      return `|I155|${it.code}||${opening}|${before}|${debit}|${credit}|${closing}|${after}|`;
    }),
    '|9999|30|',
  );

export const SMALL: readonly GoodReport[] = [
  {
    program: 'Omie, XLSX',
    fileName: 'Balancete Omie.xlsx',
    content: (cnpj) => {
      const heading = 'Conta Contábil|Descrição|Saldo Inicial|Débitos|Créditos|Saldo Final';
      const rows = [
        ['Exemplar - Balancete de Verificação'],
        ['CNPJ', masked(cnpj)],
        ['Período', 'Março de 2026'],
        [],
        ...withGroups(heading, (it) => [it.code, it.name, ...amounts(it, reais)]),
        ['Total', null, 0, TOTALS.debit / 100, TOTALS.credit / 100, 0],
      ];
      return xlsxBytes([{ name: 'Balancete', rows }]);
    },
    hasGroups: true,
  },
  {
    program: 'Conta Azul, CSV with English names of fields',
    fileName: 'export.csv',
    content: () =>
      delimited(
        ofAccounts(
          'competencia|conta_codigo|conta_nome|saldo_inicial|total_debito|total_credito|saldo_final',
          (it) => ['2026-03', it.code, it.name, ...amounts(it, points)],
        ),
        ',',
      ),
  },
  {
    program: 'a program of its own, XML of attributes',
    fileName: 'balancete.xml',
    content: attributesXml,
    hasGroups: true,
  },
  {
    program: 'SPED ECD',
    fileName: 'ECD.txt',
    content: (cnpj) => latin1(ecd(cnpj)),
  },
];
