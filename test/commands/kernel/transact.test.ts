// What becomes of a command when another process writes its stream while it is prepared.
import { expect, it } from '#jest';
import { closeCompetence } from '../../../src/commands/competence/closeCompetence.js';
import { transact } from '../../../src/commands/kernel/transact.js';
import { decideClose } from '../../../src/domain/books/decide.js';
import { booksStream, books } from '../../../src/domain/books/fold.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { company, eventsIn, openLog, operator, processOn, testClock } from '../support/booksOnLog.js';
import { removeDir, temporaryDir } from '../../support/service.js';

const competence = '2026-07' as string as Competence;

it('writes nothing when another process did the same while it was prepared and its own folds already include that', async () => {
  const folder = await temporaryDir();
  const log = await openLog(folder);
  try {
    const here = processOn(log, testClock());
    const elsewhere = processOn(log, testClock());
    const { companyId, clientId } = company;
    const stream = booksStream(companyId);
    const work = { releasedTrialBalanceId: null, unfinished: 0 };
    const asked = { blocking: [], statement: null, confirmed: null };
    let prepared = 0;

    const done = await transact(here, operator, {
      stream,
      fold: books,
      gather: async () => null,
      decide: (state) => decideClose(state, { companyId, clientId, competence, work, ...asked }),
      prepare: async (events) => {
        prepared++;
        await closeCompetence(elsewhere, { company, competence }, operator);
        await here.folds.load(stream, books); // as any other request of this process may
        return { events, parts: [] };
      },
    });

    expect(prepared).toBe(1);
    expect(done).toMatchObject({ position: null, outcome: { warnings: [{ is: 'NothingImported' }] } });
    expect(await eventsIn(log, stream)).toHaveLength(1);
  } finally {
    await log.close();
    await removeDir(folder);
  }
});
