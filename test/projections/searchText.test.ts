import { describe, expect, it } from '#jest';
import { searchTextOf, whereSearched } from '../../src/projections/views/worklist/searchText.js';

describe('The text that reconciliations are searched by', () => {
  it('has the code with and without punctuation, and the words without accents and capitals', () => {
    expect(searchTextOf('1.1.02.001', 'Banco do Brasil S.A. – Aplicações (C/C)')).toBe(
      '1.1.02.001 1102001 banco do brasil s.a aplicacoes c/c sa cc s a c',
    );
    expect(searchTextOf('  99 ', '')).toBe('99');
    expect(searchTextOf('1', '– / …')).toBe('1');
  });

  it('is found by the beginnings of all words typed', () => {
    const words = (typed: string) => whereSearched('busca', typed);
    expect(words(' Aplicaçõ  1.1.02 ')).toEqual([
      { busca: { wordPrefix: 'aplicaco' } },
      { busca: { wordPrefix: '1.1.02' } },
    ]);
    expect(words('(S.A.)')).toEqual([{ busca: { wordPrefix: 's.a' } }]);
    expect(words(' – % " ')).toEqual([]);
    expect(words('a '.repeat(50))).toHaveLength(8);
  });
});
