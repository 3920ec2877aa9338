// Imports, closings, reopenings and releases of neighbouring competences from several processes at once, in every
// order of log accesses that fast-check comes up with: a seed replays one.
import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import { closeCompetence, reopenCompetence } from '../../../src/commands/competence/closeCompetence.js';
import { release, type ReleaseDeps } from '../../../src/commands/competence/release.js';
import type { BooksEvent } from '../../../src/domain/books/events.js';
import { nextCompetence, type Competence } from '../../../src/domain/kernel/competence.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { DomainError } from '../../../src/domain/problem.js';
import type { TrialBalanceReleased } from '../../../src/domain/reconciliation/events.js';
import {
  account,
  company,
  importVersion,
  openLog,
  operator,
  processOn,
  putChart,
  testClock,
} from '../support/booksOnLog.js';
import { methodsOf, readAll } from '../../support/logEvents.js';
import { removeDir, temporaryDir } from '../../support/service.js';

const months = ['2026-07', '2026-08', '2026-09'] as readonly string[] as readonly Competence[];

type Deed = Readonly<{
  does: 'import' | 'close' | 'reopen' | 'release';
  month: number;
  content: number;
  process: number;
}>;
/** What its caller was answered; `refused` is the problem's name. */
type Answered = Readonly<{ deed: Deed; answer: string }>;

const deed: fc.Arbitrary<Deed> = fc.record({
  does: fc.constantFrom('import', 'import', 'import', 'close', 'reopen', 'release'),
  month: fc.nat(2),
  content: fc.nat(2),
  process: fc.nat(1),
});

describe('concurrent imports, closings and reopenings', () => {
  it('store no version in or right before a closed month, and every answer matches the log', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 2, maxLength: 9 }),
        fc.scheduler(),
        async (deeds, scheduler) => {
          const folder = await temporaryDir();
          const log = await openLog(folder);
          try {
            await putChart(processOn(log, testClock()), 5, [account(51, '1.1'), account(52, '1.2')]);
            const processes = [0, 1].map(() => processOn(shuffled(log, scheduler), testClock()));
            const answers = await scheduler.waitFor(
              Promise.all(deeds.map((one) => answered(processes[one.process] as ReleaseDeps, one))),
            );
            await check(log, answers);
          } finally {
            await log.close();
            await removeDir(folder);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Every access waits for its turn, and fast-check says whose it is. */
function shuffled(log: EventLog, scheduler: fc.Scheduler): EventLog {
  const turn = (label: string): Promise<unknown> => scheduler.schedule(Promise.resolve(), label);
  return {
    ...methodsOf(log),
    async append(appends) {
      await turn(`append ${appends.map(({ stream }) => stream).join(' ')}`);
      return log.append(appends);
    },
    async *read(stream, from) {
      await turn(`read ${stream}`);
      yield* log.read(stream, from);
    },
  };
}

async function answered(deps: ReleaseDeps, one: Deed): Promise<Answered> {
  try {
    return { deed: one, answer: await done(deps, one) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { deed: one, answer: error.problem.is };
  }
}

async function done(deps: ReleaseDeps, { does, month, content }: Deed): Promise<string> {
  const competence = months[month] as Competence;
  switch (does) {
    case 'import': {
      const outcome = await importVersion(deps, { competence, lines: [['1.1', 0, content, 0, content]] });
      return outcome.is === 'Refused' ? outcome.problem.is : `${outcome.is} ${outcome.trialBalanceId}`;
    }
    case 'close':
      return (await closeCompetence(deps, { company, competence }, operator)).position === null
        ? 'already'
        : 'closed';
    case 'reopen':
      await reopenCompetence(deps, { company, competence, reason: 'x' }, operator);
      return 'reopened';
    case 'release':
      return `released ${(await release(deps, { company, competence }, operator)).trialBalanceId}`;
  }
}

async function check(log: EventLog, answers: readonly Answered[]): Promise<void> {
  const facts = (await readAll(log, 'books-3')) as readonly Recorded<BooksEvent>[];
  const closed = new Set<Competence>();
  const versions = new Map<Competence, number>();
  const stored: number[] = [];
  for (const { type, data } of facts) {
    if (type === 'ScheduleCreated' || type === 'ScheduleEnded') continue;
    const { competence } = data;
    if (type === 'CompetenceClosed') closed.add(competence);
    if (type === 'CompetenceReopened') closed.delete(competence);
    if (type !== 'TrialBalanceVersioned') continue;
    expect([closed.has(competence), closed.has(nextCompetence(competence))]).toEqual([false, false]);
    expect(data.version).toBe((versions.get(competence) ?? 0) + 1);
    versions.set(competence, data.version);
    stored.push(data.trialBalanceId);
  }

  const answered = (answer: string): number => answers.filter((one) => one.answer === answer).length;
  const counted = (type: string): number => facts.filter((fact) => fact.type === type).length;
  expect(answered('closed')).toBe(counted('CompetenceClosed'));
  expect(answered('reopened')).toBe(counted('CompetenceReopened'));
  const made = answers.flatMap(({ answer }) =>
    answer.startsWith('Versioned ') ? [Number(answer.slice(10))] : [],
  );
  expect(made.sort()).toEqual(stored.sort());
  for (const { answer } of answers)
    if (answer.startsWith('Resend ')) expect(stored).toContain(Number(answer.slice(7)));

  for (const competence of months) {
    const releases = (await readAll(
      log,
      `reconciliations-3.${competence}`,
    )) as readonly Recorded<TrialBalanceReleased>[];
    const released = releases.map(({ data }) => data.version);
    expect(released).toEqual([...new Set(released)].sort());
    expect(releases.map(({ data }) => data.replaces)).toEqual(
      [null, ...releases.map(({ data }) => data.trialBalanceId)].slice(0, releases.length),
    );
  }
}
