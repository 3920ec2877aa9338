// Movements of one account in tables and OFX: lines with date, amount, document and counterparty, or one reason
// why not.
import { describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StatementMappings, StatementSide } from '../../src/domain/reconciliation/statement.js';
import { readStatement } from '../../src/files/statements/readStatement.js';
import { xlsxBytes } from './spreadsheets.js';
import { temporaryDir } from '../support/service.js';

const dir = await temporaryDir();

const NONE: StatementMappings = { chosen: null, saved: null };

async function read(
  content: string | Uint8Array,
  side: StatementSide = 'razao',
  linesMax = 100,
  mappings: StatementMappings = NONE,
) {
  const path = join(dir, 'file');
  await writeFile(path, content);
  return readStatement(path, { side, accountCode: '1.1.02', linesMax, ...mappings });
}
const amounts = (found: Awaited<ReturnType<typeof read>>) =>
  'is' in found ? found : found.lines.map(({ amountCents }) => amountCents);
const csv = (...rows: readonly string[]): string => rows.join('\r\n');

describe('A table', () => {
  it('is a ledger with debits and credits, its balances and totals left out', async () => {
    const found = await read(
      csv(
        'Razão da conta 1.1.02;;;;;',
        'Data;Histórico;Documento;Débito;Crédito;Saldo',
        '01/05/2026;Saldo anterior;;;;1.000,00',
        '04/05/2026;Recebimento  de cliente;NF 12;1.500,50;;2.500,50',
        '05/05/2026;Pagamento;000077;;200,00;2.300,50',
        ';Total;;1.500,50;200,00;',
      ),
    );
    expect(found).toEqual({
      lines: [
        {
          line: 4,
          description: 'Recebimento de cliente',
          date: '2026-05-04',
          amountCents: 1_500_50,
          document: 'NF 12',
          counterparty: null,
        },
        {
          line: 5,
          description: 'Pagamento',
          date: '2026-05-05',
          amountCents: -200_00,
          document: '000077',
          counterparty: null,
        },
      ],
      table: {
        headingLine: 2,
        headings: ['Data', 'Histórico', 'Documento', 'Débito', 'Crédito', 'Saldo'],
        places: { data: [0], descricao: [1], documento: [2], debito: [3], credito: [4] },
        firstRows: expect.arrayContaining([
          ['04/05/2026', 'Recebimento  de cliente', 'NF 12', '1.500,50', '', '2.500,50'],
        ]),
      },
      balanceLines: 2,
      otherAccounts: 0,
      laterLines: 0,
      balanceCents: 2_300_50,
      balanceDate: '2026-05-05',
    });
  });

  it('has headings cut short, as a trial balance may', async () => {
    const found = await read(
      csv('Dt. Mov.;Hist.;N. Doc;Deb;Cred', '04/05/2026;A;1;10,00;', '05/05/2026;B;2;;5,00'),
    );
    expect(amounts(found)).toEqual([10_00, -5_00]);
    expect(found).toMatchObject({ lines: [{ document: '1' }, { document: '2' }] });
    const zeros = await read(csv('Data;Hist.;Documento;Valor', '04/05/2026;A;000000;10,00'));
    expect(zeros).toMatchObject({ lines: [{ document: null }] });
  });

  it('is a statement, where a credit brings money in', async () => {
    const rows = csv('Data;Descrição;Valor;D/C', '01/05/2026;PIX;1.234,56;C', '02/05/2026;Tarifa;10,00;D');
    expect(amounts(await read(rows, 'extrato'))).toEqual([1_234_56, -10_00]);
    expect(amounts(await read(rows, 'razao'))).toEqual([-1_234_56, 10_00]);
    const signed = csv('Data;Descrição;Valor', '01/05/2026;PIX;1.234,56', '02/05/2026;Tarifa;-10,00');
    expect(amounts(await read(signed, 'extrato'))).toEqual([1_234_56, -10_00]);
    const sided = csv('Data;Descrição;Valor', '01/05/2026;PIX;1.234,56 C', '02/05/2026;Tarifa;10,00 D');
    expect(amounts(await read(sided, 'extrato'))).toEqual([1_234_56, -10_00]);
  });

  it('has reversals with a minus, unless the file writes all that goes out with one', async () => {
    const ledger = (...rows: readonly string[]) => csv('Data;Histórico;Débito;Crédito', ...rows);
    const reversed = ledger('01/05/2026;A;100,00;', '02/05/2026;Estorno;-100,00;', '03/05/2026;B;;7,00');
    expect(amounts(await read(reversed))).toEqual([100_00, -100_00, -7_00]);
    expect(amounts(await read(reversed, 'extrato'))).toEqual([-100_00, 100_00, 7_00]);
    const creditReversed = ledger('01/05/2026;A;;50,00', '02/05/2026;Estorno;;-50,00');
    expect(amounts(await read(creditReversed))).toEqual([-50_00, 50_00]);
    const signed = ledger('01/05/2026;A;100,00;', '02/05/2026;B;;-30,00', '03/05/2026;C;;-20,00');
    expect(amounts(await read(signed))).toEqual([100_00, -30_00, -20_00]);
    const sided = csv(
      'Data;Histórico;Valor;D/C',
      '01/05/2026;A;-10,00;D',
      '02/05/2026;B;10,00;D',
      '03/05/2026;C;-3,00;C',
    );
    expect(amounts(await read(sided, 'extrato'))).toEqual([10_00, -10_00, -3_00]);
  });

  it('is read from windows-1252 and from a workbook with typed cells', async () => {
    const latin = Buffer.from(csv('Data;Histórico;Valor', '01/05/2026;Depósito;1,00'), 'latin1');
    expect(await read(latin)).toMatchObject({ lines: [{ description: 'Depósito', amountCents: 1_00 }] });
    const rows = [
      ['Data', 'Histórico', 'Valor', 'Favorecido', 'Documento'],
      [{ date: '2026-05-01' }, 'Depósito', 1234.56, 'Água S.A.', 77],
    ];
    expect(await read(await xlsxBytes([{ name: 'Razão', rows }]))).toMatchObject({
      lines: [{ date: '2026-05-01', amountCents: 1_234_56, counterparty: 'Água S.A.', document: '77' }],
    });
    // A date that has lost its format.
    const serial = [rows[0] ?? [], [46_143, 'Depósito', 1]];
    expect(await read(await xlsxBytes([{ name: 'Razão', rows: serial }]))).toMatchObject({
      lines: [{ date: '2026-05-01', amountCents: 1_00 }],
    });
  });

  it('leaves out lines of other accounts, and is refused where it has no others', async () => {
    const head = 'Conta;Data;Histórico;Valor';
    const own = await read(csv(head, '1.1.02;01/05/2026;A;1,00', '1.1.03;01/05/2026;B;2,00'));
    expect(own).toMatchObject({ otherAccounts: 1, lines: [{ description: 'A' }] });
    const other = await read(csv(head, '1.1.03;01/05/2026;B;2,00'));
    expect(other).toMatchObject({ is: 'OtherAccount', code: '1.1.02' });
  });

  it('is refused with the lines that are wrong', async () => {
    const found = await read(
      csv(
        'Data;Histórico;Valor',
        '31/02/2026;A;1,00',
        '01/05/2026;B;um',
        '01/05/2026;;3,00',
        '01/05/2026;Ok;3,00',
      ),
    );
    expect(found).toMatchObject({
      is: 'LinesWrong',
      count: 3,
      lines: [
        { line: 2, fault: 'date', shown: '31/02/2026' },
        { line: 3, fault: 'amount', shown: 'um' },
        { line: 4, fault: 'description', shown: '' },
      ],
    });
  });

  it('is refused as a whole without heading, lines or a decimal mark, and beyond the limit', async () => {
    expect(await read('Nome;Idade\r\nAna;30')).toMatchObject({ is: 'HeadingMissing' });
    expect(await read(csv('Data;Histórico;Valor', ';Total;0,00'))).toMatchObject({ is: 'NoLines' });
    const two = csv('Data;Histórico;Valor', '01/05/2026;A;1,00', '01/05/2026;B;1,00');
    expect(await read(two, 'razao', 1)).toMatchObject({ is: 'TooManyLines', max: 1 });
    const unclear = await read(csv('Data;Histórico;Valor', '01/05/2026;A;1.234'));
    expect(unclear).toMatchObject({ is: 'FileUnreadable', reason: { is: 'FileDecimalMarkUnclear' } });
    expect(await read('%PDF-1.4')).toMatchObject({ is: 'FileUnreadable', reason: { is: 'FileFormatUnknown' } });
  });
});

