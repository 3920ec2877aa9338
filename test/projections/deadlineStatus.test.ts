import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { dueAt } from '../../src/domain/reconciliation/deadlines.js';
import { parseCompetence, type Competence } from '../../src/domain/kernel/competence.js';
import { isFinished, reconciliationStatuses, slaStatuses } from '../../src/domain/reconciliation/states.js';
import type { Test, Where } from '../../src/domain/kernel/where.js';
import { slaStatusAt, whereSlaStatus } from '../../src/projections/views/reconciliations/reconciliationRows.js';

const competence = parseCompetence('2026-02') as Competence;
const prazos = Array.from({ length: 40 }, (_, day) => dueAt(competence, day + 1, new Set()));

/** A row as the view stores it: what is finished was so at some time before or after its prazo. */
const row = fc
  .record({
    status: fc.constantFrom(...reconciliationStatuses),
    prazo: fc.constantFrom(...prazos),
    late: fc.integer({ min: -2, max: 2 }),
  })
  .map(({ status, prazo, late }) => {
    const completedAt = isFinished(status) ? new Date(Date.parse(prazo) + late).toISOString() : null;
    const completedLate = completedAt === null ? null : status !== 'AUTO_APPROVED' && completedAt > prazo;
    return { status, prazo, completedAt, completedLate };
  });
/** Around the ends of days, and anywhere else. */
const instant = fc.oneof(
  fc.tuple(fc.constantFrom(...prazos), fc.integer({ min: -2, max: 2 })).map(([end, ms]) => Date.parse(end) + ms),
  fc.integer({ min: Date.parse('2026-02-20T00:00:00Z'), max: Date.parse('2026-05-10T00:00:00Z') }),
);

function holds(where: Where, stored: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(where as Readonly<Record<string, Test>>).every(([field, test]) => {
    if (test === null || typeof test !== 'object') return stored[field] === test;
    if ('above' in test) return String(stored[field]) > String(test.above);
    if ('upTo' in test) return String(stored[field]) <= String(test.upTo);
    throw new Error('not asked for');
  });
}

describe('Filtering by slaStatus', () => {
  it('finds each row by the state it shows and by no other, at every instant', () => {
    fc.assert(
      fc.property(row, instant, (stored, ms) => {
        const now = new Date(ms);
        const found = slaStatuses.filter((wanted) => holds(whereSlaStatus(wanted, now), stored));
        expect(found).toEqual([slaStatusAt(stored, now)]);
      }),
      { numRuns: 500 },
    );
  });

  it('uses the same conditions all day', () => {
    const at = (text: string) => JSON.stringify(whereSlaStatus('OVERDUE', new Date(text)));
    expect(at('2026-03-06T03:00:00.000Z')).toBe(at('2026-03-07T02:59:59.999Z'));
    expect(at('2026-03-07T03:00:00.000Z')).not.toBe(at('2026-03-07T02:59:59.999Z'));
  });
});
