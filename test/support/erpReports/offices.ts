// Reports of the programs of accountants' offices and of small companies: Domínio, Alterdata, Fortes, Questor,
// Contmatic, Prosoft, SCI, Mastermaq, Exactus, Nasajon, Omie, Conta Azul and their like.
import { escapeXml, xlsBytes, xlsxBytes, type MadeCell } from '../spreadsheets.js';
import {
  bracketed,
  brazilian,
  COMPANY_NAME,
  LEAVES,
  letter,
  lettered,
  magnitude,
  masked,
  minusBehind,
  ofGroup,
  ROWS,
  TOTALS,
  type Row,
} from './books.js';
import { cp850, delimited, latin1, lines, type Cells, type GoodReport } from './report.js';

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
    } as Record<number, MadeCell>);
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

const prosoftText = (): string => {
  const row = (...cells: readonly string[]): string => cells.join('|');
  return lines(
    `${COMPANY_NAME}                                       Pag. 0001`,
    'BALANCETE ANALÍTICO REFERENTE A MARÇO DE 2026',
    '================================================================',
    row('CLASSIFICAÇÃO', 'RED.', 'DENOMINAÇÃO', 'SALDO ANTERIOR', 'DÉBITO', 'CRÉDITO', 'SALDO ATUAL'),
    '----------------------------------------------------------------',
    ...ROWS.map((it) =>
      row(
        it.code.padEnd(14),
        it.short.padStart(5, '0'),
        it.name.padEnd(36),
        lettered(it.opening).padStart(16),
        brazilian(it.debit).padStart(16),
        brazilian(it.credit).padStart(16),
        lettered(it.closing).padStart(16),
      ),
    ),
    row('', '', 'TOTAL GERAL', '0,00', brazilian(TOTALS.debit), brazilian(TOTALS.credit), '0,00'),
    '\u001a',
  );
};

const questorSheet: Cells = [
  [COMPANY_NAME],
  ['Balancete - 03/2026'],
  ['Conta', 'Classificação', 'Descrição', 'Saldo Anterior', 'Débitos', 'Créditos', 'Saldo Final'],
  ...ROWS.map((it) => [
    Number(it.short),
    it.code,
    it.name,
    ofGroup(it, it.opening) / 100,
    it.debit / 100,
    it.credit / 100,
    ofGroup(it, it.closing) / 100,
  ]),
  [null, null, 'Totais', null, TOTALS.debit / 100, TOTALS.credit / 100, null],
];

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

const textRows = (
  cells: (it: Row) => readonly (string | number)[],
  rows = ROWS,
): (readonly (string | number)[])[] => rows.map(cells);

