// Reports of Domínio and Alterdata.
import { escapeXml, xlsBytes, type MadeCell } from '../spreadsheets.js';
import { amounts, brazilian, COMPANY_NAME, lettered, masked, ROWS, spaced, TOTALS, type Row } from './books.js';
import { delimited, latin1, lines, placed, withGroups, type Cells, type GoodReport } from './report.js';

const ROOTS = ROWS.filter(({ level }) => level === 1);

/** Printed to Excel: a head on each page, cells far apart, and a summary without codes at the end. */
function dominioSheet(cnpj: string): Cells {
  const sheetRow = (cells: Readonly<Record<number, MadeCell>>): MadeCell[] => placed(22, cells);
  const amountCells = ([opening, debit, credit, closing]: readonly MadeCell[]): Record<number, MadeCell> => ({
    11: opening ?? null,
    13: debit ?? null,
    16: credit ?? null,
    19: closing ?? null,
  });
  const head = (page: number): Cells => [
    sheetRow({ 0: 'Empresa:', 2: COMPANY_NAME, 17: 'Folha:', 19: String(page).padStart(4, '0') }),
    sheetRow({ 0: 'C.N.P.J.:', 2: masked(cnpj), 17: 'Número livro:', 19: '0001' }),
    sheetRow({ 0: 'Período:', 2: '01/03/2026 - 31/03/2026', 17: 'Emissão:', 19: '05/04/2026' }),
    sheetRow({ 17: 'Hora:', 19: '10:32:11' }),
    sheetRow({ 8: 'BALANCETE CONSOLIDADO' }),
    sheetRow({
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
    sheetRow({
      0: Number(it.short),
      1: it.code,
      [3 + it.level]: it.name,
      ...amountCells(amounts(it, lettered, brazilian)),
    });
  const summed = (name: string, sums: readonly MadeCell[]): MadeCell[] =>
    sheetRow({ 3: name, ...amountCells(sums) });
  return [
    ...head(1),
    ...ROWS.slice(0, 16).map(row),
    ...head(2),
    ...ROWS.slice(16).map(row),
    [],
    sheetRow({ 8: 'RESUMO DO BALANCETE' }),
    ...ROOTS.map((it) => summed(it.name, amounts(it, lettered, brazilian))),
    summed('CONTAS DEVEDORAS', ['89.734.567,00D', brazilian(TOTALS.debit), '0,00', '1,00D']),
    summed('CONTAS CREDORAS', ['89.734.567,00C', '0,00', brazilian(TOTALS.credit), '1,00C']),
    [],
    sheetRow({ 2: '_______________________', 12: '_______________________' }),
    sheetRow({ 2: 'MARIA DAS DORES', 12: 'JOÃO DA SILVA' }),
    sheetRow({ 2: 'Sócia administradora', 12: 'Reg. no CRC - SP sob o No. 1SP123456/O-7' }),
    sheetRow({ 2: 'CPF: 111.444.777-35', 12: 'CPF: 529.982.247-25' }),
    [],
    sheetRow({ 0: 'Sistema licenciado para EXEMPLAR CONTABILIDADE LTDA' }),
  ];
}

const dominioText = (cnpj: string): string =>
  lines(
    `Empresa: 0185 - ${COMPANY_NAME};;;;;;Folha: 0001`,
    `C.N.P.J.: ${masked(cnpj)};;;;;;Emissão: 05/04/2026`,
    'Período: 01/03/2026 - 31/03/2026;;;;;;Hora: 10:32',
    'BALANCETE;;;;;;',
    'Código;Classificação;Descrição da conta;Saldo Anterior;Débito;Crédito;Saldo Atual',
    ...ROWS.map((it) => {
      const name = `${' '.repeat(it.level * 2)}${it.name}`;
      return [it.short, it.code, name, ...amounts(it, lettered, brazilian)].join(';');
    }),
    ';;RESUMO DO BALANCETE;;;;',
    ...ROOTS.map((it) => `;;${[it.name, ...amounts(it, lettered, brazilian)].join(';')}`),
  );

const alterdataHtml = (cnpj: string): string => {
  const rows = withGroups('Conta|Reduz.|Nome da Conta|Saldo Anterior|Débito|Crédito|Saldo Atual', (it) => [
    it.code,
    it.short,
    it.name,
    ...amounts(it, spaced, brazilian),
  ]).map((cells) => `<TR>${cells.map((one) => `<TD NOWRAP><FONT SIZE=1>${escapeXml(one)}</FONT>`).join('')}`);
  return `<HTML><BODY><CENTER>${escapeXml(COMPANY_NAME)}<BR>CNPJ ${masked(cnpj)}<BR>Balancete de Verificação em 31/03/2026<BR>Competência: março/2026</CENTER>
<TABLE>${rows.join('\n')}
</TABLE></BODY></HTML>`;
};

export const DOMINIO_AND_ALTERDATA: readonly GoodReport[] = [
  {
    program: 'Domínio, printed to XLS: pages, cells far apart, a summary',
    fileName: 'Balancete.xls',
    content: (cnpj) => xlsBytes([{ name: 'Balancete', rows: dominioSheet(cnpj) }]),
    hasGroups: true,
  },
  {
    program: 'Domínio, text',
    fileName: 'balancete.txt',
    content: (cnpj) => latin1(dominioText(cnpj)),
    hasGroups: true,
  },
  {
    program: 'Alterdata, HTML without end tags',
    fileName: 'balancete.xls',
    content: (cnpj) => latin1(alterdataHtml(cnpj)),
    hasGroups: true,
  },
  {
    program: 'Alterdata, CSV with account and name in one column',
    fileName: 'balancete 03.2026.csv',
    content: () =>
      latin1(
        delimited(
          withGroups('Conta|Saldo Anterior|Débito|Crédito|Saldo Atual', (it) => [
            `${it.code} - ${it.name}`,
            ...amounts(it, spaced, brazilian),
          ]),
        ),
      ),
    hasGroups: true,
  },
];
