// The reader of a body against JSON.parse and the checks of single fields.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { readJsonDocument } from '../../src/workers/openDocuments.js';
import {
  accountCodeOf,
  accountNameOf,
  amountOfField,
  lineCnpjOf,
  linePeriodOf,
} from '../../src/domain/trialBalance/documentFields.js';
import { AMOUNT_FIELDS } from '../../src/domain/trialBalance/amounts.js';
import type { LineField } from '../../src/domain/trialBalance/refusals.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => readJsonDocument(utf8(text));

const AMOUNTS = ['previousBalance', 'debit', 'credit', 'finalBalance'] as const;

type Reading = Readonly<{ errors: unknown[] } | { lines: unknown[] }>;

/** What a list of items comes to, read the plain way: JSON.parse, then field by field. */
function expected(items: readonly unknown[]): Reading {
  const errors: unknown[] = [];
  const lines: unknown[] = [];
  items.forEach((item, at) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      errors.push([at + 1, 'accountCode', 'LineMalformed']);
      return;
    }
    const own = new Map<string, unknown>(Object.entries(item));
    const fields: [LineField, unknown][] = [
      ['accountCode', accountCodeOf(own.get('accountCode'))],
      ['accountName', accountNameOf(own.get('accountName'))],
      ...AMOUNTS.map((name): [LineField, unknown] => [name, amountOfField(own.get(name), name)]),
      ['cnpj', lineCnpjOf(own.get('cnpj'))],
      ['period', linePeriodOf(own.get('period'))],
    ];
    for (const [field, value] of fields)
      if (typeof value === 'object' && value !== null && 'is' in value) errors.push([at + 1, field, value.is]);
    lines.push(fields.map(([, value]) => value));
  });
  return errors.length > 0 ? { errors } : { lines };
}

/** What it came to; null when it is no JSON object. */
function actual(text: string): Reading | null {
  const fields = read(text);
  if ('is' in fields) return null;
  const { lines, lineErrors } = fields;
  if (lineErrors.length > 0) {
    return { errors: lineErrors.map(({ line, field, reason }) => [line, field, reason.is]) };
  }
  if (lines === null) throw new Error(JSON.stringify(fields.reasons));
  return {
    lines: lines.lines.map((line) => [
      line.accountCode,
      line.accountName,
      ...AMOUNT_FIELDS.map((field) => line[field]),
      line.cnpj,
      line.competence,
    ]),
  };
}

function parsedOrNull(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null;
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const HEAD = '"companyId":7,"period":"2026-08","chartName":"Plano"';
const bodyOf = (items: string): string => `{${HEAD},"lineItems":${items}}`;

const escaped = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
const anyText = fc.string({
  maxLength: 8,
  unit: fc.constantFrom('a', 'é', '\u00a0', '\u0085', '"', '\\', '\t', '😀', '€'),
});
const oddText = fc.oneof(
  anyText.map(escaped),
  anyText.map((text) => JSON.stringify(text)),
  fc.constantFrom(
    'null',
    '7',
    '"',
    '"\\x"',
    '"\\u00"',
    '"a\nb"',
    '"\\ud800"',
    '"\\/ \\b"',
    '"x\u007f"',
    '{"a":"]"}',
  ),
);
const textOf = (unit: fc.Arbitrary<string>, maxLength: number) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.string({ unit, minLength: 1, maxLength }).map((text) => JSON.stringify(text)) },
    { weight: 1, arbitrary: oddText },
  );
