import { describe, expect, it } from '#jest';
import { chart } from '../../../src/domain/charts/fold.js';
import type { ChartVersioned } from '../../../src/domain/charts/events.js';
import { given } from '../../support/given.js';

const head = {
  chartId: 5,
  companyId: 3,
  clientId: 1,
  name: 'Plano',
  validFrom: '2026-01-01',
  validTo: null,
  active: true,
};
const versioned = (version: number, fromRevision: number, count: number, more: object = {}): ChartVersioned => ({
  type: 'ChartVersioned',
  data: { ...head, version, accountCount: 7, parts: { fromRevision, count, accounts: 7, hash: '' }, ...more },
});
const listed = { type: 'ChartAccountsListed', data: new Uint8Array() };

describe('A chart', () => {
  it('is there from its first version on: parts alone make none', () => {
    expect(given(chart, listed).state()).toEqual(chart.initial());
    expect(given(chart, listed, versioned(1, 0, 1)).state()).toEqual({
      ...head,
      version: 1,
      accountCount: 7,
      parts: [{ version: 1, fromRevision: 0, count: 1 }],
    });
  });

  it('has the head of its newest version, and the parts of all that changed accounts', () => {
    const past = given(
      chart,
      listed,
      versioned(1, 0, 1),
      versioned(2, 0, 0, { active: false }),
      listed,
      versioned(3, 3, 1),
    );
    expect(past.state()).toMatchObject({
      active: true,
      version: 3,
      parts: [
        { version: 1, fromRevision: 0, count: 1 },
        { version: 3, fromRevision: 3, count: 1 },
      ],
    });
    expect(given(chart, listed, versioned(1, 0, 1), versioned(2, 0, 0, { active: false })).state().active).toBe(
      false,
    );
  });
});
