// What becomes of a command when another process writes its stream while it is prepared.
import { expect, it } from '#jest';
import { closeCompetence } from '../../../src/commands/competence/closeCompetence.js';
import { transact } from '../../../src/commands/kernel/transact.js';
import { decideClose } from '../../../src/domain/books/decide.js';
import { booksStream, books as booksFold } from '../../../src/domain/books/fold.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { company, operator, processOn, testClock, useBooks } from '../support/booksOnLog.js';
import { readAll } from '../../support/logEvents.js';

const competence = '2026-07' as string as Competence;

const books = useBooks();

it('writes nothing when another process did the same while it was prepared and its own folds already include that', async () => {
  const { log } = books;
  const here = processOn(log, testClock());
  const elsewhere = processOn(log, testClock());
  const { companyId, clientId } = company;
  const stream = booksStream(companyId);
  const work = { releasedTrialBalanceId: null, unfinished: 0 };
  const asked = { blocking: [], statement: null, confirmed: null };
  let prepared = 0;

  const done = await transact(here, operator, {
    stream,
    fold: booksFold,
    gather: async () => null,
    decide: (state) => decideClose(state, { companyId, clientId, competence, work, ...asked }),
    prepare: async (events) => {
      prepared++;
      await closeCompetence(elsewhere, { company, competence }, operator);
      await here.folds.load(stream, booksFold); // as any other request of this process may
      return { events, parts: [] };
    },
  });

  expect(prepared).toBe(1);
  expect(done).toMatchObject({ position: null, outcome: { warnings: [{ is: 'NothingImported' }] } });
  expect(await readAll(log, stream)).toHaveLength(1);
});
