// A replay of many rows shares its thread: a month of 20,000 accounts is replayed while other requests are
// answered.
import { describe, expect, it } from '#jest';
import { storedReconciliationsAsOf } from '../../src/projections/views/reconciliations/reconciliations.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { release, releasedItems } from './support/bookkeeping.js';
import { useReadSide } from './support/readSide.js';

const ACCOUNTS = 5_000;

const side = useReadSide();

describe('The reconciliations as of a moment', () => {
  it('leave turns to other work while they are replayed', async () => {
    const ids = Array.from({ length: ACCOUNTS }, (_, at) => at + 1);
    const items = releasedItems(...ids.map((id) => [id, id, 1_00, true] as const));
    await release(side.log, { trialBalanceId: 1, items });
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const asOf = { companyId: 1, until: '9999-12-31T00:00:00.000Z', competence: '2026-02' as Competence };
    const rows = await storedReconciliationsAsOf(side.log, asOf);
    isOver = true;
    expect(rows).toHaveLength(ACCOUNTS);
    expect(turns).toBeGreaterThanOrEqual(ACCOUNTS / 500);
  });
});
