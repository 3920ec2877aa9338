// Reports that cannot be imported: other reports of the same programs, and trial balances something is wrong with.
import { xlsxBytes } from '../spreadsheets.js';
import { buildCnpj } from '../../support/builders.js';
import { brazilian, LEAVES, lettered, magnitude, masked, ROWS, type Row, HEAD } from './books.js';
import { delimited, latin1, lines, type BadReport } from './report.js';

const cells = (it: Row): readonly string[] => [
  it.code,
  it.name,
  lettered(it.opening),
  brazilian(it.debit),
  brazilian(it.credit),
  lettered(it.closing),
];
const table = (rows: readonly (readonly string[])[]): string => delimited([HEAD, ...rows], ';');
const OTHER_CNPJ = buildCnpj(77_777);
const another = masked(OTHER_CNPJ);

const fixedWidth = lines(
  'EXEMPLAR LTDA                          BALANCETE 03/2026                     PAG 1',
  'CONTA           DESCRIÇÃO                 SALDO ANTERIOR        DÉBITO       CRÉDITO    SALDO ATUAL',
  ...ROWS.map(
    (it) =>
      it.code.padEnd(16) +
      it.name.padEnd(24) +
      [lettered(it.opening), brazilian(it.debit), brazilian(it.credit), lettered(it.closing)]
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
        [['Conta', 'Denominação', 'Saldo'], ...LEAVES.map((it) => [it.code, it.name, magnitude(it.closing)])],
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
        [
          ['Conta', 'Descricao', 'Saldo Anterior', 'Movimento do Periodo', 'Saldo Atual'],
          ...LEAVES.map((it) => [
            it.code,
            it.name,
            lettered(it.opening),
            lettered(it.debit - it.credit),
            lettered(it.closing),
          ]),
        ],
        ';',
      ),
    sentence:
      'não encontramos no arquivo as colunas: Débito; Crédito (colunas encontradas: Conta; Descricao; Saldo Anterior; Movimento do Periodo; Saldo Atual)',
  },
  {
    program: 'Domínio, without opening balances',
    fileName: 'sem saldo.csv',
    content: () =>
      delimited(
        [
          ['Código', 'Classificação', 'Descrição', 'Débito', 'Crédito', 'Saldo Atual'],
          ...ROWS.map((it) => [
            it.short,
            it.code,
            it.name,
            brazilian(it.debit),
            brazilian(it.credit),
            lettered(it.closing),
          ]),
        ],
        ';',
      ),
    sentence:
      'não encontramos no arquivo as colunas: Saldo anterior (colunas encontradas: Código; Classificação; Descrição; Débito; Crédito; Saldo Atual)',
  },
  {
    program: 'Omie, income statement',
    fileName: 'dre.xlsx',
    content: () =>
      xlsxBytes([
        {
          name: 'DRE',
          rows: [
            ['Demonstração do Resultado'],
            ['Descrição', 'Março/2026', 'Fevereiro/2026'],
            ['Receita bruta', 310_000, 280_000],
            ['Custos', -276_651, -250_000],
          ],
        },
      ]),
    sentence:
      /^não encontramos no arquivo as colunas: Conta; Saldo anterior; Débito; Crédito; Saldo final( \(colunas encontradas: .*\))?$/,
  },
  {
    program: 'Alterdata, ledger of postings',
    fileName: 'razao.csv',
    content: () =>
      delimited(
        [
          ['Data', 'Lote', 'Contrapartida', 'Histórico', 'Débito', 'Crédito', 'Saldo'],
          ['01/03/2026', '1', '2.1.1.01.001', 'Pagamento', '10,00', '0,00', '10,00D'],
        ],
        ';',
      ),
    sentence: /^o arquivo é um razão ou diário .lançamentos com data e histórico/,
  },
  {
    program: 'Senior, descriptions without codes',
    fileName: 'sem codigo.csv',
    content: () => delimited([HEAD.slice(1), ...LEAVES.map((it) => cells(it).slice(1))], ';'),
    sentence: /^não encontramos no arquivo as colunas: Conta \(colunas encontradas: Descrição; Saldo Anterior/,
  },
  {
    program: 'RM, no heading at all',
    fileName: 'sem cabecalho.csv',
    content: () => delimited(LEAVES.map(cells), ';'),
    sentence: /^o arquivo não tem linha de cabeçalho: .*\(linha 1: nº 1 "1\.1\.1\.01\.001" nº 2 "Caixa Matriz"/,
  },
  {
    program: 'Domínio, from January to March',
    fileName: 'acumulado.csv',
    content: () => latin1(lines('Período: 01/01/2026 - 31/03/2026;;;;;') + table(ROWS.map(cells))),
    sentence: 'o arquivo é um balancete acumulado de 01/01/2026 a 31/03/2026: envie um balancete de um único mês',
  },
  {
    program: 'Domínio, of another company',
    fileName: 'outra.csv',
    content: () => latin1(lines(`C.N.P.J.: ${another};;;;;`) + table(ROWS.map(cells))),
    sentence: `o arquivo traz o CNPJ ${another} diferente do CNPJ da importação`,
    period: '2026-03',
  },
  {
    program: 'Datasul, a line of another company',
    fileName: 'varias.csv',
    content: (cnpj) =>
      delimited([[...HEAD, 'CNPJ'], ...LEAVES.map((it, at) => [...cells(it), at === 7 ? OTHER_CNPJ : cnpj])], ';'),
    sentence: `a linha 9 traz o CNPJ ${another} diferente do CNPJ da importação (conta 2.1.2.01.001)`,
    period: '2026-03',
  },
  {
    program: 'Questor, of another month than asked',
    fileName: 'fevereiro.csv',
    content: () => latin1(lines('Competência: 02/2026;;;;;') + table(ROWS.map(cells))),
    sentence: 'o arquivo traz a competência 02/2026 diferente da competência 03/2026 da importação',
    period: '2026-03',
  },
  {
    program: 'Fortes, of no month',
    fileName: 'balancete.csv',
    content: () => table(ROWS.map(cells)),
    sentence: 'informe period ou inclua a coluna Competência no arquivo',
  },
  {
    program: 'Prosoft, columns of fixed width',
    fileName: 'BALANC.TXT',
    content: () => latin1(fixedWidth),
    sentence: 'o arquivo tem colunas de largura fixa: exporte com um separador (; ou tabulação ou |)',
    period: '2026-03',
  },
  {
    program: 'Exactus, printed to PDF and renamed',
    fileName: 'balancete.xls',
    content: () => Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
    sentence: 'formato não aceito: envie CSV ou TXT delimitado ou XML ou XLSX ou XLS (o arquivo é PDF)',
    period: '2026-03',
  },
  {
    program: 'Contmatic, an amount too wide for its column',
    fileName: 'largo.csv',
    content: () => table(LEAVES.map((it, at) => (at === 3 ? [...cells(it).slice(0, 5), '########'] : cells(it)))),
    sentence: 'o valor "########" da coluna Saldo Atual na linha 5 não é um número válido (conta 1.1.2.09.001)',
    period: '2026-03',
  },
  {
    program: 'Sankhya, amounts edited by hand until nothing closes',
    fileName: 'editado.csv',
    content: () =>
      table(LEAVES.map((it, at) => (at === 2 ? [...cells(it).slice(0, 5), '265.000,01D'] : cells(it)))),
    sentence:
      'linha 4: a conta 1.1.2.01.001 não fecha: saldo anterior 250.000,00 + débitos 310.000,00 - créditos 295.000,00 resulta em 265.000,00 e o saldo final informado é 265.000,01',
    period: '2026-03',
  },
  {
    program: 'Nasajon, a side that is neither debit nor credit',
    fileName: 'lado.csv',
    content: () =>
      delimited(
        [
          ['Conta', 'Saldo Anterior', 'D/C', 'Débito', 'Crédito', 'Saldo Atual', 'D/C'],
          ...LEAVES.map((it, at) => [
            it.code,
            magnitude(it.opening),
            at === 4 ? 'X' : it.opening < 0 ? 'C' : 'D',
            brazilian(it.debit),
            brazilian(it.credit),
            magnitude(it.closing),
            it.closing < 0 ? 'C' : 'D',
          ]),
        ],
        ';',
      ),
    sentence: 'o valor "X" da coluna D/C na linha 6 não é D nem C (conta 1.2.3.01.001)',
    period: '2026-03',
  },
  {
    program: 'Mastermaq, accounts of another chart',
    fileName: 'outro plano.csv',
    content: () => table(LEAVES.map((it) => [`9.${it.code}`, ...cells(it).slice(1)])),
    sentence:
      'nenhuma conta do balancete existe no plano de contas "Plano Societário" ou participa da conciliação ' +
      '(os códigos foram lidos da coluna "Conta": 9.1.1.1.01.001; 9.1.1.1.02.001; 9.1.1.2.01.001; 9.1.1.2.09.001; 9.1.2.3.01.001)',
    period: '2026-03',
  },
  {
    program: 'Forponto, codes in a column of their level',
    fileName: 'niveis.csv',
    content: () =>
      delimited(
        [
          ['Conta', '', '', '', '', ...HEAD.slice(1)],
          ...ROWS.map((it) => [
            ...Array.from({ length: 5 }, (_, at) => (at === it.level - 1 ? it.code : '')),
            ...cells(it).slice(1),
          ]),
        ],
        ';',
      ),
    sentence:
      'nenhuma conta do balancete existe no plano de contas "Plano Societário" ou participa da conciliação ' +
      '(os códigos foram lidos da coluna "Conta": 1; 2; 3; 4; 25 linhas com valores estão sem código nessa coluna)',
    period: '2026-03',
  },
  {
    program: 'SCI, amounts that may be thousands or decimals',
    fileName: 'ambiguo.csv',
    content: () => delimited([HEAD, ['1.1.1.01.001', 'Caixa', '1.234', '1.000', '0', '2.234']], ';'),
    sentence:
      'o valor "1.234" na linha 2 (coluna Saldo Anterior) é ambíguo: nenhum valor do arquivo mostra se o ponto ou a vírgula separa os decimais',
    period: '2026-03',
  },
  {
    program: 'Bling, commas between the columns and in the amounts too',
    fileName: 'virgulas.csv',
    content: () =>
      lines(
        HEAD.join(','),
        ...LEAVES.map((it) => {
          const amounts = [it.opening, it.debit, it.credit, it.closing];
          return [it.code, it.name, ...amounts.map((one) => (one / 100).toFixed(2).replace('.', ','))].join(',');
        }),
      ),
    sentence:
      'a linha 2 tem 10 colunas e o cabeçalho 6: separe as colunas por ; ou ponha entre aspas os valores com vírgula',
    period: '2026-03',
  },
  {
    program: 'Fortes, lines of another month in the column of the month',
    fileName: 'meses.csv',
    content: () => delimited([[...HEAD, 'Mês'], ...LEAVES.map((it) => [...cells(it), '02/2026'])], ';'),
    sentence: /^a linha 2 traz a competência 02\/2026 diferente da competência 03\/2026 da importação/,
    period: '2026-03',
  },
  {
    program: 'Oracle, cut off while it was downloaded',
    fileName: 'tb.xlsx',
    content: async () => (await xlsxBytes([{ name: 'A', rows: [HEAD, ...LEAVES.map(cells)] }])).subarray(0, 1_500),
    sentence: 'não foi possível ler o arquivo enviado: XLSX incompleto ou danificado',
    period: '2026-03',
  },
  {
    program: 'RM, values under no heading',
    fileName: 'vazio.xlsx',
    content: () => xlsxBytes([{ name: 'A', rows: [HEAD, ...LEAVES.map((it) => [it.code, it.name])] }]),
    sentence:
      'nenhuma linha de conta do arquivo tem valores nas colunas Saldo Anterior; Débito; Crédito; Saldo Atual',
    period: '2026-03',
  },
];
