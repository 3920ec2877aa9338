// Reports of programs of small companies, and of none in particular: Omie, Conta Azul, XML, SPED ECD.
import { escapeXml, xlsxBytes } from '../spreadsheets.js';
import { COMPANY_NAME, LEAVES, letter, masked, ROWS, TOTALS, textRows } from './books.js';
import { delimited, latin1, lines, type GoodReport } from './report.js';

const attributesXml = (cnpj: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<balancete cnpj="${cnpj}" competencia="2026-03">
 <contas>
${ROWS.map((it) => `  <conta codigo="${it.code}" nome="${escapeXml(it.name)}" tipo="${it.isGroup ? 'S' : 'A'}" saldoInicial="${(Math.abs(it.opening) / 100).toFixed(2)}" naturezaSaldoInicial="${letter(it.opening)}" debito="${(it.debit / 100).toFixed(2)}" credito="${(it.credit / 100).toFixed(2)}" saldoFinal="${(Math.abs(it.closing) / 100).toFixed(2)}" naturezaSaldoFinal="${letter(it.closing)}"/>`).join('\n')}
 </contas>
</balancete>
`;

const ecd = (cnpj: string): string => {
  const amount = (cents: number): string => (Math.abs(cents) / 100).toFixed(2).replace('.', ',');
  return lines(
    `|0000|LECD|01032026|31032026|${COMPANY_NAME}|${cnpj}|SP||3550308|||0|1|0||0|0||N|N|0|0|1|`,
    '|I001|0|',
    '|I150|01032026|31032026|',
    ...LEAVES.map(
      (it) =>
        `|I155|${it.code}||${amount(it.opening)}|${letter(it.opening)}|${amount(it.debit)}|${amount(it.credit)}|${amount(it.closing)}|${letter(it.closing)}|`,
    ),
    '|9999|30|',
  );
};

export const SMALL: readonly GoodReport[] = [
  {
    program: 'Omie, XLSX',
    fileName: 'Balancete Omie.xlsx',
    content: (cnpj) =>
      xlsxBytes([
        {
          name: 'Balancete',
          rows: [
            ['Exemplar - Balancete de Verificação'],
            ['CNPJ', masked(cnpj)],
            ['Período', 'Março de 2026'],
            [],
            ['Conta Contábil', 'Descrição', 'Saldo Inicial', 'Débitos', 'Créditos', 'Saldo Final'],
            ...ROWS.map((it) => [
              it.code,
              it.name,
              it.opening / 100,
              it.debit / 100,
              it.credit / 100,
              it.closing / 100,
            ]),
            ['Total', null, 0, TOTALS.debit / 100, TOTALS.credit / 100, 0],
          ],
        },
      ]),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Conta Azul, CSV with English names of fields',
    fileName: 'export.csv',
    content: () =>
      delimited(
        [
          [
            'competencia',
            'conta_codigo',
            'conta_nome',
            'saldo_inicial',
            'total_debito',
            'total_credito',
            'saldo_final',
          ],
          ...textRows(
            (it) => [
              '2026-03',
              it.code,
              it.name,
              (it.opening / 100).toFixed(2),
              (it.debit / 100).toFixed(2),
              (it.credit / 100).toFixed(2),
              (it.closing / 100).toFixed(2),
            ],
            LEAVES,
          ),
        ],
        ',',
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'a program of its own, XML of attributes',
    fileName: 'balancete.xml',
    content: attributesXml,
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'SPED ECD',
    fileName: 'ECD.txt',
    content: (cnpj) => latin1(ecd(cnpj)),
    hasGroups: false,
    stored: 'signed',
  },
];
