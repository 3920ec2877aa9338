// Reports that cannot be imported: other reports of the same programs, and trial balances something is wrong with.
import { xlsxBytes } from '../spreadsheets.js';
import { buildCnpj } from '../../support/builders.js';
import {
  amounts,
  brazilian,
  HEAD,
  HEADING,
  LEAVES,
  lettered,
  magnitude,
  masked,
  points,
  ROWS,
  sided,
  type Row,
} from './books.js';
import { delimited, latin1, lines, ofAccounts, withGroups, type BadReport } from './report.js';

const cells = (it: Row): readonly string[] => [it.code, it.name, ...amounts(it, lettered, brazilian)];
/** The cells of one account, its last one changed. */
const edited = (row: number, closing: string): string =>
  delimited(ofAccounts(HEADING, (it) => (it === LEAVES[row] ? cells(it).with(-1, closing) : cells(it))));
const whole = (): string => delimited(withGroups(HEADING, cells));
const beside = (heading: string, cell: (it: Row) => string): string =>
  delimited(ofAccounts(`${HEADING}|${heading}`, (it) => [...cells(it), cell(it)]));
const OTHER_CNPJ = buildCnpj(77_777);
const another = masked(OTHER_CNPJ);

const fixedWidth = lines(
  'EXEMPLAR LTDA                          BALANCETE 03/2026                     PAG 1',
  'CONTA           DESCRIÇÃO                 SALDO ANTERIOR        DÉBITO       CRÉDITO    SALDO ATUAL',
  ...ROWS.map(
    (it) =>
      it.code.padEnd(16) +
      it.name.padEnd(24) +
      amounts(it, lettered, brazilian)
        .map((one) => one.padStart(16))
        .join(''),
  ),
);

