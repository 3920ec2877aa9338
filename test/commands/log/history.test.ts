import { describe, expect, it } from '#jest';
import { closeCompetence } from '../../../src/commands/competence/closeCompetence.js';
import { history, historyAt, type HistoryQuery } from '../../../src/commands/log/history.js';
import { newEvent } from '../../../src/commands/kernel/events.js';
import { recordRefusal } from '../../../src/commands/imports/refusals.js';
import type { RecordedRefusal } from '../../../src/domain/books/events.js';
import { release, type ReleaseDeps } from '../../../src/commands/competence/release.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import type { DomainEvent } from '../../../src/domain/kernel/event.js';
import { NO_STREAM } from '../../../src/domain/kernel/log.js';
import type { CommandContext } from '../../../src/commands/kernel/context.js';
import { account, company, operator, processOn, putChart, putVersion, useBooks } from '../support/booksOnLog.js';
import { readAll } from '../../support/logEvents.js';

const july = '2026-07' as Competence;
const august = '2026-08' as Competence;
const key: CommandContext = {
  actor: { kind: 'key', id: '4', name: 'ERP' },
  requestId: '7a1c9a52-6b1f-4c7e-8a56-0a7d3a1f2b3c',
};
const words: RecordedRefusal = { code: 'IMPORTACAO_RECUSADA', error: 'a, b', reasons: ['a', 'b'], reasonCount: 2 };

const books = useBooks();

/** One day apart: registers, July, a refusal, August, its release, its closing. */
async function aFewDays(): Promise<void> {
  const { log, clock, deps } = books;
  clock.at = '2026-09-01T10:00:00.000Z';
  const facts: DomainEvent[] = [
    { type: 'CompanyRegistered', data: { ...company, legalName: 'Nossa' } },
    { type: 'CompanyRegistered', data: { ...company, companyId: 4, legalName: 'Outra' } },
    { type: 'ChartRegistered', data: { chartId: 5, companyId: 3, clientId: 1, name: 'Plano 5' } },
    { type: 'ChartRegistered', data: { chartId: 6, companyId: 4, clientId: 1, name: 'Plano 6' } },
  ];
  await log.append([
    {
      stream: 'client-1',
      events: facts.map((fact) => newEvent(fact, operator, clock, null)),
      expectedRevision: NO_STREAM,
    },
  ]);
  await putChart(deps, 5, [account(51, '1.1')]);
  const days: (() => Promise<unknown>)[] = [
    () => putVersion(deps, { competence: july, lines: [['1.1', 0, 0, 0, 0]] }),
    () => refused(['a', 'b']),
    () => putVersion(deps, { competence: august, lines: [['1.1', 0, 0, 0, 0]] }),
    () => release(deps, { company, competence: august }, operator),
    () => closeCompetence(deps, { company, competence: august }, operator),
  ];
  for (const [day, deed] of days.entries()) {
    clock.at = `2026-09-0${day + 2}T10:00:00.000Z`;
    await deed();
  }
}

function refused(reasons: readonly string[], from: ReleaseDeps = books.deps): Promise<number | null> {
  const describeRefusal = () => ({ ...words, reasons, reasonCount: reasons.length });
  const problem = { is: 'ParameterInvalid', messages: [] } as const;
  return recordRefusal({ ...from, describeRefusal }, key, company, august, { kind: 'json' }, problem);
}

const everything: HistoryQuery = { company, competence: null, from: null, to: null };
const entriesOf = async (query: Partial<HistoryQuery>) =>
  (await history(books.deps, { ...everything, ...query })).map(({ at, type }) => `${at.slice(8, 10)} ${type}`);

