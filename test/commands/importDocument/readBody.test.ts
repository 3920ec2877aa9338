import { describe, expect, it } from '@jest/globals';
import { readBody } from '../../../src/commands/importDocument/readBody.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('A body', () => {
  it('is a JSON object in UTF-8, with or without byte order mark', () => {
    expect(readBody(utf8('{"a": "ação"}'))).toEqual({ a: 'ação' });
    expect(readBody(utf8('\ufeff{"a": 1}'))).toEqual({ a: 1 });
  });

  it('has the last of two members of one name, and no other prototype', () => {
    const body = readBody(utf8('{"period": "x", "__proto__": {"cnpj": "y"}, "period": "2026-08"}'));
    expect(body?.['period']).toBe('2026-08');
    expect(body?.['cnpj']).toBeUndefined();
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
    '\u0000',
  ])('is not %j', (text) => expect(readBody(utf8(text))).toBeNull());

  it.each([
    ['UTF-16 with its mark', Buffer.from('\ufeff{"a":1}', 'utf16le')],
    ['UTF-16 without', Buffer.from('{"a":1}', 'utf16le')],
    ['Windows-1252', Buffer.from('{"a":"ação"}', 'latin1')],
    ['half a character', Buffer.from([...Buffer.from('{"a":"'), 0xc3, ...Buffer.from('"}')])],
    ['a surrogate as UTF-8', Buffer.from([...Buffer.from('{"a":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
  ])('is not in %s', (_name, bytes) => expect(readBody(bytes)).toBeNull());

  it('nested 200,000 deep is refused or read, and never the end of the process', () => {
    const deep = 200_000;
    expect(readBody(utf8('['.repeat(deep) + ']'.repeat(deep)))).toBeNull();
    expect(readBody(utf8(`{"lineItems":${'['.repeat(deep)}${']'.repeat(deep)}}`))).toBeNull();
    expect(readBody(utf8('['.repeat(5_000_000)))).toBeNull();
    expect(readBody(utf8('{"a":'.repeat(deep)))).toBeNull();
    expect(readBody(utf8(`${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`))).not.toBeNull();
  });

  it('of ten million empty items is refused before it is parsed', () => {
    expect(readBody(utf8(`{"lineItems":[${'{},'.repeat(10_000_000)}{}]}`))).toBeNull();
  });

  it('may be large, and hold brackets and quotes in its texts', () => {
    const text = '[{\\"}],'.repeat(100);
    const items = Array.from({ length: 10_000 }, () => `{"accountName":"${text}"}`);
    const body = readBody(utf8(`{"lineItems":[${items.join(',')}]}`));
    expect(body?.['lineItems']).toHaveLength(10_000);
  });
});
