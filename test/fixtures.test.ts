// The shared fixtures are what their NOTICE says: tests and the demonstration build on it.
import { describe, expect, it } from '#jest';
import { accountSums, chartLines, readFixture } from './support/fixtures.js';

const march = readFixture('siconfi/2022-03.json');
const april = readFixture('siconfi/2022-04.json');

describe('The SICONFI months', () => {
  it('keep every row of the sheets, repeated accounts included', () => {
    expect([march.lineItems.length, accountSums(march).size]).toEqual([1959, 347]);
    expect([april.lineItems.length, accountSums(april).size]).toEqual([2313, 354]);
  });

  it.each([
    ['March', march],
    ['April', april],
  ])('balance exactly per account in %s: opening + debit − credit', (_month, body) => {
    const broken = [...accountSums(body)].filter(([, [opening, debit, credit, closing]]) => {
      return opening + debit - credit !== closing;
    });
    expect(broken).toEqual([]);
  });

  it('open April with the closing balances of March, for all 345 accounts', () => {
    const before = accountSums(march);
    const both = [...accountSums(april)].filter(([code]) => before.has(code));
    expect(both).toHaveLength(345);
    expect(both.filter(([code, [opening]]) => before.get(code)?.[3] !== opening)).toEqual([]);
  });

  it('have a chart with all their accounts, all of them reconciling', () => {
    const chart = chartLines('siconfi/plano-pcasp.csv');
    const reconciling = new Set(
      chart.filter((line) => line['exigeConciliacao'] === 'true').map((l) => l['codigo']),
    );
    const used = new Set([...accountSums(march).keys(), ...accountSums(april).keys()]);
    expect(reconciling).toEqual(used);
    expect(chart.filter(({ tipo }) => tipo === 'SYNTHETIC').map(({ codigo }) => codigo)).toEqual([...'12345678']);
  });
});

describe('The shop', () => {
  it('is signed by nature: credit accounts close as opening − debit + credit', () => {
    const { lineItems } = readFixture('comercio/2022-03.json');
    const wrong = lineItems.filter(({ accountCode, previousBalance, debit, credit, finalBalance }) => {
      const movement = Math.round((debit - credit) * 100) * (/^[23]/.test(accountCode) ? -1 : 1);
      return Math.round(previousBalance * 100) + movement !== Math.round(finalBalance * 100);
    });
    expect(wrong).toEqual([]);
    expect(lineItems).toHaveLength(32);
  });
});