const code = textOf(fc.constantFrom('1', '.', '2', 'A', 'ã'), 6);
const name = textOf(fc.constantFrom('a', 'ç', '–', ' ', '\u00a0', '😀', '/'), 12);
const amount = fc.oneof(
  { weight: 24, arbitrary: fc.integer({ min: -1e11, max: 1e11 }).map((cents) => JSON.stringify(cents / 100)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '-0',
      '0.10',
      '1e2',
      '1E-1',
      '0.30000000000000004',
      '1.000',
      '-0.00',
      '70000000000000.00',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.constantFrom(
        'null',
        'true',
        '"1.00"',
        '{}',
        '[1]',
        '1e999',
        '0.001',
        '-',
        '01',
        '1.',
        '.5',
        '+1',
        '1.2.3',
        '-01',
      ),
      fc.constantFrom(
        '100000000000000',
        '70000000000000.01',
        '123456789012345678901234567890',
        '',
        '1 2',
        '\u00a01',
      ),
      fc.double().map((value) => JSON.stringify(value)),
    ),
  },
);
const own = fc.constantFrom(
  '"12345678000195"',
  '"12.345.678/0001-95"',
  '"2026-08"',
  '"2026-8"',
  'null',
  '1',
  '"\\u0031"',
);
const anything = fc.oneof(
  { weight: 6, arbitrary: fc.json({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom('[', '{"a"}', 'nul', '"\\"', '"\u0001"', '[1,]', '-') },
);

type Members = readonly (readonly [string, string])[];
const usual: fc.Arbitrary<Members> = fc
  .tuple(code, name, amount, amount, amount, amount)
  .map(([first, second, ...amounts]) => [
    ['"accountCode"', first],
    ['"accountName"', second],
    ...AMOUNTS.map((it, at) => [`"${it}"`, amounts[at] ?? ''] as const),
  ]);
const member = fc.oneof(
  fc.tuple(fc.constantFrom('"accountCode"', '"account\\u0043ode"'), code),
  fc.tuple(fc.constant('"accountName"'), name),
  fc.tuple(fc.constantFrom(...AMOUNTS.map((it) => `"${it}"`)), amount),
  fc.tuple(fc.constantFrom('"cnpj"', '"period"'), own),
  fc.tuple(fc.constantFrom('"x"', '""', '"__proto__"', '"accountcode"', '"accountCode '), anything),
);
const members: fc.Arbitrary<Members> = fc.oneof(
  { weight: 4, arbitrary: usual },
  { weight: 2, arbitrary: usual.chain((all) => fc.shuffledSubarray([...all], { minLength: 6 })) },
  {
    weight: 2,
    arbitrary: fc.tuple(usual, fc.array(member, { maxLength: 3 })).map(([all, more]) => [...all, ...more]),
  },
  { weight: 1, arbitrary: fc.array(member, { maxLength: 8 }) },
);
const blank = fc.constantFrom('', '', '', ' ', '\n', '\t\r\n  ');
const item = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(members, blank, blank)
      .map(([all, a, b]) => `{${all.map(([key, value]) => `${a}${key}${b}:${a}${value}${b}`).join(',')}}`),
  },
  { weight: 1, arbitrary: anything },
);
const list = fc
  .tuple(fc.array(item, { minLength: 1, maxLength: 4 }), blank)
  .map(([items, space]) => `[${space}${items.join(`${space},`)}${space}]`);

describe('Any list of items', () => {
  it('is read as JSON.parse reads it', () => {
    const seen = { lines: 0, errors: 0, nothing: 0 };
    fc.assert(
      fc.property(list, (items) => {
        const parsed = parsedOrNull(bodyOf(items));
        const wanted = parsed === null ? null : expected(parsed['lineItems'] as unknown[]);
        seen[wanted === null ? 'nothing' : 'lines' in wanted ? 'lines' : 'errors']++;
        expect(actual(bodyOf(items))).toEqual(wanted);
      }),
      { numRuns: 2_500 },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(200);
  });

  it('is read the same with any one byte changed', () => {
    const sample =
      '[{"accountCode":"1.01","accountName":"Caixa \\"ç\\" – ã","previousBalance":-10.5,"debit":1e1,"credit":0,' +
      '"finalBalance":0.10,"x":[{"y":"z"},null,true]},{"accountCode":"1.02","previousBalance":1,"debit":2.25,' +
      '"credit":3,"finalBalance":0.25,"cnpj":"12.345.678/0001-95","period":"2026-08"}]';
    const text = utf8(bodyOf(sample));
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(...utf8('",:{}[]0.e-\\ ')));
    fc.assert(
      fc.property(fc.nat(text.length - 1), byte, (at, other) => {
        const changed = text.with(at, other);
        const asText = new TextDecoder('utf-8', { ignoreBOM: true }).decode(changed);
        const parsed = asText.includes('\ufffd') ? null : parsedOrNull(asText);
        const fields = readJsonDocument(Uint8Array.from(changed));
        expect('is' in fields).toBe(parsed === null);
        if ('is' in fields || !Array.isArray(parsed?.['lineItems'])) return;
        const wanted = expected(parsed['lineItems']);
        expect(fields.lineErrorCount).toBe('errors' in wanted ? wanted.errors.length : 0);
        if ('lines' in wanted && fields.reasons.length === 0) expect(actual(asText)).toEqual(wanted);
      }),
      { numRuns: 2_500 },
    );
  });
});