describe('What banks and ledgers export', () => {
  const rows = (...text: readonly string[]): string => csv('Data;Histórico;Valor;Saldo', ...text);

  it('has titles of other widths above a table of two lines', async () => {
    const inter = csv(
      'Extrato Conta Corrente',
      'Conta ;123456789',
      'Período ;01/05/2026 a 31/05/2026',
      'Saldo ;1.234,56',
      '',
      'Data Lançamento;Histórico;Descrição;Valor;Saldo',
      '04/05/2026;Pix recebido;Fulano;1.000,00;2.000,00',
      '05/05/2026;Pagamento;Energia;-765,44;1.234,56',
    );
    expect(await read(inter, 'extrato')).toMatchObject({
      lines: [{ amountCents: 1_000_00 }, { amountCents: -765_44 }],
      balanceCents: 1_234_56,
      balanceDate: '2026-05-05',
    });
  });

  it.each([
    ['date,title,amount', '2026-05-03,Uber,25.90', '2026-05-04,Estorno,-5.00', 25_90, -5_00],
    [
      'Data,Transação,Tipo Transação,Identificação,Valor',
      '03/05/2026,Pix,CRÉDITO,ACME,25.90',
      '04/05/2026,Boleto,DÉBITO,LUZ,-5.00',
      25_90,
      -5_00,
    ],
    [
      'Data;Histórico;Documento;Valor;D/C;Saldo;D/C',
      '03/05/2026;PIX;1;25,90;C;25,90;C',
      '04/05/2026;LUZ;2;5,00;D;20,90;C',
      25_90,
      -5_00,
    ],
    [
      'Data Mov.;Nr. Doc.;Histórico;Valor;Saldo',
      '03/05/2026;1;PIX;25,90 C;25,90 C',
      '04/05/2026;2;LUZ;5,00 D;20,90 C',
      25_90,
      -5_00,
    ],
  ])('has headings of its own: %s', async (heading, first, second, ...cents) => {
    expect(amounts(await read(csv(heading, first, second), 'extrato'))).toEqual(cents);
  });

  it('repeats its heading on every page, and prints totals letter by letter', async () => {
    const found = await read(
      csv(
        'Data;Histórico;Débito;Crédito',
        '01/05/2026;A;10,00;',
        'Data;Histórico;Débito;Crédito',
        '02/05/2026;B;;3,00',
        'T o t a i s  d a  C o n t a;;10,00;3,00',
      ),
    );
    expect(found).toMatchObject({ lines: [{ amountCents: 10_00 }, { amountCents: -3_00 }], balanceLines: 1 });
  });

  it('ends where the bank goes on with later days', async () => {
    const found = await read(
      rows(
        '01/05/2026;A;10,00;110,00',
        '31/05/2026;B;-5,00;105,00',
        'Lançamentos futuros;;;',
        'Data;Histórico;Valor;Saldo',
        '10/06/2026;C;-7,00;',
      ),
      'extrato',
    );
    expect(found).toMatchObject({
      lines: [{ description: 'A' }, { description: 'B' }],
      laterLines: 1,
      balanceCents: 105_00,
    });
  });

  it('has dates with the month first only where the column tells', async () => {
    const dates = async (...days: readonly string[]) => {
      const found = await read(csv('Data;Histórico;Valor', ...days.map((day) => `${day};A;1,00`)), 'extrato');
      return 'is' in found ? found.is : found.lines.map(({ date }) => date);
    };
    expect(await dates('05/04/2026', '05/31/2026')).toEqual(['2026-05-04', '2026-05-31']);
    expect(await dates('05/04/2026', '06/04/2026')).toEqual(['2026-04-05', '2026-04-06']);
    expect(await dates('13/04/2026', '04/31/2026')).toBe('LinesWrong');
    expect(await dates('04/05/2026 às 10:12')).toEqual(['2026-05-04']);
  });

  it('names the account in the words of the bank', async () => {
    const caixa = csv(
      'Conta;Data_Mov;Nr_Doc;Historico;Valor;Deb_Cred',
      '0012003;20260504;77;PIX;5.00;C',
      '0012003;20260505;78;BOLETO;1.50;D',
    );
    expect(amounts(await read(caixa, 'extrato'))).toEqual([5_00, -1_50]);
    expect(await read(caixa)).toMatchObject({ is: 'OtherAccount' });
    expect(await read(caixa.replace('0012003;20260505', '0099999;20260505'), 'extrato')).toMatchObject({
      is: 'OtherAccount',
    });
  });

  it('has several accounts one below the other: those of others are left out', async () => {
    const ledger = (second: string): string =>
      csv(
        'Razão;;;',
        'Conta: 10 - 1.1.01 - Caixa;;;',
        'Data;Histórico;Débito;Crédito',
        '01/05/2026;Venda;10,00;',
        `${second};;;`,
        '02/05/2026;Depósito;7,00;',
        ';Total da conta;7,00;',
      );
    expect(await read(ledger('Conta: 11 - 1.1.02 - Bancos'))).toMatchObject({
      lines: [{ description: 'Depósito', amountCents: 7_00 }],
      otherAccounts: 1,
      balanceCents: null,
    });
    expect(await read(ledger('Conta: 12 - 1.1.03 - Clientes'))).toMatchObject({ is: 'OtherAccount' });
    expect(amounts(await read(ledger('1.1.02 Bancos').replace('Conta: 10 - 1.1.01', '1.1.01')))).toEqual([7_00]);
    expect(amounts(await read(ledger('1.234 parcelas')))).toEqual([10_00, 7_00]);
    // The same on the next page, and a line of words.
    expect(amounts(await read(ledger('Conta: 10 - 1.1.01 - Caixa')))).toEqual([10_00, 7_00]);
    expect(amounts(await read(ledger('Conta: 10 - Caixa (continuação)')))).toEqual([10_00, 7_00]);
    expect(amounts(await read(ledger('Conta de luz 05/2026')))).toEqual([10_00, 7_00]);
  });

  it('is a list of open items: clients and what is open of each', async () => {
    const open = csv('Cliente;NF;Emissão;Vencimento;Valor;Em aberto', 'ACME;7;01/05/2026;30/06/2026;9,00;4,00');
    const item = { date: '2026-05-01', description: 'ACME', document: '7', counterparty: null, amountCents: 4_00 };
    expect(await read(open)).toMatchObject({ lines: [item] });
    expect(await read(csv('Fornecedor;Data;Saldo', 'ACME;01/05/2026;4,00', 'Total;;4,00'))).toMatchObject({
      lines: [{ description: 'ACME', amountCents: 4_00 }],
      balanceLines: 1,
      balanceCents: null,
    });
  });

  it('has no line whose cells a delimiter in its description moved', async () => {
    const rows = [
      'Data;Histórico;Documento;Valor',
      '01/05/2026;Tarifa; pacote;45;-10,00',
      '02/05/2026;Pix;;5,00;ok',
    ];
    const shown = '01/05/2026 Tarifa  pacote 45 -10,00';
    expect(await read(csv(...rows))).toMatchObject({ is: 'LinesWrong', count: 1, lines: [{ line: 2, shown }] });
  });

  it('is the first visible sheet, with the names of others that hold movements', async () => {
    const rows = (amount: number) => [
      ['Data', 'Histórico', 'Valor'],
      ['01/05/2026', 'Pix', amount],
    ];
    const hidden = { name: 'Antiga', rows: rows(3), state: 'hidden' } as const;
    const sheets = [
      { name: 'Capa', rows: [['Extrato']] },
      { name: '1ª', rows: rows(1) },
      { name: '2ª', rows: rows(2) },
    ];
    const found = await read(await xlsxBytes([...sheets, hidden, { name: 'Resumo', rows: [['Total', 3]] }]));
    expect(found).toMatchObject({ lines: [{ amountCents: 100 }], otherSheets: ['2ª'] });
  });

  it('is a CSV of this service, whose apostrophes before formulas are none of the items', async () => {
    const exported = csv(
      'descricao;data;valor;documento',
      "'- Tarifa;2026-05-01;-4;'=1",
      "'s-Hertogenbosch;2026-05-01;1;",
    );
    expect(await read(exported)).toMatchObject({
      lines: [
        { description: '- Tarifa', document: '=1' },
        { description: "'s-Hertogenbosch", document: null },
      ],
    });
  });

  it('has a balance after each movement, of which the last is that of the end', async () => {
    const ends = async (content: string, side: StatementSide = 'extrato') => {
      const { balanceCents, balanceDate } = { balanceCents: 0, balanceDate: '', ...(await read(content, side)) };
      return [balanceCents, balanceDate];
    };
    const down = ['01/05/2026;A;5,00;105,00', '02/05/2026;B;-2,00;', '03/05/2026;C;-4,00;99,00'];
    expect(await ends(rows(...down))).toEqual([99_00, '2026-05-03']);
    const up = ['03/05/2026;C;-4,00;99,00', '02/05/2026;B;-2,00;103,00', '01/05/2026;A;5,00;105,00'];
    expect(await ends(rows(...up))).toEqual([99_00, '2026-05-03']);
    // Balances that do not follow, only one, or of one day in an order that cannot be told.
    expect(await ends(rows(...down.slice(0, 2), '03/05/2026;C;-4,00;98,00'))).toEqual([null, null]);
    expect(await ends(rows('01/05/2026;A;5,00;105,00'))).toEqual([null, null]);
    expect(await ends(rows('01/05/2026;A;10,00;110,00', '01/05/2026;B;-10,00;100,00'))).toEqual([null, null]);
    // In rows of their own, and with sides.
    const own = ['01/05/2026;Saldo anterior;1,00 C;', '02/05/2026;A;5,00 D;', '31/05/2026;S A L D O;4,00 D;'];
    expect(await ends(rows(...own))).toEqual([-4_00, '2026-05-02']);
    expect(await ends(rows(...own), 'razao')).toEqual([4_00, '2026-05-02']);
  });
});

