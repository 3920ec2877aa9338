// Ticks and reopenings of the points of a checklist: each point stands as its own last act says, however many came
// after it.
import { expect, it } from '#jest';
import { marksOf } from '../../src/projections/views/competences/checklist.js';
import { append, event } from './support/bookkeeping.js';
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
