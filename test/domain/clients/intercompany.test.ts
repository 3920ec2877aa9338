import { expect, it } from '#jest';
import { intercompanyOf } from '../../../src/domain/clients/rules.js';

it('shows a rule in both companies, and one that both have once', () => {
  const rule = { prefix: '1.1', counterpartId: 2, counterpartPrefix: '2.1' };
  const mirrored = { prefix: '2.1', counterpartId: 1, counterpartPrefix: '1.1' };
  const far = { prefix: '1.2', counterpartId: 3, counterpartPrefix: '2.2' };
  const one = { intercompany: new Map([[1, [rule, far]]]) };
  expect(intercompanyOf(one, 1)).toEqual([rule, far]);
  expect(intercompanyOf(one, 2)).toEqual([mirrored]);
  expect(intercompanyOf(one, 4)).toEqual([]);
  const both = {
    intercompany: new Map([
      [2, [mirrored]],
      [1, [rule]],
    ]),
  };
  expect(intercompanyOf(both, 1)).toEqual([rule]);
  expect(intercompanyOf(both, 2)).toEqual([mirrored]);
});
