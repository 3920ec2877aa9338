// Tests and bench stand on the made-up months: they must close and continue each other.
import { describe, expect, it } from '#jest';
import { hasRightCheckDigits, parseCnpj } from '../src/domain/kernel/cnpj.js';
import { buildAccounts, buildCnpj, buildMonth, everyLineWrong } from './support/builders.js';
import { accountSums } from './support/fixtures.js';

const accounts = buildAccounts(500);
const month = (period: string, variant = 0) =>
  buildMonth(accounts, { cnpj: buildCnpj(1), period, chartName: 'Plano', variant });

describe('Made-up months', () => {
  it('have matching balances on every line, whatever the variant', () => {
    for (const variant of [0, 1, 7_777]) {
      const open = [...accountSums(month('2022-12', variant))].filter(
        ([, [opening, debit, credit, closing]]) => opening + debit - credit !== closing,
      );
      expect(open).toEqual([]);
    }
  });

  it('open with the closing balances of the month before, also in January', () => {
    const closed = accountSums(month('2022-12', 3));
    const opened = accountSums(month('2023-01', 9));
    expect([...opened].filter(([code, [opening]]) => closed.get(code)?.[3] !== opening)).toEqual([]);
    expect(opened.size).toBe(500);
  });

  it('differ by variant in one line only', () => {
    const first = month('2022-12', 1).lineItems.map((item) => JSON.stringify(item));
    const changed = month('2022-12', 0).lineItems.filter((item, line) => JSON.stringify(item) !== first[line]);
    expect(changed).toHaveLength(1);
  });

  it('can be spoiled on every line', () => {
    const spoiled = everyLineWrong(month('2022-12'), 'movement') as ReturnType<typeof month>;
    const closing = [...accountSums(spoiled)].filter(
      ([, [opening, debit, credit, final]]) => opening + debit - credit === final,
    );
    expect(closing).toEqual([]);
  });

  it('belong to CNPJs with valid check digits', () => {
    const cnpjs = Array.from({ length: 2_000 }, (_, index) => buildCnpj(index));
    expect(cnpjs.map(parseCnpj).filter((cnpj) => cnpj === null || !hasRightCheckDigits(cnpj))).toEqual([]);
    expect(new Set(cnpjs).size).toBe(2_000);
  });
});
