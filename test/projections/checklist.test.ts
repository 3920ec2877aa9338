// The points of a checklist: each of the company stands as its own last act says, however many came after it; and
// whether the accounts open with what they closed with.
import { expect, it } from '#jest';
import { findChecklist, marksOf } from '../../src/projections/views/competences/checklist.js';
import type { TrialBalanceLine } from '../../src/domain/books/events.js';
import { noWorkflowSettings } from '../../src/domain/clients/workflowSettings.js';
import { previousCompetence, type Competence } from '../../src/domain/kernel/competence.js';
import { append, event, importVersion } from './support/bookkeeping.js';
import { openReadSide } from './support/readSide.js';

it('A point of a checklist stands as its own last act says, before hundreds on another', async () => {
  const side = await openReadSide();
  const at = { companyId: 1, clientId: 1, competence: '2026-02' };
  const tick = (point: string) => event('ChecklistPointTicked', { ...at, point });
  const reopened = event('ChecklistPointReopened', { ...at, point: 'B', comment: 'falta' });
  const many = Array.from({ length: 300 }, () => tick('B'));
  await append(side.log, 'books-1', [tick('A'), ...many, reopened]);
  side.startProjector();
  await side.caughtUp();
  const points = [
    [1, 'A'],
    [1, 'B'],
    [1, 'C'],
    [2, 'A'],
  ] as const;
  const markOf = await marksOf(side.pages.store, at, at.competence, points);
  expect(markOf(1, 'A')).toMatchObject({ feito: true, comentario: '' });
  expect(markOf(1, 'B')).toMatchObject({ feito: false, comentario: 'falta' });
  expect([markOf(1, 'C'), markOf(2, 'A')]).toEqual([undefined, undefined]);
  await side.close();
});

it('Continuity holds for result accounts that restart, and for balances sent alike whose side is not known', async () => {
  const side = await openReadSide();
  side.startProjector();
  const deps = {
    pages: side.pages,
    clock: { now: () => new Date('2026-03-01T12:00:00Z') },
    names: { of: async () => () => '' },
    registers: { workflowOf: () => noWorkflowSettings() },
  };
  let trialBalanceId = 0;
  let companyId = 0;
  const continuesFrom = async (
    period: string,
    closing: Balances,
    opening: Balances,
    before: 'A' | 'B' = 'A',
  ): Promise<boolean> => {
    const competence = period as Competence;
    companyId += 1;
    const month = (at: string, balances: Balances, convention: 'A' | 'B') =>
      importVersion(side.log, {
        trialBalanceId: ++trialBalanceId,
        companyId,
        competence: at,
        convention,
        lines: linesOf(balances),
      });
    await month(previousCompetence(competence), closing, before);
    await month(competence, opening, 'A');
    await side.caughtUp();
    const points = await findChecklist(deps, { clientId: 1 }, { companyId, competence });
    return points.find(({ tipo }) => tipo === 'CONTINUIDADE')?.feito ?? false;
  };
  const bank = { '1.1': [5, 1] } as const;
  const revenue = { '3.1': [-7, 1] } as const;
  expect(await continuesFrom('2026-01', { ...bank, ...revenue }, bank)).toBe(true);
  expect(await continuesFrom('2026-02', { ...bank, ...revenue }, bank)).toBe(false);
  expect(await continuesFrom('2026-01', { ...bank, ...revenue }, revenue)).toBe(false);
  expect(await continuesFrom('2026-01', bank, { '1.1': [0, 1] })).toBe(false);
  expect(await continuesFrom('2026-02', { '1.1': [5, -1] }, { '1.1': [5, 1] })).toBe(true);
  expect(await continuesFrom('2026-02', { '1.1': [5, -1] }, { '1.1': [6, 1] })).toBe(false);
  expect(await continuesFrom('2026-02', { '2.1': [5, -1] }, { '2.1': [5, 1] }, 'B')).toBe(false);
  expect(await continuesFrom('2026-02', { '2.1': [5, -1] }, { '2.1': [-5, 1] }, 'B')).toBe(true);
  await side.close();
});

/** By code: the opening and closing balance as sent, and the factor that makes them debit positive. */
type Balances = Readonly<Record<string, readonly [cents: number, debitSign: 1 | -1]>>;

function linesOf(balances: Balances): readonly TrialBalanceLine[] {
  return Object.entries(balances).map(([accountCode, [cents, debitSign]]) => ({
    accountCode,
    accountName: accountCode,
    nature: 'DEBIT',
    debitSign,
    previousBalanceCents: cents,
    debitCents: 0,
    creditCents: 0,
    finalBalanceCents: cents,
  }));
}
