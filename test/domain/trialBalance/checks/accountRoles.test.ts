import { describe, expect, it } from '#jest';
import {
  Follows,
  RootGroups,
  followsOf,
  indexChart,
  isResultGroup,
} from '../../../../src/domain/trialBalance/checks/accounts.js';
import { account, group } from './checking.js';

describe('The equation an account follows', () => {
  it.each([
    ['DEBIT', 'DEBIT', Follows.DEBIT],
    ['DEBIT', null, Follows.DEBIT],
    ['DEBIT', 'MIXED', Follows.DEBIT],
    ['DEBIT', 'CREDIT', Follows.EITHER],
    ['CREDIT', 'CREDIT', Follows.CREDIT],
    ['CREDIT', null, Follows.CREDIT],
    ['CREDIT', 'MIXED', Follows.CREDIT],
    ['CREDIT', 'DEBIT', Follows.EITHER],
    ['MIXED', 'DEBIT', Follows.EITHER],
    ['MIXED', null, Follows.EITHER],
  ] as const)('%s under %s', (nature, root, follows) => expect(followsOf(nature, root)).toBe(follows));
});

describe('The root group', () => {
  const roots = new RootGroups([group('1.1', 'DEBIT', 'b'), group('1', 'DEBIT', 'a'), account('2', 'CREDIT')]);

  it('is the shortest synthetic account whose code begins the code', () => {
    expect(roots.of('1.1.01')?.code).toBe('1');
    expect(roots.of('15')?.code).toBe('1');
  });

  it('may have a code that zeros fill up to the length of its accounts', () => {
    const filled = new RootGroups(
      ['1.1.00', '1.0.00', '2000', '2100', '30'].map((code) => group(code, 'DEBIT', '')),
    );
    const codes = ['1.1.02', '1.2.02', '1.0.00', '2105', '2201', '21055', '1.1.1', '31.1'];
    expect(codes.map((code) => filled.of(code)?.code ?? null)).toEqual([
      '1.0.00',
      '1.0.00',
      '1.0.00',
      '2000',
      '2000',
      null,
      null,
      null,
    ]);
  });

  it('is none where no synthetic account begins it', () => {
    expect([roots.of('2.1'), roots.of(''), roots.of('0')]).toEqual([null, null, null]);
  });
});

describe('A result group', () => {
  it.each([
    ['Receitas', '3', true],
    ['DESPESAS ADMINISTRATIVAS', '2', true],
    ['Custos', '1', true],
    ['Contas de Resultado', '2', true],
    ['Variações patrimoniais diminutivas', '2', true],
    ['ATIVO', '5', false],
    ['Passivo e patrimônio líquido', '3', false],
    ['PATRIMÔNIO LÍQUIDO', '3', false],
    ['Contas de compensação', '9', false],
    ['Grupo', '1', false],
    ['Grupo', '2', false],
    ['Grupo', '3', true],
    ['', '4.1', true],
  ])('%s (%s): %s', (description, code, is) => expect(isResultGroup({ description }, code)).toBe(is));

  it('is decided by the code alone where there is no group', () => {
    expect([isResultGroup(null, '1.01'), isResultGroup(null, '4.01')]).toEqual([false, true]);
  });
});

describe('The index of a chart', () => {
  it('has the newest listing of each account', () => {
    const old = account('2', 'CREDIT', { description: 'antiga' });
    const index = indexChart([
      [account('10', 'DEBIT'), old, account('9', 'DEBIT')],
      [{ ...old, description: 'nova', requiresReconciliation: false }],
    ]);
    expect(index.get('2')).toMatchObject({ description: 'nova', isReconciled: false });
    expect(index.get('9')).toMatchObject({ description: 'Conta 9', isReconciled: true });
    expect(index.get('1')).toBeUndefined();
  });
});
