// Reports of Domínio and Alterdata.
import { escapeXml, xlsBytes, type MadeCell } from '../spreadsheets.js';
import { brazilian, COMPANY_NAME, lettered, masked, ROWS, TOTALS, type Row, textRows } from './books.js';
import { delimited, latin1, lines, type Cells, type GoodReport } from './report.js';

const placed = (cells: Readonly<Record<number, MadeCell>>): MadeCell[] =>
  Array.from({ length: 22 }, (_, at) => cells[at] ?? null);

/** Printed to Excel: a head on each page, cells far apart, and a summary without codes at the end. */
function dominioSheet(cnpj: string): Cells {
  const head = (page: number): Cells => [
    placed({ 0: 'Empresa:', 2: COMPANY_NAME, 17: 'Folha:', 19: String(page).padStart(4, '0') }),
    placed({ 0: 'C.N.P.J.:', 2: masked(cnpj), 17: 'Número livro:', 19: '0001' }),
    placed({ 0: 'Período:', 2: '01/03/2026 - 31/03/2026', 17: 'Emissão:', 19: '05/04/2026' }),
    placed({ 17: 'Hora:', 19: '10:32:11' }),
    placed({ 8: 'BALANCETE CONSOLIDADO' }),
    placed({
      0: 'Código',
      1: 'Classificação',
      3: 'Descrição da conta',
      10: 'Saldo Anterior',
      13: 'Débito',
      15: 'Crédito',
      19: 'Saldo Atual',
    }),
  ];
  const row = (it: Row): MadeCell[] =>
    placed({
      0: Number(it.short),
      1: it.code,
      [3 + it.level]: it.name,
      11: lettered(it.opening),
      13: brazilian(it.debit),
      16: brazilian(it.credit),
      19: lettered(it.closing),
    });
  return [
    ...head(1),
    ...ROWS.slice(0, 16).map(row),
    ...head(2),
    ...ROWS.slice(16).map(row),
    [],
    placed({ 8: 'RESUMO DO BALANCETE' }),
    ...ROWS.filter(({ level }) => level === 1).map((it) =>
      placed({
        3: it.name,
        11: lettered(it.opening),
        13: brazilian(it.debit),
        16: brazilian(it.credit),
        19: lettered(it.closing),
      }),
    ),
    placed({ 3: 'CONTAS DEVEDORAS', 11: '89.734.567,00D', 13: brazilian(TOTALS.debit), 16: '0,00', 19: '1,00D' }),
    placed({ 3: 'CONTAS CREDORAS', 11: '89.734.567,00C', 13: '0,00', 16: brazilian(TOTALS.credit), 19: '1,00C' }),
    [],
    placed({ 2: '_______________________', 12: '_______________________' }),
    placed({ 2: 'MARIA DAS DORES', 12: 'JOÃO DA SILVA' }),
    placed({ 2: 'Sócia administradora', 12: 'Reg. no CRC - SP sob o No. 1SP123456/O-7' }),
    placed({ 2: 'CPF: 111.444.777-35', 12: 'CPF: 529.982.247-25' }),
    [],
    placed({ 0: 'Sistema licenciado para EXEMPLAR CONTABILIDADE LTDA' }),
  ];
}

const dominioText = (cnpj: string): string =>
  lines(
    `Empresa: 0185 - ${COMPANY_NAME};;;;;;Folha: 0001`,
    `C.N.P.J.: ${masked(cnpj)};;;;;;Emissão: 05/04/2026`,
    'Período: 01/03/2026 - 31/03/2026;;;;;;Hora: 10:32',
    'BALANCETE;;;;;;',
    'Código;Classificação;Descrição da conta;Saldo Anterior;Débito;Crédito;Saldo Atual',
    ...ROWS.map((it) =>
      [
        it.short,
        it.code,
        `${' '.repeat(it.level * 2)}${it.name}`,
        lettered(it.opening),
        brazilian(it.debit),
        brazilian(it.credit),
        lettered(it.closing),
      ].join(';'),
    ),
    ';;RESUMO DO BALANCETE;;;;',
    ...ROWS.filter(({ level }) => level === 1).map(
      (it) =>
        `;;${it.name};${lettered(it.opening)};${brazilian(it.debit)};${brazilian(it.credit)};${lettered(it.closing)}`,
    ),
  );

const alterdataHtml = (cnpj: string): string => {
  const row = (cells: readonly string[]): string =>
    `<TR>${cells.map((one) => `<TD NOWRAP><FONT SIZE=1>${escapeXml(one)}</FONT>`).join('')}`;
  return `<HTML><BODY><CENTER>${escapeXml(COMPANY_NAME)}<BR>CNPJ ${masked(cnpj)}<BR>Balancete de Verificação em 31/03/2026<BR>Competência: março/2026</CENTER>
<TABLE>${row(['Conta', 'Reduz.', 'Nome da Conta', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual'])}
${ROWS.map((it) => row([it.code, it.short, it.name, lettered(it.opening, ' '), brazilian(it.debit), brazilian(it.credit), lettered(it.closing, ' ')])).join('\n')}
</TABLE></BODY></HTML>`;
};

export const DOMINIO_AND_ALTERDATA: readonly GoodReport[] = [
  {
    program: 'Domínio, printed to XLS: pages, cells far apart, a summary',
    fileName: 'Balancete.xls',
    content: (cnpj) => xlsBytes([{ name: 'Balancete', rows: dominioSheet(cnpj) }]),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Domínio, text',
    fileName: 'balancete.txt',
    content: (cnpj) => latin1(dominioText(cnpj)),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Alterdata, HTML without end tags',
    fileName: 'balancete.xls',
    content: (cnpj) => latin1(alterdataHtml(cnpj)),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Alterdata, CSV with account and name in one column',
    fileName: 'balancete 03.2026.csv',
    content: () =>
      latin1(
        delimited(
          [
            ['Conta', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual'],
            ...textRows((it) => [
              `${it.code} - ${it.name}`,
              lettered(it.opening, ' '),
              brazilian(it.debit),
              brazilian(it.credit),
              lettered(it.closing, ' '),
            ]),
          ],
          ';',
        ),
      ),
    hasGroups: true,
    stored: 'signed',
  },
];