const SGML_HEAD = csv('OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'ENCODING:USASCII', 'CHARSET:1252', '', '');
const sgml = (movements: string, account = '<ACCTID>123'): string =>
  `${SGML_HEAD}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM>${account}\r\n</BANKACCTFROM><BANKTRANLIST>` +
  `<DTSTART>20260501\r\n${movements}</BANKTRANLIST><LEDGERBAL><BALAMT>90.00\r\n<DTASOF>20260531</LEDGERBAL>` +
  '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>';
const movement = (amount: string, more = '', date = '20260504120000[-3:BRT]'): string =>
  `<STMTTRN>\r\n<TRNTYPE>OTHER\r\n<DTPOSTED>${date}\r\n<TRNAMT>${amount}\r\n<FITID>1${more}\r\n</STMTTRN>\r\n`;

describe('An OFX', () => {
  it('of version 1 has leaves without an end, or with one', async () => {
    const found = await read(
      Buffer.from(
        sgml(
          movement('100.00', '<CHECKNUM>000123\r\n<NAME>Jo\u00e3o &amp; Filhos\r\n<MEMO>PIX recebido') +
            movement('-10,00', '<MEMO>Tarifa</MEMO>', '20260505'),
        ),
        'latin1',
      ),
      'extrato',
    );
    expect(found).toEqual({
      lines: [
        {
          line: 9,
          description: 'PIX recebido',
          date: '2026-05-04',
          amountCents: 100_00,
          document: '000123',
          counterparty: 'João & Filhos',
        },
        {
          line: 17,
          description: 'Tarifa',
          date: '2026-05-05',
          amountCents: -10_00,
          document: null,
          counterparty: null,
        },
      ],
      table: null,
      balanceLines: 0,
      otherAccounts: 0,
      laterLines: 0,
      balanceCents: 90_00,
      balanceDate: '2026-05-31',
    });
  });

  it('has balances between its movements, which are left out', async () => {
    const found = await read(sgml(movement('90.00', '<MEMO>Saldo do dia') + movement('5.00', '<MEMO>PIX')));
    expect(found).toMatchObject({ lines: [{ description: 'PIX' }], balanceLines: 1, balanceCents: 90_00 });
  });

  it('describes a movement that says nothing else by its type', async () => {
    const found = await read(sgml(movement('5.00', '<MEMO>PIX') + movement('-1.00')));
    expect(found).toMatchObject({ lines: [{ description: 'PIX' }, { description: 'OTHER' }] });
  });

  it('of version 2 is XML', async () => {
    const body =
      '<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CCACCTFROM><ACCTID>1</ACCTID></CCACCTFROM><BANKTRANLIST>' +
      '<STMTTRN><DTPOSTED>20260504</DTPOSTED><TRNAMT>-7.5</TRNAMT><NAME>Café &lt;1&gt;</NAME></STMTTRN></BANKTRANLIST>' +
      '<LEDGERBAL><BALAMT>-7.50</BALAMT></LEDGERBAL></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>';
    const found = await read(
      `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${body}`,
    );
    expect(found).toMatchObject({
      lines: [{ description: 'Café <1>', amountCents: -7_50, date: '2026-05-04' }],
      balanceCents: -7_50,
    });
    expect(await read(`<?xml version="1.0"?><!DOCTYPE x>${body}`)).toMatchObject({
      reason: { is: 'FileDoctype' },
    });
    expect(await read(`<?xml version="1.0"?>${body.slice(0, -9)}`)).toMatchObject({
      reason: { is: 'FileXmlInvalid' },
    });
  });

  it('is refused with several accounts, wrong dates or amounts, without movements, and beyond the limit', async () => {
    expect(await read(sgml(movement('1.00', '<MEMO>A'), '<ACCTID>1<ACCTID>2'))).toEqual({ is: 'AccountsSeveral' });
    expect(await read(sgml(movement('x', '<MEMO>A') + movement('1.00', '<MEMO>A', '20261301')))).toMatchObject({
      lines: [{ fault: 'amount', shown: 'x' }, { fault: 'date' }],
    });
    expect(await read(sgml(''))).toMatchObject({ is: 'NoLines' });
    const many = sgml(Array.from({ length: 101 }, () => movement('1.00', '<MEMO>A')).join(''));
    expect(await read(many)).toMatchObject({ is: 'TooManyLines', max: 100 });
    expect(await read(`${sgml(movement('1.00'))}\0`)).toMatchObject({ reason: { is: 'FileNul' } });
    expect(await read(sgml(movement('1.00', `<MEMO>${'a'.repeat(1_300_000)}`)))).toMatchObject({
      reason: { is: 'FileLineTooLong' },
    });
  });
});

describe('The columns of a table', () => {
  const strange = csv(
    'Extrato de maio',
    'Quando;O quê;Quanto;Papel',
    '01/05/2026;PIX;1,00;77',
    '02/05/2026;Tarifa;-2,00;',
  );
  const named = { data: 'Quando', descricao: 'O quê', valor: 'Quanto', documento: 'nº 4' };

  it('are shown where they are not recognised, with the row most like a heading', async () => {
    expect(await read(strange)).toEqual({
      is: 'HeadingMissing',
      table: {
        headingLine: 2,
        headings: ['Quando', 'O quê', 'Quanto', 'Papel'],
        places: {},
        firstRows: [
          ['01/05/2026', 'PIX', '1,00', '77'],
          ['02/05/2026', 'Tarifa', '-2,00', ''],
        ],
      },
    });
    expect(await read('01/05/2026;PIX;1,00')).toMatchObject({
      is: 'HeadingMissing',
      table: { headingLine: 0, headings: ['', '', ''], firstRows: [['01/05/2026', 'PIX', '1,00']] },
    });
  });

  it('are those chosen, or those saved where the file has them', async () => {
    const lines = [{ line: 3, description: 'PIX', amountCents: 1_00, document: '77' }, { amountCents: -2_00 }];
    for (const mappings of [
      { chosen: named, saved: null },
      { chosen: null, saved: named },
    ])
      expect(await read(strange, 'extrato', 100, mappings)).toMatchObject({ lines });
    const known = csv('Data;Histórico;Valor', '01/05/2026;A;1,00');
    expect(amounts(await read(known, 'razao', 100, { chosen: null, saved: named }))).toEqual([1_00]);
    const missing = await read(known, 'razao', 100, { chosen: named, saved: null });
    expect(missing).toMatchObject({
      is: 'HeadingMissing',
      unfound: ['Quando', 'O quê', 'Quanto'],
      table: { headings: ['Data', 'Histórico', 'Valor'] },
    });
  });

  it('are by place in a table without a heading, and take the place of recognised ones', async () => {
    const chosen = { data: 'nº 1', descricao: 'nº 2', debito: 'nº 3', credito: 'nº 4' };
    const bare = csv('Banco;;;', '01/05/2026;A;1,00;', '02/05/2026;B;;2,00');
    expect(amounts(await read(bare, 'razao', 100, { chosen, saved: null }))).toEqual([1_00, -2_00]);
    const twice = csv('Data;Histórico;Valor;Valor', '01/05/2026;A;1,00;5,00');
    const second = { data: 'Data', descricao: 'Histórico', valor: 'nº 4' };
    expect(amounts(await read(twice, 'razao', 100, { chosen: second, saved: null }))).toEqual([5_00]);
    const both = csv('Data;Histórico;Valor;Entrou;Saiu', '01/05/2026;A;9,00;;3,00');
    const sides = { data: 'Data', descricao: 'Histórico', debito: 'Entrou', credito: 'Saiu' };
    expect(amounts(await read(both, 'razao', 100, { chosen: sides, saved: null }))).toEqual([-3_00]);
  });
});
