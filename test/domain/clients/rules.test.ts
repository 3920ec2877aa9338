// The rules of a company: which one counts for an account, and what it lets pass.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import {
  NO_AUTO_APPROVAL,
  approvalByRule,
  approvalReasons,
  intercompanyOf,
  riskOf,
  ruleFor,
  ruleThatHolds,
  toleratedCents,
  wantsExplanation,
  type AutoApproval,
  type JudgedAccount,
  type Tolerance,
  type VariationRule,
} from '../../../src/domain/clients/rules.js';
import { noWorkflowSettings, unusedPrefixes } from '../../../src/domain/clients/workflowSettings.js';
import { companyRulesOf } from '../../../src/domain/reconciliation/companyRules.js';

const rule = (prefix: string, amountCents: number | null, basisPoints: number | null = null): Tolerance => ({
  prefix,
  amountCents,
  basisPoints,
});

describe('The rule of an account', () => {
  it('is the one with the longest prefix of its code, in whatever order they are', () => {
    const rules = [rule('1.1', 5), rule('', 1), rule('1.1.02', 9)];
    for (const order of [rules, rules.toReversed()]) {
      expect(ruleFor(order, '1.1.02.001')?.amountCents).toBe(9);
      expect(ruleFor(order, '1.1.03')?.amountCents).toBe(5);
      expect(ruleFor(order, '2.1')?.amountCents).toBe(1);
    }
    expect(ruleFor([rule('1', 5)], '2')).toBeUndefined();
  });
});

describe('A tolerated difference', () => {
  it('is of the company that set it', () => {
    const settings = { ...noWorkflowSettings(), tolerance: new Map([[3, [rule('', 500)]]]) };
    expect(companyRulesOf(settings, 3).toleratedCents('1', 0)).toBe(500);
    expect(companyRulesOf(settings, 4).toleratedCents('1', 0)).toBe(0);
  });

  it('is nothing without a rule, else the larger of the amount and the share of the balance', () => {
    expect(toleratedCents([], '1', 1_000_00)).toBe(0);
    expect(toleratedCents([rule('', 500)], '1', 1_000_00)).toBe(500);
    expect(toleratedCents([rule('', null, 50)], '1', -1_000_00)).toBe(500);
    expect(toleratedCents([rule('', 400, 50)], '1', 1_000_00)).toBe(500);
    expect(toleratedCents([rule('', 600, 50)], '1', 1_000_00)).toBe(600);
    expect(toleratedCents([rule('', null, 1)], '1', 9_999)).toBe(0);
  });

  it('is exact for the largest balances, and never more than the balance by a share alone', () => {
    expect(toleratedCents([rule('', null, 10_000)], '1', Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 10_000 }), (balance, basisPoints) => {
        const limit = toleratedCents([rule('', null, basisPoints)], '1', balance);
        expect(limit).toBeLessThanOrEqual(Math.abs(balance));
        expect(BigInt(limit) * 10_000n).toBeLessThanOrEqual(BigInt(Math.abs(balance)) * BigInt(basisPoints));
      }),
    );
  });
});

const account: JudgedAccount = {
  balanceCents: 500,
  hasMovement: true,
  risk: 'MEDIUM',
  toleratedCents: null,
  wantsExplanation: false,
};
const reasonOf = (rules: Partial<AutoApproval>, figures: Partial<JudgedAccount> = {}) => {
  const { applied, reason } = approvalByRule({ ...NO_AUTO_APPROVAL, ...rules }, { ...account, ...figures });
  expect(applied).toBe(reason !== null && approvalReasons[reason].applied);
  return reason;
};

describe('A rule that approves', () => {
  it('is named by what it found, the narrower of several before the wider', () => {
    const empty = { balanceCents: 0, hasMovement: false };
    const still = { balanceCents: 5, hasMovement: false };
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

describe('Automatic approval', () => {
  const zeroStill = { balanceCents: 0, hasMovement: false };
  const zeroMoved = { balanceCents: 0, hasMovement: true };
  const tenStill = { balanceCents: -1000, hasMovement: false };
  const tenMoved = { balanceCents: 1000, hasMovement: true };
  const all = [zeroStill, zeroMoved, tenStill, tenMoved];
  const approved = (rules: Partial<typeof NO_AUTO_APPROVAL>) =>
    all.filter((figures) => ruleThatHolds({ ...NO_AUTO_APPROVAL, ...rules }, figures) !== null);

  it('needs a rule, and the balance up to the amount counts whatever its sign', () => {
    expect(approved({})).toEqual([]);
    expect(approved({ zeroWithoutMovement: true })).toEqual([zeroStill]);
    expect(approved({ zero: true })).toEqual([zeroStill, zeroMoved]);
    expect(approved({ withoutMovement: true })).toEqual([zeroStill, tenStill]);
    expect(approved({ upToCents: 1000 })).toEqual(all);
    expect(approved({ upToCents: 999 })).toEqual([zeroStill, zeroMoved]);
    expect(approved({ upToCents: 0 })).toEqual([zeroStill, zeroMoved]);
  });
});

const variation: VariationRule = { prefix: '', amountCents: 100_00, basisPoints: 2_000, against: 'PREVIOUS' };

describe('A change of a balance', () => {
  it('wants an explanation above both limits, whatever the sides', () => {
    expect(wantsExplanation(variation, 1_000_00, 1_200_00)).toBe(false);
    expect(wantsExplanation(variation, 1_000_00, 1_200_01)).toBe(true);
    expect(wantsExplanation(variation, -1_000_00, -1_200_01)).toBe(true);
    expect(wantsExplanation(variation, 100_00, 200_00)).toBe(false);
    expect(wantsExplanation(variation, 100_00, 200_01)).toBe(true);
    expect(wantsExplanation(variation, 0, 100_01)).toBe(true);
    expect(wantsExplanation(variation, 0, 0)).toBe(false);
  });

  it('wants none where nothing changed, and as much upwards as mirrored', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.maxSafeInteger(),
        fc.nat(),
        fc.nat(),
        (before, now, amountCents, basisPoints) => {
          const each = { ...variation, amountCents, basisPoints };
          expect(wantsExplanation(each, before, before)).toBe(false);
          expect(wantsExplanation(each, before, now)).toBe(wantsExplanation(each, 0 - before, 0 - now));
        },
      ),
    );
  });
});

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