describe('A body', () => {
  it('may begin with a byte order mark, and with no second one', () => {
    const text = bodyOf('[{}]');
    expect(read(`\ufeff${text}`)).toEqual(read(text));
    expect(read(`\ufeff\ufeff${text}`)).toHaveProperty('is');
    expect(read(text.replace('7', '\ufeff7'))).toHaveProperty('is');
  });

  it('has the last of two members of one name', () => {
    const text = `{"period":"x","lineItems":[{},{},1],"__proto__":{"cnpj":"y"},"lineItems":[{}],${HEAD}}`;
    expect(read(text)).toMatchObject({ competence: '2026-08', cnpj: null, lineErrorCount: 5 });
    expect(read(`{${HEAD},"lineItems":[{}],"lineItems":7}`)).toMatchObject({
      lineErrorCount: 0,
      reasons: [{ is: 'LineItemsMissing' }],
    });
  });

  it.each([
    '',
    ' ',
    'null',
    '1',
    '"x"',
    '[]',
    '[{}]',
    '{',
    '{"a":1}}',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":1,}',
    '{"a" 1}',
  ])('is not %j', (text) => expect(read(text)).toHaveProperty('is'));

  it.each([
    ['UTF-16 with its mark', Buffer.from('\ufeff{"a":1}', 'utf16le')],
    ['UTF-16 without', Buffer.from('{"a":1}', 'utf16le')],
    ['Windows-1252', Buffer.from('{"a":"ação"}', 'latin1')],
    ['half a character', Buffer.from([...Buffer.from('{"a":"'), 0xc3, ...Buffer.from('"}')])],
    ['a surrogate as UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
  ])('is not in %s', (_name, bytes) => expect(readJsonDocument(bytes)).toHaveProperty('is'));

  it('nested 200,000 deep does not end the process', () => {
    const deep = 200_000;
    const nested = '['.repeat(deep) + ']'.repeat(deep);
    expect(read(nested)).toEqual({ is: 'NotObject' });
    expect(read(bodyOf(`[${nested}]`))).toMatchObject({ lineErrors: [{ reason: { is: 'LineMalformed' } }] });
    expect(read(`{${HEAD},"x":${nested},"lineItems":[]}`)).toMatchObject({ reasons: [{ is: 'LineItemsEmpty' }] });
    expect(read('{"a":'.repeat(deep))).toMatchObject({ is: 'NotJson' });
    expect(read('{"lineItems":'.repeat(deep))).toMatchObject({ is: 'NotJson' });
    expect(read(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`)).toHaveProperty('reasons');
  });

  it.each([
    ['objects', '{}'],
    ['lists', '[]'],
    ['texts', '""'],
  ])('of three million empty %s is refused before it is parsed', (_name, empty) => {
    expect(read(bodyOf(`[${`${empty},`.repeat(2_999_999)}${empty}]`))).toEqual({ is: 'TooManyValues' });
  });

  it('of more lines than an import may have says so', () => {
    const fields = read(bodyOf(`[${'1,'.repeat(3_000_000)}1]`));
    expect(fields).toMatchObject({ reasons: [{ is: 'LineItemsTooMany' }], lines: null });
  });

  it('may have an unknown member of half a million values, whose texts look like brackets', () => {
    const body = `{${HEAD},"x":[${'1,'.repeat(500_000)}"${'[{'.repeat(1_000_000)}"],"lineItems":[]}`;
    expect(read(body)).toMatchObject({ reasons: [{ is: 'LineItemsEmpty' }] });
  });
});
