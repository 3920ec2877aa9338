// Reports whose numbers would add up, and would be wrong: of other months, companies or units, or not there at
// all.
import { buildCnpj } from '../../support/builders.js';
import { xlsxBytes, type MadeCell } from '../spreadsheets.js';
import { amounts, brazilian, HEAD, HEADING, LEAVES, masked, type Row } from './books.js';
import { delimited, latin1, lines, ofAccounts, type BadReport } from './report.js';

const row = (it: Row): readonly string[] => [it.code, it.name, ...amounts(it, brazilian)];
const april = (it: Row): readonly string[] =>
  row({ ...it, opening: it.closing, debit: 0, credit: 0, closing: it.closing });
const table = (cells = row, heading = HEADING): string => delimited(ofAccounts(heading, cells));
/** The plainest heading, with this behind the names of its amounts. */
const marked = (mark: string): string => HEAD.map((name, at) => (at < 2 ? name : `${name} ${mark}`)).join('|');
const titled = (...titles: readonly string[]): string => lines(...titles.map((title) => `${title};;;;;`));
const other = buildCnpj(77_778);

/** A formula whose result nobody kept. */
const formula = (text: string): MadeCell => ({ xml: `<c><f>${text}</f></c>` });

const reports: readonly (readonly [string, string, BadReport['content'], BadReport['sentence']])[] = [
  [
    'Domínio, two months one below the other',
    'meses.csv',
    () => {
      const march = titled('Período: 01/03/2026 a 31/03/2026') + table();
      return latin1(march + titled('Período: 01/04/2026 a 30/04/2026') + table(april));
    },
    'o arquivo traz a competência 04/2026 diferente da competência 03/2026 da importação',
  ],
  [
    'Datasul, two companies one below the other',
    'empresas.csv',
    (cnpj) => {
      const alfa = titled('Empresa: ALFA', `CNPJ: ${masked(cnpj)}`) + table();
      return latin1(alfa + titled('Empresa: BETA', `CNPJ: ${masked(other)}`) + table());
    },
    `o arquivo traz o CNPJ ${masked(other)} diferente do CNPJ da importação`,
  ],
  [
    'Prosoft, two companies known by their names alone',
    'nomes.csv',
    () => latin1(titled('Empresa: 001 - ALFA LTDA') + table() + titled('Empresa: 002 - BETA LTDA') + table()),
    'o arquivo traz balancetes de mais de uma empresa (001 alfa ltda; 002 beta ltda): envie um arquivo por empresa',
  ],
  [
    'SAP, two months side by side',
    'lado a lado.csv',
    () => {
      const february = (it: Row): readonly string[] => [
        brazilian(it.opening - 100),
        '1,00',
        '0,00',
        brazilian(it.opening),
      ];
      const both = (it: Row): readonly string[] => [it.code, it.name, ...february(it), ...amounts(it, brazilian)];
      return lines(';;Fevereiro/2026;;;;Março/2026;;;') + table(both, [...HEAD, ...HEAD.slice(2)].join('|'));
    },
    'o arquivo repete as colunas Saldo Anterior; Débito; Crédito; Saldo Atual com outros valores: deixe as de um único mês',
  ],
  [
    'Questor, accumulated until the month',
    'acumulado.csv',
    () => titled('Balancete Acumulado até Março/2026') + table(),
    'o arquivo é um balancete acumulado de 01/01/2026 a 31/03/2026: envie um balancete de um único mês',
  ],
  [
    'Hyperion, in thousands of reais',
    'milhares.csv',
    () => titled('Valores em R$ mil') + table(),
    'o arquivo traz valores em milhares de reais: exporte os valores em reais',
  ],
  [
    'Protheus, in the second currency',
    'moeda.csv',
    () => titled('Moeda: 02 - US$') + table(),
    'o arquivo traz valores em USD: exporte os valores em reais',
  ],
  [
    'SAP, lines in dollars',
    'usd.csv',
    () => {
      const currencyOf = (it: Row): string => (it === LEAVES[3] ? 'USD' : 'BRL');
      const heading = ['Conta', 'Descrição', 'Moeda', ...HEAD.slice(2)].join('|');
      return table((it) => [it.code, it.name, currencyOf(it), ...amounts(it, brazilian)], heading);
    },
    'o arquivo traz valores em USD na linha 5: exporte os valores em reais',
  ],
  [
    'SAP, the currency in the headings',
    'us$.csv',
    () => table(row, marked('(US$)')),
    'o arquivo traz valores em USD: exporte os valores em reais',
  ],
  [
    'Datasul, thousands of reais in the headings',
    'mil.csv',
    () => table(row, marked('(R$ mil)')),
    'o arquivo traz valores em milhares de reais: exporte os valores em reais',
  ],
  [
    'a generator that leaves formulas to Excel',
    'formulas.xlsx',
    () => {
      const machines = ['1.2.3.01.001', 'Máquinas', formula('Fev!F2'), 0, 0, formula('C2+D2-E2')];
      return xlsxBytes([{ name: 'A', rows: [HEAD, machines, ['1.1.1.01.001', 'Caixa', 1, 2, 3, 0]] }]);
    },
    'o valor "fórmula não calculada" da coluna Saldo Anterior na linha 2 não é um número válido (conta 1.2.3.01.001), o valor "fórmula não calculada" da coluna Saldo Atual na linha 2 não é um número válido (conta 1.2.3.01.001)',
  ],
];

export const MISLEADING: readonly BadReport[] = reports.map(([program, fileName, content, sentence]) => {
  return { program, fileName, content, sentence };
});
