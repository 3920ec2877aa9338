// What the proof of closed months finds, and what it lets pass.
import { describe, expect, it } from '#jest';
import type { Entry } from '../support/history.js';
import type { Ledger } from '../support/ledger.js';
import { bookProblems, closingProblems } from './closings.js';
import type { Deed } from './operators.js';

const ledger: Ledger = { ref: 'acme', cnpjs: ['1'], companyIds: [7], accounts: [], key: '', keyId: 1 };
const deed = (does: Deed['does'], period: string, startedMs: number, done: boolean | null = true): Deed => ({
  does,
  period,
  startedMs,
  done,
  companyId: 7,
  endedMs: done === null ? Infinity : startedMs + 10,
});
const entry = (status: number, askedMs: number, period = '2026-12'): Entry => ({
  company: 0,
  period,
  variant: 0,
  askedMs,
  answeredMs: askedMs + 10,
  answer: { status, trialBalanceId: status === 201 ? 1 : null },
});

describe('the proof of closed months', () => {
  const close = deed('close', '2026-12', 100);
  const found = (entries: Entry[], deeds: Deed[]) => closingProblems(ledger, entries, deeds).length;

  it('finds a version stored in a closed month, or right before one', () => {
    expect(found([entry(201, 200)], [close])).toBe(1);
    expect(found([entry(201, 200, '2026-11')], [close])).toBe(1);
    expect(found([entry(201, 200, '2027-01')], [close])).toBe(0);
  });

  it('accepts versions concurrent with the closing, before it, or after a possible reopening', () => {
    expect(found([entry(201, 95), entry(201, 105)], [close])).toBe(0);
    expect(found([entry(201, 200)], [close, deed('reopen', '2026-12', 150)])).toBe(0);
    expect(found([entry(201, 200)], [close, deed('reopen', '2026-12', 150, null)])).toBe(0);
    expect(found([entry(201, 200)], [close, deed('reopen', '2026-12', 150, false)])).toBe(1);
    expect(found([entry(201, 200)], [close, deed('reopen', '2026-12', 50)])).toBe(1);
  });

  it('finds a refusal that no closing explains', () => {
    expect(found([entry(409, 50)], [close])).toBe(1);
    expect(found([entry(409, 200)], [close])).toBe(0);
    expect(found([entry(409, 200)], [deed('close', '2026-12', 100, false)])).toBe(1);
  });
});

describe('the proof of the books', () => {
  const facts = (...types: string[]) =>
    types.map((text) => {
      const [type = '', competence = ''] = text.split(' ');
      return { type, data: { competence } };
    });

  it('accepts closings and reopenings in order', () => {
    const story = ['TrialBalanceVersioned 2026-01', 'CompetenceClosed 2026-01', 'TrialBalanceVersioned 2026-02'];
    expect(
      bookProblems(7, facts(...story, 'CompetenceReopened 2026-01', 'TrialBalanceVersioned 2026-01')),
    ).toEqual([]);
  });

  it.each([
    ['CompetenceClosed 2026-01', 'TrialBalanceVersioned 2026-01'],
    ['CompetenceClosed 2026-02', 'TrialBalanceVersioned 2026-01'],
    ['CompetenceClosed 2026-01', 'CompetenceClosed 2026-01'],
    ['CompetenceClosed 2026-01', 'CompetenceClosed 2026-02', 'CompetenceReopened 2026-01'],
    ['CompetenceReopened 2026-01'],
  ])('reports the sequence %s, %s', (...story) => {
    expect(bookProblems(7, facts(...story.filter((each) => each !== undefined)))).toHaveLength(1);
  });
});
