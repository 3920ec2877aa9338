import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { closeCompetence, reopenCompetence } from '../../../src/commands/competence/closeCompetence.js';
import { release, type ReleaseDeps } from '../../../src/commands/competence/release.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import {
  account,
  company,
  eventsIn,
  openLog,
  operator,
  processOn,
  putChart,
  putVersion,
  testClock,
} from '../support/booksOnLog.js';
import { removeDir, temporaryDir } from '../../support/service.js';

const july = '2026-07' as Competence;
const august = '2026-08' as Competence;
const at = (competence: Competence) => ({ company, competence });

let folder: string;
let log: EventLog;
let deps: ReleaseDeps;

beforeEach(async () => {
  folder = await temporaryDir();
  log = await openLog(folder);
  deps = processOn(log, testClock());
  await putChart(deps, 5, [account(51, '1.1'), account(52, '1.2')]);
});

afterEach(async () => {
  await log.close();
  await removeDir(folder);
});

const books = async () => (await eventsIn(log, 'books-3')).map(({ type, data }) => ({ type, data }));

describe('closing', () => {
  it('needs no preparation, and warns of unfinished work', async () => {
    await putVersion(deps, { competence: july, lines: [['1.1', 0, 0, 0, 0]] });
    await putVersion(deps, { competence: august, lines: [['1.1', 0, 0, 0, 0]] });
    const first = await closeCompetence(deps, at(august), operator);
    expect(first).toEqual({
      warnings: [
        { is: 'NewestNotReleased', competence: august, version: 1 },
        { is: 'EarlierCompetencesOpen', competences: [july] },
      ],
      position: await log.head(),
    });
    expect((await books()).at(-1)).toEqual({
      type: 'CompetenceClosed',
      data: { companyId: 3, clientId: 1, competence: august },
    });
  });

  it('warns of unfinished reconciliations, and not of earlier competences that are closed', async () => {
    await putVersion(deps, { competence: july, lines: [['1.1', 0, 0, 0, 0]] });
    await closeCompetence(deps, at(july), operator);
    await putVersion(deps, {
      competence: august,
      lines: [
        ['1.1', 0, 0, 0, 0],
        ['1.2', 0, 0, 0, 0],
      ],
    });
    await release(deps, at(august), operator);
    expect((await closeCompetence(deps, at(august), operator)).warnings).toEqual([
      { is: 'ReconciliationsUnfinished', competence: august, count: 2 },
    ]);
  });

  it('warns that the released version is not the newest', async () => {
    await putVersion(deps, { competence: august, lines: [['1.1', 0, 0, 0, 0]] });
    await release(deps, at(august), operator);
    await putVersion(deps, { competence: august, lines: [['1.1', 0, 1, 0, 1]] });
    expect((await closeCompetence(deps, at(august), operator)).warnings).toEqual([
      { is: 'NewestNotReleased', competence: august, version: 2 },
      { is: 'ReconciliationsUnfinished', competence: august, count: 1 },
    ]);
  });

  it('changes nothing the second time, also when twenty close at once', async () => {
    const closings = await Promise.all(
      Array.from({ length: 20 }, () => closeCompetence(processOn(log, testClock()), at(august), operator)),
    );
    expect(closings.filter(({ position }) => position !== null)).toHaveLength(1);
    expect(await books()).toHaveLength(1);
    expect((await closeCompetence(deps, at(august), operator)).position).toBeNull();
  });
});

describe('reopening', () => {
  it('goes from the last closed competence backwards, each time with a reason', async () => {
    await closeCompetence(deps, at(july), operator);
    await closeCompetence(deps, at(august), operator);
    const reopen = (competence: Competence, reason = 'nota em atraso') =>
      reopenCompetence(deps, { ...at(competence), reason }, operator);

    await expect(reopen(july)).rejects.toMatchObject({
      problem: { is: 'NotLastClosedCompetence', competence: july, last: august },
    });
    await expect(reopen(august, '  ')).rejects.toMatchObject({ problem: { is: 'ReasonMissing' } });
    expect(await books()).toHaveLength(2);

    await reopen(august);
    expect((await books()).at(-1)).toEqual({
      type: 'CompetenceReopened',
      data: { companyId: 3, clientId: 1, competence: august, reason: 'nota em atraso' },
    });
    await expect(reopen(august)).rejects.toMatchObject({
      problem: { is: 'CompetenceNotClosed', competence: august },
    });
    await reopen(july);
    expect(await books()).toHaveLength(4);
  });

  it('lets the competence be released again', async () => {
    await putVersion(deps, { competence: august, lines: [['1.1', 0, 0, 0, 0]] });
    await closeCompetence(deps, at(august), operator);
    await reopenCompetence(deps, { ...at(august), reason: 'x' }, operator);
    expect(await release(deps, at(august), operator)).toMatchObject({ version: 1, reconciliations: 1 });
  });
});
