import { describe, expect, it } from '#jest';
import {
  NO_AUTO_APPROVAL,
  approvalByRule,
  approvalReasons,
  riskOf,
  type AutoApproval,
  type JudgedAccount,
} from '../../../src/domain/clients/rules.js';

const account: JudgedAccount = {
  ...{ balanceCents: 500, hasMovement: true, risk: 'MEDIUM' },
  ...{ toleratedCents: null, wantsExplanation: false },
};
const reasonOf = (rules: Partial<AutoApproval>, figures: Partial<JudgedAccount> = {}) => {
  const { applied, reason } = approvalByRule({ ...NO_AUTO_APPROVAL, ...rules }, { ...account, ...figures });
  expect(applied).toBe(reason !== null && approvalReasons[reason].applied);
  return reason;
};

describe('A rule that approves', () => {
  it('is named by what it found, the narrower of several before the wider', () => {
    const [empty, still] = [
      { balanceCents: 0, hasMovement: false },
      { balanceCents: 5, hasMovement: false },
    ];
    const all = { zeroWithoutMovement: true, zero: true, withoutMovement: true, upToCents: 500 };
    expect(reasonOf(all, empty)).toBe('ZERO_SEM_MOVIMENTO');
    expect(reasonOf(all, { balanceCents: 0 })).toBe('SALDO_ZERO');
    expect(reasonOf(all, still)).toBe('SEM_MOVIMENTO');
    expect(reasonOf(all, { balanceCents: -500 })).toBe('ATE_O_LIMITE');
  });
});

describe('An account that no rule approves', () => {
  it('has a reason where the company has a rule for it, and none otherwise', () => {
    expect(reasonOf({})).toBeNull();
    expect(reasonOf({}, { risk: 'HIGH', toleratedCents: 900 })).toBeNull();
    expect(reasonOf({}, { toleratedCents: 900 })).toBeNull();
    expect(reasonOf({ upToCents: 499 })).toBe('ACIMA_DO_LIMITE');
    expect(reasonOf({ zero: true })).toBe('COM_SALDO');
    expect(reasonOf({ zeroWithoutMovement: true })).toBe('COM_SALDO');
    expect(reasonOf({ zeroWithoutMovement: true }, { balanceCents: 0 })).toBe('COM_MOVIMENTO');
    expect(reasonOf({ withoutMovement: true })).toBe('COM_MOVIMENTO');
  });
});

describe('The risk of an account', () => {
  it('is that of the longest prefix, and medium without one', () => {
    const rules = [
      { prefix: '1', level: 'LOW' },
      { prefix: '1.1', level: 'HIGH' },
    ] as const;
    expect(['1.1.01', '1.2', '2'].map((code) => riskOf(rules, code))).toEqual(['HIGH', 'LOW', 'MEDIUM']);
  });

  it('leaves high ones to people, whatever the rules', () => {
    expect(reasonOf({ zero: true }, { balanceCents: 0, risk: 'HIGH' })).toBe('RISCO_ALTO');
    expect(reasonOf({ upToCents: 1 }, { risk: 'HIGH' })).toBe('RISCO_ALTO');
  });

  it('lets low ones be approved within the tolerance, unless their change wants an explanation', () => {
    const low = { risk: 'LOW' } as const;
    expect(reasonOf({}, { ...low, toleratedCents: 500 })).toBe('DENTRO_DA_TOLERANCIA');
    expect(reasonOf({}, { ...low, toleratedCents: 500, balanceCents: -501 })).toBe('ACIMA_DO_LIMITE');
    expect(reasonOf({}, { ...low, toleratedCents: 500, wantsExplanation: true })).toBe('VARIACAO_ACIMA_DO_LIMITE');
    expect(reasonOf({ upToCents: 500 }, { ...low, wantsExplanation: true })).toBe('VARIACAO_ACIMA_DO_LIMITE');
    expect(reasonOf({ upToCents: 500 }, { wantsExplanation: true })).toBe('ATE_O_LIMITE');
  });
});
