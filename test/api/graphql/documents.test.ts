// Documents are parsed once, and forgotten before they take much memory, whatever they are long of.
import { describe, expect, it } from '#jest';
import { createDocuments, DOCUMENT_BYTES_MAX } from '../../../src/api/graphql/limits.js';

const QUERY = '{ empresas { data { id } } }';
const commented = (at: number): string => `${QUERY}#${at}`.padEnd(DOCUMENT_BYTES_MAX, ' ');
const tokens = (at: number): string => `query Q${at} { empresas { data { ${'id '.repeat(900)}} } }`;

describe('remembered documents', () => {
  it.each([
    ['comments and spaces', commented],
    ['tokens', tokens],
  ])('are limited by their size when they consist of %s; the oldest are dropped', (_, text) => {
    const documents = createDocuments();
    const first = documents.read(text(0));
    expect(documents.read(text(0))).toBe(first);
    for (let at = 1; at < 1_000; at++) documents.read(text(at));
    expect(documents.read(text(0))).not.toBe(first);
    expect(documents.read(text(999))).toBe(documents.read(text(999)));
  });
});
