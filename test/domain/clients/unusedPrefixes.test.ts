import { describe, expect, it } from '#jest';
import { noWorkflowSettings, unusedPrefixes } from '../../../src/domain/clients/workflowSettings.js';

describe('Prefixes that fit no account', () => {
  const settings = {
    ...noWorkflowSettings(),
    carry: new Map([[3, ['1.1', '7']]]),
    tolerance: new Map([[3, [{ prefix: '', amountCents: 5, basisPoints: null }]]]),
    risk: new Map([[3, [{ prefix: '1.1.2', level: 'HIGH' as const }]]]),
  };

  it('are told of every rule of the company', () => {
    expect(unusedPrefixes(settings, 3, new Set(['1.1.1', '2']))).toEqual([
      { rule: 'carry', prefix: '7' },
      { rule: 'risk', prefix: '1.1.2' },
    ]);
    expect(unusedPrefixes(settings, 4, new Set(['1']))).toEqual([]);
  });

  it('are not told before the company has a chart', () => {
    expect(unusedPrefixes(settings, 3, new Set())).toEqual([]);
  });
});
