// The tables of a dossier from events, and from texts that spreadsheets would run.
import { hash } from 'node:crypto';
import { describe, expect, it } from '#jest';
import type { Recorded } from '../../src/domain/kernel/event.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { upcast } from '../../src/domain/upcasters.js';
import { FORMER_TABLES, tablesOf } from '../../src/dossier/tables.js';

const MONTH = '2026-05' as Competence;
const event = (stream: string, type: string, schemaVersion: number, data: object): Recorded => ({
  id: '',
  position: 0,
  revision: 0,
  stream,
  type,
  data,
  metadata: {
    at: '2026-06-01T12:00:00.000Z',
    schemaVersion,
    requestId: null,
    actor: { kind: 'operator', id: 'operator' },
  },
});
const reference = (stream: string) => ({ stream, count: 1, lines: 1, hash: '' });
const versioned = event('books-1', 'TrialBalanceVersioned', 1, {
  trialBalanceId: 9,
  companyId: 1,
  competence: MONTH,
  version: 1,
  chartId: 1,
  lines: reference('lines-9'),
});
const LINES = {
  accountCode: ['1.1'],
  accountName: ['=CMD()'],
  previousBalanceCents: [0],
  debitCents: [130025],
  creditCents: [0],
  finalBalanceCents: [130025],
  nature: ['DEBIT'],
  debitSign: [1],
};
const DUE = '2026-06-09T02:59:59.999Z';
const released = event('reconciliations-1.2026-05', 'TrialBalanceReleased', 1, {
  trialBalanceId: 9,
  companyId: 1,
  competence: MONTH,
  version: 1,
  chartId: 1,
  convention: 'A',
  linesStream: 'lines-9',
  replaces: null,
  dueAt: DUE,
  items: reference('released-9'),
  created: 1,
  deadlines: { preparer: DUE, reviewer: DUE, approver: DUE },
});
const ITEMS = {
  reconciliationId: [4],
  created: [true],
  accountId: [2],
  accountCode: ['1.1'],
  accountName: ['=CMD()'],
  bookBalanceCents: [130025],
  bookBalanceDebitCents: [130025],
  department: [''],
  sector: [''],
  status: ['PENDING'],
  ownerId: [null],
};

type Given = Recorded | Readonly<{ ofTables: readonly string[] }>;

async function tables(parts: Readonly<Record<string, object>>, ...given: readonly Given[]) {
  const events = given.filter((one): one is Recorded => 'stream' in one);
  const [only] = given.flatMap((one) => ('ofTables' in one ? [one.ofTables] : []));
  const part = (name: string): Uint8Array => {
    const found = parts[name];
    if (found === undefined) throw new TypeError(name);
    return Buffer.from(JSON.stringify(found));
  };
  const made = new Map<string, Buffer>();
  const source = { companyId: 1, competence: MONTH, events: events.map((stored) => upcast(stored)), part };
  for await (const { name, bytes } of tablesOf(source, only)) made.set(name, Buffer.from(bytes));
  return made;
}

