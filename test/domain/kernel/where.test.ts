import { describe, expect, test } from '#jest';
import { equalFields, type Where } from '../../../src/domain/kernel/where.js';

describe('the fields that have one value in every match', () => {
  test.each<readonly [string, Where, readonly string[]]>([
    ['a value', { empresaId: 1 }, ['empresaId']],
    ['null', { completedLate: null }, ['completedLate']],
    ['a filter that was not given', { empresaId: 1, competencia: undefined }, ['empresaId']],
    ['several values, a range, all others', { a: { in: [1, 2] }, b: { from: 1 }, c: { not: null } }, []],
    ['all of a list', [{ empresaId: 1 }, { status: 'PENDING' }], ['empresaId', 'status']],
    ['one of several', { any: [{ empresaId: 1 }, { status: 'PENDING' }] }, []],
  ])('%s', (_name, where, fields) => {
    expect(equalFields(where)).toEqual(fields);
  });
});
