import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import type { Chart } from '../../../src/domain/charts/fold.js';
import { decideChartChange, checkChart, type Accounts } from '../../../src/domain/charts/decide.js';
import type { RequestedAccount, RequestedChart } from '../../../src/domain/clients/applyRequest.js';

const PLACE = ['accounts'];
const left = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const boundedText = fc.constantFrom('', 'a', 'b');

/** Accounts of a file, one each code; with `whole` no field is left out. */
const accountsArbitrary = (whole: boolean): fc.Arbitrary<RequestedAccount[]> => {
  const maybe: typeof left = whole ? (value) => value : left;
  return fc.uniqueArray(
    fc.record<RequestedAccount>({
      path: fc.constant(PLACE),
      code: fc.constantFrom('1', '1.1', '1.2', '2', '2.1'),
      shortCode: maybe(boundedText),
      description: maybe(fc.constantFrom('Caixa', 'Bancos')),
      kind: maybe(fc.constantFrom('ANALYTICAL' as const, 'SYNTHETIC' as const)),
      nature: maybe(fc.constantFrom('DEBIT' as const, 'CREDIT' as const, 'MIXED' as const)),
      classification: maybe(boundedText),
      department: maybe(boundedText),
      sector: maybe(boundedText),
      requiresReconciliation: maybe(fc.boolean()),
    }),
    { selector: ({ code }) => code, maxLength: 5 },
  );
};

const requested = (accounts: readonly RequestedAccount[], more: Partial<RequestedChart> = {}): RequestedChart => ({
  path: ['charts', 0],
  name: 'Plano',
  validFrom: '2026-01-01',
  validTo: undefined,
  active: true,
  accounts,
  ...more,
});
const existing: Chart = {
  chartId: 1,
  companyId: 1,
  clientId: 1,
  name: 'Plano',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  active: true,
  version: 1,
  accountCount: 0,
  parts: [],
};

/** Ids in the order asked for, from the next free one. */
const idsFrom = (first: number) => {
  const given = new Map<string, number>();
  return (code: string): number => {
    const id = given.get(code) ?? first + given.size;
    given.set(code, id);
    return id;
  };
};
const after = (accounts: Accounts, changed: readonly { code: string }[]): Accounts =>
  new Map([...accounts, ...changed.map((account) => [account.code, account] as const)] as [string, never][]);

describe('A change of a chart', () => {
  it('asked for twice is none the second time; ids stay; what is left out stays', () => {
    fc.assert(
      fc.property(accountsArbitrary(true), accountsArbitrary(false), (first, second) => {
        const one = decideChartChange(null, new Map(), requested(first), idsFrom(1));
        const accounts = after(new Map(), one.changed);
        const known = second.filter(({ code }) => accounts.has(code));
        const two = decideChartChange(existing, accounts, requested(known), idsFrom(100));
        const then = after(accounts, two.changed);
        expect(two.added).toBe(0);
        expect([...then.keys()]).toEqual([...accounts.keys()]);
        for (const [code, { accountId }] of accounts) expect(then.get(code)?.accountId).toBe(accountId);
        for (const { code, description } of known)
          expect(then.get(code)?.description).toBe(description ?? accounts.get(code)?.description);
        expect(decideChartChange(existing, then, requested(known), idsFrom(200)).changed).toEqual([]);
      }),
    );
  });

  it('keeps every field that a file leaves out', () => {
    const { changed } = decideChartChange(null, new Map(), requested([whole('1')]), idsFrom(1));
    const bare = Object.fromEntries(Object.keys(whole('1')).map((field) => [field, undefined]));
    const left: RequestedAccount = { ...whole('1'), ...bare, path: PLACE, code: '1' };
    const accounts = after(new Map(), changed);
    expect(decideChartChange(existing, accounts, requested([left]), idsFrom(2)).changed).toEqual([]);
    const renamed = decideChartChange(
      existing,
      accounts,
      requested([{ ...left, description: 'Bancos' }]),
      idsFrom(2),
    );
    expect(renamed.changed).toEqual([{ ...changed[0], description: 'Bancos' }]);
  });

  it('gives new accounts their ids in the order of the file, and counts them', () => {
    const accounts = ['2', '1', '1.1'].map((code) => whole(code));
    const change = decideChartChange(null, new Map(), requested(accounts), idsFrom(10));
    expect(change.changed.map(({ code, accountId }) => [code, accountId])).toEqual([
      ['2', 10],
      ['1', 11],
      ['1.1', 12],
    ]);
    expect(change).toMatchObject({ added: 3, headChanges: true });
  });

  it('leaves texts empty that a file does not give for a new account', () => {
    const texts = { shortCode: undefined, classification: undefined, department: undefined, sector: undefined };
    const { changed } = decideChartChange(null, new Map(), requested([{ ...whole('1'), ...texts }]), idsFrom(1));
    expect(changed).toMatchObject([{ shortCode: '', classification: '', department: '', sector: '' }]);
  });

  it('of validity alone changes the head; an end left out stays, null clears it', () => {
    const change = (more: Partial<RequestedChart>) =>
      decideChartChange(existing, new Map(), requested([], more), idsFrom(1));
    expect(change({})).toMatchObject({ headChanges: false, head: { validTo: '2026-12-31' } });
    expect(change({ validTo: null })).toMatchObject({ headChanges: true, head: { validTo: null } });
    expect(change({ validFrom: undefined, active: undefined })).toMatchObject({ headChanges: false });
    expect(change({ active: false })).toMatchObject({ headChanges: true });
  });

  it('is refused when it ends before it starts, counting what is known already', () => {
    const fields = (chart: Chart | null, more: Partial<RequestedChart>) =>
      checkChart(chart, new Map(), requested([], more)).map(({ path }) => path.at(-1));
    expect(fields(existing, { validFrom: '2027-01-01' })).toEqual(['vigenciaFim']);
    expect(fields(existing, { validFrom: '2026-12-31' })).toEqual([]);
    expect(fields(existing, { validFrom: undefined, validTo: '2025-12-31' })).toEqual(['vigenciaFim']);
    expect(fields(null, { validFrom: undefined, active: undefined })).toEqual(['vigenciaInicio', 'ativo']);
  });

  it('asks for the fields of a new account, but not whether a synthetic one reconciles', () => {
    const bare: RequestedAccount = { ...whole('1'), description: undefined, requiresReconciliation: undefined };
    const fields = (account: RequestedAccount) =>
      checkChart(null, new Map(), requested([account])).map(({ path }) => path.at(-1));
    expect(fields(bare)).toEqual(['descricao', 'exigeConciliacao']);
    expect(fields({ ...bare, kind: 'SYNTHETIC' })).toEqual(['descricao']);
  });

  it('takes a synthetic account as one that does not reconcile, whatever is asked', () => {
    for (const requiresReconciliation of [undefined, true, false]) {
      const synthetic = { ...whole('1'), kind: 'SYNTHETIC', requiresReconciliation } as const;
      const { changed } = decideChartChange(null, new Map(), requested([synthetic]), idsFrom(1));
      expect(changed[0]?.requiresReconciliation).toBe(false);
    }
  });
});

function whole(code: string): RequestedAccount {
  return {
    path: PLACE,
    code,
    shortCode: '',
    description: 'Conta',
    kind: 'ANALYTICAL',
    nature: 'DEBIT',
    classification: '',
    department: '',
    sector: '',
    requiresReconciliation: true,
  };
}
