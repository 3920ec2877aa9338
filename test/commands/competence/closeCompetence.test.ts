import { describe, expect, it } from '#jest';
import { closeCompetence, reopenCompetence } from '../../../src/commands/competence/closeCompetence.js';
import { release } from '../../../src/commands/competence/release.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import {
  account,
  company,
  operator,
  processOn,
  putChart,
  putVersion,
  testClock,
  useBooks,
} from '../support/booksOnLog.js';
import { readAll } from '../../support/logEvents.js';

const july = '2026-07' as Competence;
const august = '2026-08' as Competence;
const at = (competence: Competence) => ({ company, competence });

const books = useBooks((deps) => putChart(deps, 5, [account(51, '1.1'), account(52, '1.2')]));
const written = async () => (await readAll(books.log, 'books-3')).map(({ type, data }) => ({ type, data }));

describe('closing', () => {
  it('needs no preparation, and warns of versions, reconciliations and earlier competences as they are', async () => {
    const { deps } = books;
    await putVersion(deps, { competence: july, lines: [['1.1', 0, 0, 0, 0]] });
    const lines = [
      ['1.1', 0, 0, 0, 0],
      ['1.2', 0, 0, 0, 0],
    ] as const;
    await putVersion(deps, { competence: august, lines });
    await release(deps, at(august), operator);
    await putVersion(deps, { competence: august, lines: [['1.1', 0, 1, 0, 1]] });
    expect(await closeCompetence(deps, at(august), operator)).toEqual({
      warnings: [
        { is: 'NewestNotReleased', competence: august, version: 2 },
        { is: 'ReconciliationsUnfinished', competence: august, count: 2 },
        { is: 'EarlierCompetencesOpen', competences: [july] },
      ],
      position: await books.log.head(),
    });
    expect((await written()).at(-1)).toEqual({
      type: 'CompetenceClosed',
      data: { companyId: 3, clientId: 1, competence: august },
    });
  });

  it('changes nothing the second time, also when twenty close at once', async () => {
    const closings = await Promise.all(
      Array.from({ length: 20 }, () => closeCompetence(processOn(books.log, testClock()), at(august), operator)),
    );
    expect(closings.filter(({ position }) => position !== null)).toHaveLength(1);
    expect(await written()).toHaveLength(1);
    expect((await closeCompetence(books.deps, at(august), operator)).position).toBeNull();
  });
});

describe('reopening', () => {
  it('is refused without a reason, and lets the competence be released again', async () => {
    const { deps } = books;
    await putVersion(deps, { competence: august, lines: [['1.1', 0, 0, 0, 0]] });
    await closeCompetence(deps, at(august), operator);
    const head = await books.log.head();
    const reopen = (reason: string) => reopenCompetence(deps, { ...at(august), reason }, operator);
    await expect(reopen('  ')).rejects.toMatchObject({ problem: { is: 'ReasonMissing' } });
    expect(await books.log.head()).toBe(head);
    await reopen('nota em atraso');
    expect((await written()).at(-1)).toEqual({
      type: 'CompetenceReopened',
      data: { companyId: 3, clientId: 1, competence: august, reason: 'nota em atraso' },
    });
    expect(await release(deps, at(august), operator)).toMatchObject({ version: 1, reconciliations: 1 });
  });
});