describe('the history of a company', () => {
  it('lists all events of the company, oldest first, and none of another company', async () => {
    await aFewDays();
    expect(await entriesOf({})).toEqual([
      '01 CompanyRegistered',
      '01 ChartRegistered',
      '01 ChartVersioned',
      '02 TrialBalanceVersioned',
      '03 ImportRefused',
      '04 TrialBalanceVersioned',
      '05 TrialBalanceReleased',
      '06 CompetenceClosed',
    ]);
  });

  it('has actor and request of each event, and omits parts', async () => {
    await aFewDays();
    const entries = await history(books.deps, everything);
    expect(entries.find(({ type }) => type === 'ImportRefused')).toEqual({
      acted: null,
      released: null,
      at: '2026-09-03T10:00:00.000Z',
      type: 'ImportRefused',
      actor: { kind: 'key', id: '4', name: 'ERP' },
      requestId: key.requestId,
      stream: 'refusals-3',
      data: expect.objectContaining({ code: 'IMPORTACAO_RECUSADA', reasons: ['a', 'b'], reasonCount: 2 }),
    });
    expect(entries.find(({ type }) => type === 'TrialBalanceReleased')).toMatchObject({
      actor: { kind: 'operator', id: 'operator', name: 'Operador' },
      requestId: null,
      stream: 'reconciliations-3.2026-08',
      data: { items: { stream: expect.stringMatching(/^released-2-/), count: 1, lines: 1 } },
    });
    expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
  });

  it('tells the events at given places as the whole history does, in their order, also far apart', async () => {
    await aFewDays();
    for (let at = 0; at < 25; at++) await refused([`${at}`]);
    const all = await history(books.deps, everything);
    const revisions = new Map<string, number>();
    const placed = all.map(({ stream }) => {
      const revision = (revisions.get(stream) ?? -1) + 1;
      revisions.set(stream, revision);
      return { stream, revision };
    });
    const told = (stream: string) =>
      placed.map((place, at) => ({ place, entry: all[at] })).filter(({ place }) => place.stream === stream);
    const refusals = told('refusals-3');
    const inBooks = told('books-3');
    const chosen = [refusals.at(-1), inBooks[1], refusals[0], refusals[2], inBooks[0]].flatMap((one) => one ?? []);
    expect(chosen).toHaveLength(5);
    expect(
      await historyAt(
        books.log,
        chosen.map(({ place }) => place),
      ),
    ).toEqual(chosen.map(({ place: { revision }, entry }) => ({ ...entry, revision })));
    expect(await historyAt(books.log, [])).toEqual([]);
    const missing = historyAt(books.log, [
      { stream: 'books-3', revision: 0 },
      { stream: 'books-3', revision: 99 },
    ]);
    await expect(missing).rejects.toThrow('no longer in the log');
  });

  it('can be limited to one competence', async () => {
    await aFewDays();
    expect(await entriesOf({ competence: july })).toEqual(['02 TrialBalanceVersioned']);
    expect(await entriesOf({ competence: august })).toEqual([
      '03 ImportRefused',
      '04 TrialBalanceVersioned',
      '05 TrialBalanceReleased',
      '06 CompetenceClosed',
    ]);
  });

  it('can be limited to a time range, inclusive', async () => {
    await aFewDays();
    const from = '2026-09-03T10:00:00.000Z';
    const to = '2026-09-04T10:00:00.000Z';
    expect(await entriesOf({ from, to })).toEqual(['03 ImportRefused', '04 TrialBalanceVersioned']);
    expect(await entriesOf({ from: '2026-09-06T10:00:00.001Z' })).toEqual([]);
    expect(await entriesOf({ to: '2026-09-01T09:59:59.999Z' })).toEqual([]);
  });

  it('is empty for a company without events', async () => {
    expect(await entriesOf({ company: { companyId: 99, clientId: 98 } })).toEqual([]);
  });
});

describe('a refused import', () => {
  it('is recorded with at most 20 reasons, and their total', async () => {
    const reasons = Array.from({ length: 25 }, (_, at) => `motivo ${at + 1}`);
    expect(await refused(reasons)).toBe(await books.log.head());
    const [event] = await readAll(books.log, 'refusals-3');
    expect(event?.data).toEqual({
      ...company,
      competence: august,
      code: 'IMPORTACAO_RECUSADA',
      error: 'a, b',
      reasons: reasons.slice(0, 20),
      reasonCount: 25,
      source: { kind: 'json' },
    });
    expect(event?.metadata).toMatchObject({ actor: key.actor, requestId: key.requestId });
  });

  it('is recorded for each of many concurrent imports of several processes', async () => {
    const processes = [processOn(books.log, books.clock), processOn(books.log, books.clock)];
    await Promise.all(Array.from({ length: 20 }, (_, at) => refused([`motivo ${at}`], processes[at % 2])));
    expect(await readAll(books.log, 'refusals-3')).toHaveLength(20);
  });

  it('is not recorded for a problem outside the import', async () => {
    const problem = { is: 'CompanyNotActive' } as const;
    const position = await recordRefusal(
      { ...books.deps, describeRefusal: () => null },
      key,
      company,
      august,
      { kind: 'json' },
      problem,
    );
    expect(position).toBeNull();
    expect(await books.log.head()).toBe(0);
  });
});