export const WRONG: readonly BadReport[] = [
  {
    program: 'SAP, closing balances only',
    fileName: 'saldos.txt',
    content: () =>
      delimited(
        ofAccounts('Conta|Denominação|Saldo', (it) => [it.code, it.name, magnitude(it.closing)]),
        '\t',
      ),
    sentence:
      'não encontramos no arquivo as colunas: Saldo anterior; Débito; Crédito (colunas encontradas: Conta; Denominação; Saldo)',
  },
  {
    program: 'Protheus, movement of the month in one column',
    fileName: 'mov.csv',
    content: () =>
      delimited(
        ofAccounts('Conta|Descricao|Saldo Anterior|Movimento do Periodo|Saldo Atual', (it) => [
          it.code,
          it.name,
          ...[it.opening, it.debit - it.credit, it.closing].map((cents) => lettered(cents)),
        ]),
      ),
    sentence:
      'não encontramos no arquivo as colunas: Débito; Crédito (colunas encontradas: Conta; Descricao; Saldo Anterior; Movimento do Periodo; Saldo Atual)',
  },
  {
    program: 'Domínio, without opening balances',
    fileName: 'sem saldo.csv',
    content: () =>
      delimited(
        withGroups('Código|Classificação|Descrição|Débito|Crédito|Saldo Atual', (it) => [
          it.short,
          it.code,
          it.name,
          ...amounts(it, lettered, brazilian).slice(1),
        ]),
      ),
    sentence:
      'não encontramos no arquivo as colunas: Saldo anterior (colunas encontradas: Código; Classificação; Descrição; Débito; Crédito; Saldo Atual)',
  },
  {
    program: 'Omie, income statement',
    fileName: 'dre.xlsx',
    content: () => {
      const rows = [
        ['Demonstração do Resultado'],
        ['Descrição', 'Março/2026', 'Fevereiro/2026'],
        ['Receita bruta', 310_000, 280_000],
        ['Custos', -276_651, -250_000],
      ];
      return xlsxBytes([{ name: 'DRE', rows }]);
    },
    sentence:
      /^não encontramos no arquivo as colunas: Conta; Saldo anterior; Débito; Crédito; Saldo final( \(colunas encontradas: .*\))?$/,
  },
  {
    program: 'Alterdata, ledger of postings',
    fileName: 'razao.csv',
    content: () =>
      lines(
        'Data;Lote;Contrapartida;Histórico;Débito;Crédito;Saldo',
        '01/03/2026;1;2.1.1.01.001;Pagamento;10,00;0,00;10,00D',
      ),
    sentence: /^o arquivo é um razão ou diário .lançamentos com data e histórico/,
  },
  {
    program: 'Senior, descriptions without codes',
    fileName: 'sem codigo.csv',
    content: () => delimited([HEAD.slice(1), ...LEAVES.map((it) => cells(it).slice(1))]),
    sentence: /^não encontramos no arquivo as colunas: Conta \(colunas encontradas: Descrição; Saldo Anterior/,
  },
  {
    program: 'RM, no heading at all',
    fileName: 'sem cabecalho.csv',
    content: () => delimited(LEAVES.map(cells)),
    sentence: /^o arquivo não tem linha de cabeçalho: .*\(linha 1: nº 1 "1\.1\.1\.01\.001" nº 2 "Caixa Matriz"/,
  },
  {
    program: 'Domínio, from January to March',
    fileName: 'acumulado.csv',
    content: () => latin1(lines('Período: 01/01/2026 - 31/03/2026;;;;;') + whole()),
    sentence: 'o arquivo é um balancete acumulado de 01/01/2026 a 31/03/2026: envie um balancete de um único mês',
  },
  {
    program: 'Domínio, of another company',
    fileName: 'outra.csv',
    content: () => latin1(lines(`C.N.P.J.: ${another};;;;;`) + whole()),
    sentence: `o arquivo traz o CNPJ ${another} diferente do CNPJ da importação`,
  },
  {
    program: 'Datasul, a line of another company',
    fileName: 'varias.csv',
    content: (cnpj) => beside('CNPJ', (it) => (it === LEAVES[7] ? OTHER_CNPJ : cnpj)),
    sentence: `a linha 9 traz o CNPJ ${another} diferente do CNPJ da importação (conta 2.1.2.01.001)`,
  },
  {
    program: 'Questor, of another month than asked',
    fileName: 'fevereiro.csv',
    content: () => latin1(lines('Competência: 02/2026;;;;;') + whole()),
    sentence: 'o arquivo traz a competência 02/2026 diferente da competência 03/2026 da importação',
  },
  {
    program: 'Fortes, of no month',
    fileName: 'balancete.csv',
    content: () => whole(),
    sentence: 'informe period ou inclua a coluna Competência no arquivo',
    asksPeriod: false,
  },
  {
    program: 'Prosoft, columns of fixed width',
    fileName: 'BALANC.TXT',
    content: () => latin1(fixedWidth),
    sentence: 'o arquivo tem colunas de largura fixa: exporte com um separador (; ou tabulação ou |)',
  },
  {
    program: 'Exactus, printed to PDF and renamed',
    fileName: 'balancete.xls',
    content: () => Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
    sentence: 'formato não aceito: envie CSV ou TXT delimitado ou XML ou XLSX ou XLS (o arquivo é PDF)',
  },
  {
    program: 'Contmatic, an amount too wide for its column',
    fileName: 'largo.csv',
    content: () => edited(3, '########'),
    sentence: 'o valor "########" da coluna Saldo Atual na linha 5 não é um número válido (conta 1.1.2.09.001)',
  },
  {
    program: 'Sankhya, amounts edited by hand until nothing closes',
    fileName: 'editado.csv',
    content: () => edited(2, '265.000,01D'),
    sentence:
      'linha 4: a conta 1.1.2.01.001 não fecha: saldo anterior 250.000,00 + débitos 310.000,00 - créditos 295.000,00 resulta em 265.000,00 e o saldo final informado é 265.000,01',
  },
  {
    program: 'Nasajon, a side that is neither debit nor credit',
    fileName: 'lado.csv',
    content: () =>
      delimited(
        ofAccounts('Conta|Saldo Anterior|D/C|Débito|Crédito|Saldo Atual|D/C', (it) => {
          const own = [it.code, ...sided(it)];
          return it === LEAVES[4] ? own.with(2, 'X') : own;
        }),
      ),
    sentence: 'o valor "X" da coluna D/C na linha 6 não é D nem C (conta 1.2.3.01.001)',
  },
  {
    program: 'Mastermaq, accounts of another chart',
    fileName: 'outro plano.csv',
    content: () => delimited(ofAccounts(HEADING, (it) => cells({ ...it, code: `9.${it.code}` }))),
    sentence:
      'nenhuma conta do balancete existe no plano de contas "Plano Societário" ou participa da conciliação ' +
      '(os códigos foram lidos da coluna "Conta": 9.1.1.1.01.001; 9.1.1.1.02.001; 9.1.1.2.01.001; 9.1.1.2.09.001; 9.1.2.3.01.001)',
  },
  {
    program: 'Forponto, codes in a column of their level',
    fileName: 'niveis.csv',
    content: () =>
      delimited(
        withGroups(HEADING.replace('|', '|||||'), (it) => [
          ...Array.from({ length: 5 }, (_, at) => (at === it.level - 1 ? it.code : '')),
          ...cells(it).slice(1),
        ]),
      ),
    sentence:
      'nenhuma conta do balancete existe no plano de contas "Plano Societário" ou participa da conciliação ' +
      '(os códigos foram lidos da coluna "Conta": 1; 2; 3; 4; 25 linhas com valores estão sem código nessa coluna)',
  },
  {
    program: 'SCI, amounts that may be thousands or decimals',
    fileName: 'ambiguo.csv',
    content: () => delimited([HEAD, ['1.1.1.01.001', 'Caixa', '1.234', '1.000', '0', '2.234']]),
    sentence:
      'o valor "1.234" na linha 2 (coluna Saldo Anterior) é ambíguo: nenhum valor do arquivo mostra se o ponto ou a vírgula separa os decimais',
  },
  {
    program: 'Bling, commas between the columns and in the amounts too',
    fileName: 'virgulas.csv',
    content: () =>
      lines(
        HEAD.join(','),
        ...LEAVES.map((it) =>
          [it.code, it.name, ...amounts(it, (cents) => points(cents).replace('.', ','))].join(','),
        ),
      ),
    sentence:
      'a linha 2 tem 10 colunas e o cabeçalho 6: separe as colunas por ; ou ponha entre aspas os valores com vírgula',
  },
  {
    program: 'Fortes, lines of another month in the column of the month',
    fileName: 'meses.csv',
    content: () => beside('Mês', () => '02/2026'),
    sentence: /^a linha 2 traz a competência 02\/2026 diferente da competência 03\/2026 da importação/,
  },
  {
    program: 'Oracle, cut off while it was downloaded',
    fileName: 'tb.xlsx',
    content: async () => (await xlsxBytes([{ name: 'A', rows: ofAccounts(HEADING, cells) }])).subarray(0, 1_500),
    sentence: 'não foi possível ler o arquivo enviado: XLSX incompleto ou danificado',
  },
  {
    program: 'RM, values under no heading',
    fileName: 'vazio.xlsx',
    content: () => xlsxBytes([{ name: 'A', rows: ofAccounts(HEADING, (it) => [it.code, it.name]) }]),
    sentence:
      'nenhuma linha de conta do arquivo tem valores nas colunas Saldo Anterior; Débito; Crédito; Saldo Atual',
  },
];
