// The books that tests of releases begin with: a chart of two groups on a log of its own for each test, and what
// an August in them may hold.
import type { Competence } from '../../../src/domain/kernel/competence.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import type { TrialBalanceReleased } from '../../../src/domain/reconciliation/events.js';
import { account, company, putChart, useBooks, type TestLine } from './booksOnLog.js';
import { readAll } from '../../support/logEvents.js';

const august = '2026-08' as Competence;
const line = (...amounts: TestLine): TestLine => amounts;

export const releaseBooks = {
  august,
  asked: { company, competence: august },
  stream: 'reconciliations-3.2026-08',
  cash: line('1.1', 100_00, 50_00, 20_00, 130_00),
  stock: line('1.2', 10_00, 0, 0, 10_00),
  suppliers: line('2.1', -110_00, 20_00, 50_00, -140_00),
} as const;

export const onReleaseBooks = () =>
  useBooks((deps) =>
    putChart(deps, 5, [
      account(50, '1', { kind: 'SYNTHETIC' }),
      account(51, '1.1', { description: 'Caixa' }),
      account(52, '1.2'),
      account(60, '2', { kind: 'SYNTHETIC' }),
      account(61, '2.1'),
      account(62, '2.2'),
    ]),
  );

/** Of August, in order. */
export async function releases(log: EventLog): Promise<readonly TrialBalanceReleased['data'][]> {
  return (await readAll(log, releaseBooks.stream)).map(({ data }) => data as TrialBalanceReleased['data']);
}