export const OFFICES: readonly GoodReport[] = [
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
  {
    program: 'Fortes, CSV with everything quoted and letters beside',
    fileName: 'fortes.csv',
    content: () =>
      [
        ['Código', 'Nome', 'Saldo Anterior', '', 'Débito', 'Crédito', 'Saldo Atual', ''],
        ...textRows((it) => [
          it.code,
          it.name,
          magnitude(it.opening),
          letter(it.opening),
          brazilian(it.debit),
          brazilian(it.credit),
          magnitude(it.closing),
          letter(it.closing),
        ]),
      ]
        .map((cells) => cells.map((one) => `"${one}"`).join(','))
        .join('\n'),
    hasGroups: true,
    stored: 'signed',
    asksPeriod: true,
  },
  {
    program: 'Fortes, XLSX with letters before the year-end columns and a title per sheet',
    fileName: 'AC Fortes.xlsx',
    content: () =>
      xlsxBytes([
        {
          name: '03-2026',
          rows: [
            ['Balancete Analítico'],
            ['Conta', 'Título', 'Sd. Anterior', 'D/C', 'Mov. a Débito', 'Mov. a Crédito', 'Sd. Atual', 'D/C'],
            ...ROWS.map((it) => [
              it.code,
              it.name,
              Math.abs(it.opening) / 100,
              letter(it.opening),
              it.debit / 100,
              it.credit / 100,
              Math.abs(it.closing) / 100,
              letter(it.closing),
            ]),
          ],
        },
      ]),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Questor, XLSX, positive on the side of the group',
    fileName: 'questor.xlsx',
    content: () => xlsxBytes([{ name: 'Balancete', rows: questorSheet }]),
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Questor, CSV with letters before the amounts',
    fileName: 'nCtb_balancete_2026-03.csv',
    content: () =>
      delimited(
        [
          ['Classificação', 'Descrição', 'Saldo Inicial', 'Débitos', 'Créditos', 'Saldo Final'],
          ...textRows((it) => [
            it.code,
            it.name,
            `${letter(it.opening)} ${magnitude(it.opening)}`,
            brazilian(it.debit),
            brazilian(it.credit),
            `${letter(it.closing)} ${magnitude(it.closing)}`,
          ]),
        ],
        ';',
      ),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Contmatic Phoenix, brackets on the other side of the group',
    fileName: 'phoenix.csv',
    content: (cnpj) =>
      latin1(
        lines(`"${COMPANY_NAME}";;;;;;`, `"CNPJ: ${masked(cnpj)}";;;;;;`, 'Balancete de Março de 2026;;;;;;') +
          delimited(
            [
              ['Apelido', 'Conta', 'Descrição', 'Saldo Ant.', 'Débito', 'Crédito', 'Saldo Atual'],
              ...textRows((it) => [
                it.short,
                it.code,
                it.name,
                bracketed(ofGroup(it, it.opening)),
                brazilian(it.debit),
                brazilian(it.credit),
                bracketed(ofGroup(it, it.closing)),
              ]),
            ],
            ';',
          ),
      ),
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Contmatic, XLS with amounts in columns of debtors and creditors',
    fileName: 'contmatic.xls',
    content: () =>
      xlsBytes([
        {
          name: 'Plan1',
          rows: [
            ['Mês/Ano: 03/2026'],
            [
              'Conta',
              'Nome da Conta',
              'Saldo Anterior Devedor',
              'Saldo Anterior Credor',
              'Débito',
              'Crédito',
              'Saldo Atual Devedor',
              'Saldo Atual Credor',
            ],
            ...LEAVES.map((it) => [
              it.code,
              it.name,
              Math.max(it.opening, 0) / 100,
              Math.max(-it.opening, 0) / 100,
              it.debit / 100,
              it.credit / 100,
              Math.max(it.closing, 0) / 100,
              Math.max(-it.closing, 0) / 100,
            ]),
          ],
        },
      ]),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'Prosoft, text of DOS with bars',
    fileName: 'BALANC.TXT',
    content: () => cp850(prosoftText()),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'SCI Único, CSV, minus on the other side of the group',
    fileName: 'sci.csv',
    content: () =>
      latin1(
        delimited(
          [
            ['Período de 01/03/2026 até 31/03/2026'],
            ['Conta', 'Classificador', 'Descrição', 'Saldo anterior', 'Débito', 'Crédito', 'Saldo atual'],
            ...textRows((it) => [
              it.short,
              it.code,
              it.name,
              brazilian(ofGroup(it, it.opening)),
              brazilian(it.debit),
              brazilian(it.credit),
              brazilian(ofGroup(it, it.closing)),
            ]),
          ],
          ';',
        ),
      ),
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Mastermaq, tabs, minus behind',
    fileName: 'mastermaq_mar_2026.txt',
    content: () =>
      latin1(
        delimited(
          [
            [
              'Cta.',
              'Descrição da Conta',
              'Saldo Anterior (R$)',
              'Débitos (R$)',
              'Créditos (R$)',
              'Saldo Atual (R$)',
            ],
            ...textRows((it) => [
              it.code,
              it.name,
              minusBehind(it.opening),
              brazilian(it.debit),
              brazilian(it.credit),
              minusBehind(it.closing),
            ]),
          ],
          '\t',
        ),
      ),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Exactus, XLS with amounts as text',
    fileName: 'exactus.xls',
    content: () =>
      xlsBytes([
        {
          name: 'Balancete',
          rows: [
            ['Balancete de Verificação do mês 03/2026'],
            ['Cód.', 'Conta', 'Nome', 'Saldo Anterior', 'Total Débito', 'Total Crédito', 'Saldo Atual'],
            ...ROWS.map((it) => [
              it.short,
              it.code,
              it.name,
              lettered(it.opening),
              brazilian(it.debit),
              brazilian(it.credit),
              lettered(it.closing),
            ]),
          ],
        },
      ]),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Nasajon, one letter for both balances',
    leaves: LEAVES.length - 1,
    fileName: 'nasajon.csv',
    content: () =>
      delimited(
        [
          ['Competência', 'Conta', 'Descrição', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual', 'D/C'],
          ...textRows(
            (it) => [
              'Março/2026',
              it.code,
              it.name,
              magnitude(it.opening),
              brazilian(it.debit),
              brazilian(it.credit),
              magnitude(it.closing),
              letter(it.closing),
            ],
            LEAVES.filter(({ short }) => short !== '12'),
          ),
        ],
        ';',
      ),
    hasGroups: false,
    stored: 'signed',
  },
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
