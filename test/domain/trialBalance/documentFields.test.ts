import { describe, expect, it } from '#jest';
import { isStorable } from '../../../src/domain/charts/events.js';
import { readJsonDocument } from '../../../src/workers/openDocuments.js';
import type { DocumentFields } from '../../../src/domain/trialBalance/documentFields.js';
import { item } from './checks/checking.js';

/** Infinity is what 1e999 is read as. */
const json = (body: object): string =>
  JSON.stringify(body, (_, value: unknown) => (value === Infinity ? '∞' : value)).replaceAll('"∞"', '1e999');

function readDocumentFields(body: object): DocumentFields {
  const fields = readJsonDocument(new TextEncoder().encode(json(body)));
  if ('is' in fields) throw new Error('not a document');
  return fields;
}

const line = item('1.01', 100, 20.5, 0, 120.5);
const codesOf = ({ lines }: DocumentFields): string[] =>
  (lines?.lines ?? []).map(({ accountCode }) => accountCode);
const namesOf = ({ lines }: DocumentFields): string[] =>
  (lines?.lines ?? []).map(({ accountName }) => accountName);
const valid = { companyId: 7, period: '2026-08', chartName: 'Plano 2026', lineItems: [line] };
const reasonsOf = (body: object) => readDocumentFields({ ...valid, ...body }).reasons.map(({ is }) => is);
const errorsOf = (wrong: object) =>
  readDocumentFields({ ...valid, lineItems: [line, { ...line, ...wrong }] }).lineErrors;

describe('The fields of a valid document', () => {
  it('come back understood', () => {
    const fields = readDocumentFields({ ...valid, cnpj: '12.abc.345/01de-35', chartName: ' Plano 2026 ' });
    expect(fields).toMatchObject({
      companyId: 7,
      cnpj: '12ABC34501DE35',
      competence: '2026-08',
      chartName: 'Plano 2026',
      reasons: [],
      lineErrors: [],
      lineErrorCount: 0,
    });
    expect(codesOf(fields)).toEqual(['1.01']);
    expect(fields.lines?.lines).toMatchObject([
      { previousBalanceCents: 10_000, debitCents: 2_050, creditCents: 0, finalBalanceCents: 12_050 },
    ]);
  });

  it('ignore members nobody knows, also those every object has', () => {
    const strange = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`extra${n}`, n]));
    const hostile = JSON.parse('{"__proto__": {"period": "x"}, "constructor": 1, "status": "RELEASED"}') as object;
    const fields = readDocumentFields({ ...strange, ...hostile, ...valid, lineItems: [{ ...hostile, ...line }] });
    expect([fields.reasons, fields.lineErrors, fields.lines?.lines.length]).toEqual([[], [], 1]);
  });

  it('count a null as absent where a field is optional', () => {
    const nulls = { accountName: null, cnpj: null, period: null };
    const fields = readDocumentFields({ ...valid, cnpj: null, lineItems: [{ ...line, ...nulls }] });
    expect(fields.lines?.lines).toMatchObject([{ cnpj: null, competence: null }]);
    expect(namesOf(fields)).toEqual(['']);
  });
});

describe('Wrong fields', () => {
  it.each([undefined, null, '', '2026-13', '2026-00', '2026-1', '202601', '2026-01-01', '2026-01 ', 202608])(
    'period %j',
    (period) => expect(reasonsOf({ period })).toEqual(['PeriodInvalid']),
  );

  it.each(['1999-12', '2101-01', '0001-01'])('period %j, a month out of range', (period) =>
    expect(reasonsOf({ period })).toEqual(['PeriodOutOfRange']),
  );

  it.each(['7', 1.5, -1, 1e20, true, {}])('companyId %j', (companyId) => {
    expect(reasonsOf({ companyId })).toEqual(['CompanyIdInvalid']);
  });

  it.each(['1234567800019', 12345678000195, '12ABC34501DE3A'])('cnpj %j', (cnpj) => {
    expect(reasonsOf({ cnpj })).toEqual(['CnpjInvalid']);
  });

  it.each([{ companyId: undefined }, { companyId: null, cnpj: null }, { companyId: '', cnpj: '' }])(
    'no identifier: %j',
    (body) => {
      expect(reasonsOf(body)).toEqual(['IdentifierMissing']);
    },
  );

  it.each([
    [undefined, 'LineItemsMissing'],
    [null, 'LineItemsMissing'],
    [{}, 'LineItemsMissing'],
    [[], 'LineItemsEmpty'],
    [Array.from({ length: 20_001 }, () => line), 'LineItemsTooMany'],
  ])('lineItems', (lineItems, reason) => expect(reasonsOf({ lineItems })).toEqual([reason]));

  it('takes 20,000 items', () => {
    expect(reasonsOf({ lineItems: Array.from({ length: 20_000 }, () => line) })).toEqual([]);
  });

  it.each([
    [undefined, 'ChartNameMissing'],
    [null, 'ChartNameMissing'],
    ['', 'ChartNameMissing'],
    ['  ', 'ChartNameMissing'],
    ['x'.repeat(5_000), 'ChartNameInvalid'],
    [{ $ne: 1 }, 'ChartNameInvalid'],
    ['Plano\u0000', 'ChartNameInvalid'],
    ['\ud800', 'ChartNameInvalid'],
  ])('chartName %j', (chartName, reason) => expect(reasonsOf({ chartName })).toEqual([reason]));

  it('are all reported, in order', () => {
    const fields = readDocumentFields({ lineItems: [{}] });
    expect(fields.reasons.map(({ is }) => is)).toEqual(['PeriodInvalid', 'IdentifierMissing', 'ChartNameMissing']);
    expect(fields.lineErrors.map(({ field }) => field)).toEqual([
      'accountCode',
      'previousBalance',
      'debit',
      'credit',
      'finalBalance',
    ]);
    expect(fields.lines).toBeNull();
  });
});