describe('The tables of a dossier', () => {
  const parts = { 'parts/lines-9/0': LINES, 'parts/released-9/0': ITEMS };
  const line = (csv: Buffer | undefined) => csv?.toString().split('\r\n')[1];

  it('guard texts that a spreadsheet would run', async () => {
    const made = await tables(parts, versioned, released);
    expect(line(made.get('balancete.csv'))).toBe("9;1;2026-05;1.1;'=CMD();0;1300,25;0;1300,25;DEBIT;0;1300,25");
    expect(line(made.get('conciliacoes.csv'))).toBe(
      `4;1;2026-05;2;1.1;'=CMD();;;PENDING;${DUE};;;;;1300,25;0;0;1300,25;Pendente;08/06/2026 23:59:59`,
    );
    expect(made.get('conciliacoes.xlsx')?.toString('latin1')).toContain(
      '<c r="F2" t="inlineStr"><is><t xml:space="preserve">=CMD()</t></is></c>',
    );
  });

  it('have all lines in the order of the file beside those that entered, where the others were stored', async () => {
    const leftOut = {
      place: [0, 2],
      reason: ['NOT_RECONCILED', 'NOT_IN_CHART'],
      accountCode: ['1', '9'],
      accountName: ['A', ''],
      previousBalanceCents: [0, 5],
      debitCents: [1, 0],
      creditCents: [0, 0],
      finalBalanceCents: [1, 5],
      nature: ['DEBIT', 'MIXED'],
      debitSign: [1, -1],
    };
    const stored = { ...versioned, data: { ...(versioned.data as object), leftOut: reference('lines-10') } };
    const made = await tables({ ...parts, 'parts/lines-10/0': leftOut }, stored, released);
    const [, ...rows] = made.get('balancete-completo.csv')?.toString().split('\r\n') ?? [];
    expect(rows).toEqual([
      '9;1;2026-05;1;A;0;0,01;0;0,01;DEBIT;0;0,01;NAO_CONCILIA',
      "9;1;2026-05;1.1;'=CMD();0;1300,25;0;1300,25;DEBIT;0;1300,25;IMPORTADA",
      '9;1;2026-05;9;;0,05;0;0;0,05;MIXED;-0,05;-0,05;FORA_DO_PLANO',
      '',
    ]);
    expect([...made.keys()].slice(0, 4)).toEqual([
      'balancete.csv',
      'balancete.xlsx',
      'balancete-completo.csv',
      'balancete-completo.xlsx',
    ]);
    expect(line(made.get('balancete.csv'))).toBe("9;1;2026-05;1.1;'=CMD();0;1300,25;0;1300,25;DEBIT;0;1300,25");
  });

  it('have the bytes that dossiers of earlier years are compared with', async () => {
    const hashes = new Map<string, string>();
    const made = await tables(parts, { ofTables: FORMER_TABLES }, versioned, released);
    for (const [name, bytes] of made) hashes.set(name, hash('sha256', bytes));
    expect(Object.fromEntries(hashes)).toEqual({
      'balancete.csv': '90c516dbdfb4164818cc38137a7fc899935b4f9e3986beaa0d8b92d3d9430bd1',
      'balancete.xlsx': '3221d67e68cb4d5d27840c850d3a006a3704369f5f45dd7f874208c009b6638a',
      'conciliacoes.csv': '6647d1a49defd4794d0f8d80b7f6a2c182bc730e74e852934b7ffde6ff593960',
      'conciliacoes.xlsx': '7be90ceabfa82823e724944fe29d955e8d1f10a113f1315471f5bd7fec897c17',
    });
  });

  it('have their headings alone for a month without an import', async () => {
    const made = await tables({});
    const names = ['balancete', 'conciliacoes', 'composicoes'];
    expect([...made.keys()]).toEqual(names.flatMap((name) => [`${name}.csv`, `${name}.xlsx`]));
    for (const name of names.map((each) => `${each}.csv`)) expect(line(made.get(name))).toBe('');
  });

  it('have the items and adjustments recorded last, guarded as texts, with who and when', async () => {
    const items = {
      reconciliationId: [4],
      accountCode: ['1.1'],
      accountName: ['Caixa'],
      from: ['IN_ELABORATION'],
      status: ['IN_ELABORATION'],
      ownerId: [null],
    };
    const acted = (type: string, data: object) =>
      event('reconciliations-1.2026-05', type, 1, {
        companyId: 1,
        competence: MONTH,
        items,
        parts: null,
        ...data,
      });
    const composed = (description: string) =>
      acted('CompositionRecorded', {
        composition: [{ description, date: '2026-05-31', amountCents: -150, document: 'NF 1' }],
        reconciledCents: -150,
      });
    const adjusted = acted('AdjustmentsRecorded', {
      adjustments: [{ description: 'Tarifa', amountCents: 50 }],
      adjustmentsCents: 50,
    });
    const made = await tables(parts, versioned, released, composed('Antes'), adjusted, composed('=CMD()'));
    expect(made.get('composicoes.csv')?.toString().split('\r\n').slice(1)).toEqual([
      "4;1.1;Caixa;Composição;1;'=CMD();2026-05-31;NF 1;-1,5;2026-06-01T12:00:00.000Z;operator;00000004-2026-8005-8000-000000000001;2026-05;;DIGITADO",
      '4;1.1;Caixa;Ajuste;1;Tarifa;;;0,5;2026-06-01T12:00:00.000Z;operator;;;;',
      '',
    ]);
  });

  it('have the items that were carried, each with its identity, origin and settlement', async () => {
    const item = {
      description: 'Cheque',
      date: '2026-04-30',
      amountCents: 700,
      document: null,
      origin: '2026-04',
    };
    const acted = { reconciliationId: [4], accountCode: ['1.1'], accountName: ['Caixa'], ownerId: [null] };
    const status = { from: ['IN_ELABORATION'], status: ['IN_ELABORATION'] };
    const composition = [
      [
        { ...item, id: 'a', settledOn: null, source: 'extrato' },
        { ...item, id: 'b', settledOn: '2026-05-02' },
      ],
    ];
    const columns = { ...acted, ...status, composition, reconciledCents: [700], carried: [2] };
    const carried = event('reconciliations-1.2026-05', 'CompositionRecorded', 2, {
      companyId: 1,
      competence: MONTH,
      items: null,
      parts: reference('acted-1'),
      composition: null,
      reconciledCents: null,
    });
    const made = await tables({ ...parts, 'parts/acted-1/0': columns }, versioned, released, carried);
    expect(made.get('composicoes.csv')?.toString().split('\r\n').slice(1)).toEqual([
      '4;1.1;Caixa;Composição;1;Cheque;2026-04-30;;7;2026-06-01T12:00:00.000Z;operator;a;2026-04;;EXTRATO',
      '4;1.1;Caixa;Composição;2;Cheque;2026-04-30;;7;2026-06-01T12:00:00.000Z;operator;b;2026-04;2026-05-02;DIGITADO',
      '',
    ]);
    expect(made.get('conciliacoes.csv')?.toString()).toContain(';1300,25;7;0;1293,25;');
  });

  it('are refused where a part is missing', async () => {
    await expect(tables({}, versioned)).rejects.toThrow('parts/lines-9/0');
  });
});
