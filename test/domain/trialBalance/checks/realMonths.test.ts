// The rules against real trial balances: a municipality's, with repeated accounts, and a shop's, by nature.
import { describe, expect, it } from '#jest';
import { sumsByAccount } from '../../../../src/domain/trialBalance/amounts.js';
import type { Account, Nature } from '../../../../src/domain/charts/events.js';
import type { ImportBody } from '../../../support/builders.js';
import { chartLines, readFixture } from '../../../support/fixtures.js';
import { account, check, month, type Given } from './checking.js';

const chartOf = (name: string): Account[] =>
  chartLines(name).map(({ codigo = '', natureza, descricao = '', tipo, exigeConciliacao }) =>
    account(codigo, natureza as Nature, {
      description: descricao,
      kind: tipo as Account['kind'],
      requiresReconciliation: exigeConciliacao === 'true',
    }),
  );

const checkMonth = ({ period, lineItems }: ImportBody, accounts: readonly Account[], given: Given = {}) =>
  check(lineItems, { accounts, ...given, facts: { competence: month(period), ...given.facts } });

/** The month as stored, to compare the next one with. */
const stored = (body: ImportBody, accounts: readonly Account[]) => {
  const found = checkMonth(body, accounts);
  if (found.stored === null) throw new Error('refused');
  return { balances: sumsByAccount(found.stored), convention: found.convention };
};

describe('The SICONFI months', () => {
  const accounts = chartOf('siconfi/plano-pcasp.csv');
  const march = readFixture('siconfi/2022-03.json');
  const april = readFixture('siconfi/2022-04.json');

  it.each([
    ['March', march, 1959],
    ['April', april, 2313],
  ])('are accepted whole as signed: %s', (_name, body, lines) => {
    expect(checkMonth(body, accounts)).toMatchObject({ imported: lines, lineErrors: [], convention: 'A' });
  });

  it('continue from March to April but for the accounts of one month alone', () => {
    const { warnings } = checkMonth(april, accounts, { previous: stored(march, accounts) });
    const breaks = warnings.filter(({ is }) => is === 'OpeningDiffers' || is === 'AccountMissing');
    expect(breaks.filter((it) => it.is === 'OpeningDiffers' && it.closingCents !== 0)).toEqual([]);
  });

  it('are refused for one centavo in one of 1,959 lines', () => {
    const lineItems = march.lineItems.map((line, at) =>
      at === 1_000 ? { ...line, debit: Math.round(line.debit * 100 + 1) / 100 } : line,
    );
    const found = checkMonth({ ...march, lineItems }, accounts);
    expect(found.lineErrors.map(({ accountCode }) => accountCode)).toEqual([march.lineItems[1_000]?.accountCode]);
  });
});

describe('The shop', () => {
  const accounts = chartOf('comercio/plano-comercial.csv');
  const march = readFixture('comercio/2022-03.json');
  const april = readFixture('comercio/2022-04.json');

  it('is accepted by nature and continues', () => {
    const previous = stored(march, accounts);
    expect(previous.convention).toBe('B');
    const found = checkMonth(april, accounts, { previous });
    expect(found).toMatchObject({ convention: 'B', lineErrors: [] });
    expect(found.warnings.filter(({ is }) => is === 'OpeningDiffers' || is === 'AccountMissing')).toEqual([]);
  });

  it('continues just as well into a month written signed', () => {
    const roots = new Map(accounts.filter(({ kind }) => kind === 'SYNTHETIC').map((it) => [it.code, it.nature]));
    const signed = april.lineItems.map((line) => {
      const byGroup = roots.get(line.accountCode.slice(0, 1)) ?? 'DEBIT';
      const side = byGroup === 'CREDIT' ? -1 : 1;
      return { ...line, previousBalance: side * line.previousBalance, finalBalance: side * line.finalBalance };
    });
    const found = checkMonth({ ...april, lineItems: signed }, accounts, { previous: stored(march, accounts) });
    expect(found).toMatchObject({ convention: 'A', lineErrors: [] });
    expect(found.warnings.filter(({ is }) => is === 'OpeningDiffers' || is === 'AccountMissing')).toEqual([]);
  });
});