describe('Wrong items', () => {
  it.each([null, 1, 'x', [], [[]], true])('an item %j', (wrong) => {
    const { lineErrors } = readDocumentFields({ ...valid, lineItems: [line, wrong] });
    expect(lineErrors).toEqual([
      { line: 2, field: 'accountCode', accountCode: '', reason: { is: 'LineMalformed' } },
    ]);
  });

  it.each([
    [undefined, 'AccountCodeMissing'],
    [null, 'AccountCodeMissing'],
    ['', 'AccountCodeMissing'],
    [' \t\u00a0', 'AccountCodeMissing'],
    [101, 'AccountCodeInvalid'],
    ['1.\u000001', 'AccountCodeInvalid'],
    ['1.\u008501', 'AccountCodeInvalid'],
    ['1.\udc00', 'AccountCodeInvalid'],
  ])('accountCode %j', (accountCode, is) => {
    expect(errorsOf({ accountCode })).toEqual([
      { line: 2, field: 'accountCode', accountCode: '', reason: { is } },
    ]);
  });

  it.each([
    ['accountCode', 100],
    ['accountName', 500],
  ])('%s of more than %i characters', (field, lengthMax) => {
    const reason = { is: 'TextTooLong', lengthMax };
    const [error] = errorsOf({ [field]: 'x'.repeat(lengthMax + 1) });
    expect(error).toMatchObject({ line: 2, field, reason });
    expect(errorsOf({ [field]: 'x'.repeat(lengthMax) })).toEqual([]);
  });

  it.each([7, {}, 'linha\nnova', '\ud83d'])('accountName %j', (accountName) => {
    const reason = { is: 'AccountNameInvalid' };
    expect(errorsOf({ accountName })).toEqual([{ line: 2, field: 'accountName', accountCode: '1.01', reason }]);
  });

  it.each([
    [undefined, 'AmountMissing'],
    [null, 'AmountInvalid'],
    ['1.00', 'AmountIsText'],
    [{}, 'AmountInvalid'],
    [true, 'AmountInvalid'],
    [0.001, 'AmountPrecision'],
    [1e15, 'AmountTooLarge'],
    [Infinity, 'AmountTooLarge'],
    [2 ** 53 + 1, 'AmountTooLarge'],
  ])('an amount %j', (amount, is) => {
    for (const field of ['previousBalance', 'debit', 'credit', 'finalBalance']) {
      expect(errorsOf({ [field]: amount })).toEqual([{ line: 2, field, accountCode: '1.01', reason: { is } }]);
    }
  });

  it.each(['cnpj', 'period', 'accountName'])('an empty %s of a line is as if omitted', (field) => {
    expect(errorsOf({ [field]: '' })).toEqual([]);
  });

  it.each(['123', 12345678000195])('cnpj %j of a line', (cnpj) => {
    const reason = { is: 'LineCnpjInvalid' };
    expect(errorsOf({ cnpj })).toEqual([{ line: 2, field: 'cnpj', accountCode: '1.01', reason }]);
  });

  it.each([
    ['08/2026', 'LinePeriodInvalid'],
    [202608, 'LinePeriodInvalid'],
    ['1999-12', 'LinePeriodOutOfRange'],
    ['2101-01', 'LinePeriodOutOfRange'],
  ])('period %j of a line', (period, is) => {
    expect(errorsOf({ period })).toEqual([{ line: 2, field: 'period', accountCode: '1.01', reason: { is } }]);
  });

  it('are all counted, and the first 1,000 are reported', () => {
    const fields = readDocumentFields({ ...valid, lineItems: Array.from({ length: 20_000 }, () => ({})) });
    expect([fields.lineErrors.length, fields.lineErrorCount]).toEqual([1_000, 100_000]);
  });
});

describe('Strange text', () => {
  it.each(['=1+1', '\u202e10.1', '__proto__', 'constructor', 'toString', '1.01 ', '😀'])(
    '%j is kept as it is',
    (text) => {
      const fields = readDocumentFields({
        ...valid,
        lineItems: [{ ...line, accountCode: text, accountName: text }],
      });
      expect([...codesOf(fields), ...namesOf(fields)]).toEqual([text.trim(), text.trim()]);
    },
  );
});

describe('A text is stored', () => {
  it('as it is up to its bound, unless a reader could not show or keep it', () => {
    for (const storable of ['', 'ção – €', '\u00a0', '\u{1f600}\ue000'])
      expect([storable, isStorable(storable, 10)]).toEqual([storable, true]);
    const lone = ['\ud83d', 'a\ud83d', '\ud83dx', '\ude00\ud83d', '\ud83d\ud83d', '\ud83d\ue000'];
    for (const refused of ['x'.repeat(11), '\t', '\u001f', '\u007f', '\u009f', ...lone])
      expect([refused, isStorable(refused, 10)]).toEqual([refused, false]);
  });
});
