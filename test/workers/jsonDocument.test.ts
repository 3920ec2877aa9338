// What is read of a body, and what is none.
import { describe, expect, it } from '#jest';
import { readJsonDocument } from '../../src/workers/openDocuments.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => readJsonDocument(utf8(text));

const HEAD = '"companyId":7,"period":"2026-08","chartName":"Plano"';
const bodyOf = (items: string): string => `{${HEAD},"lineItems":${items}}`;

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

  it.each<[string, object]>([
    ['', { is: 'Empty' }],
    [' \r\n', { is: 'Empty' }],
    ['null', { is: 'NotObject' }],
    ['"text"', { is: 'NotObject' }],
    ['[{}]', { is: 'NotObject' }],
    ['{', { is: 'NotJson', line: 1, column: 2 }],
    ['{"a":', { is: 'NotJson', line: 1, column: 6 }],
    ['{"a":1,}', { is: 'NotJson', line: 1, column: 8 }],
    ['{\n "ção": 1,\n "b": tru }', { is: 'NotJson', line: 3, column: 7 }],
    ['{} x', { is: 'NotJson', line: 1, column: 4 }],
    ["{'a':1}", { is: 'NotJson', line: 1, column: 2 }],
    ['\ufffe', { is: 'NotJson', line: 1, column: 1 }],
  ])('is not %j', (text, fault) => expect(read(text)).toEqual(fault));

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
