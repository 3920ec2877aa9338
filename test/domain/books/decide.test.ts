import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  competenceRefusal,
  decideImport,
  decideReopen,
  decideClose,
  type ImportTrialBalance,
} from '../../../src/domain/books/decide.js';
import {
  hasEarlierCompetence,
  isClosed,
  currentVersion,
  books,
  type Books,
} from '../../../src/domain/books/fold.js';
import type { BooksEvent } from '../../../src/domain/books/events.js';
import { nextCompetence, type Competence } from '../../../src/domain/kernel/competence.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';

const march = '2026-03' as Competence;
const february = '2026-02' as Competence;
const april = '2026-04' as Competence;
const company = { companyId: 3, clientId: 1 };
const noWork = { releasedTrialBalanceId: null, unfinished: 0 };

function importing(competence: Competence, trialBalanceId: number, contentHash: string): ImportTrialBalance {
  return {
    ...company,
    trialBalanceId,
    cnpj: '11222333000181',
    competence,
    chartId: 5,
    chartName: 'Plano',
    chartVersion: 1,
    contentHash,
    lines: { stream: `lines-${trialBalanceId}`, count: 1, lines: 2, hash: `bytes of ${contentHash}` },
    lineCount: 2,
    received: 3,
    ignoredNotInChart: 1,
    ignoredNotReconciled: 0,
    convention: 'A',
    source: { kind: 'json' },
  };
}

function recorded(event: BooksEvent, revision: number): Recorded {
  const metadata = {
    schemaVersion: 1,
    at: '2026-04-01T00:00:00.000Z',
    actor: { kind: 'operator', id: 'operator' },
  };
  const place = { id: `e${revision}`, stream: 'books-3', revision, position: revision + 1 };
  return { ...event, ...place, metadata: { ...metadata, requestId: null } } as Recorded;
}

const given = (...events: readonly BooksEvent[]): Books =>
  events.reduce((state, event, revision) => books.evolve(state, recorded(event, revision)), books.initial());

const versioned = (
  competence: Competence,
  trialBalanceId: number,
  hash: string,
  past: Books = given(),
): BooksEvent => {
  const [event] = decideImport(past, importing(competence, trialBalanceId, hash)).events;
  if (!event) throw new Error('nothing was decided');
  return event;
};
const closed = (competence: Competence): BooksEvent => ({
  type: 'CompetenceClosed',
  data: { ...company, competence },
});
const reopened = (competence: Competence): BooksEvent => ({
  type: 'CompetenceReopened',
  data: { ...company, competence, reason: 'ajuste' },
});

describe('importing a trial balance', () => {
  it('makes version 1 of a competence nothing was imported for, with every fact of the command', () => {
    const { lines, ...facts } = importing(march, 7, 'x');
    expect(decideImport(given(), { lines, ...facts })).toEqual({
      events: [{ type: 'TrialBalanceVersioned', data: { ...facts, lines, version: 1, supersedes: null } }],
      outcome: { is: 'Versioned', trialBalanceId: 7, version: 1 },
    });
  });

  it('makes the next version, superseding the current one, when the content differs', () => {
    const { events, outcome } = decideImport(given(versioned(march, 7, 'x')), importing(march, 9, 'y'));
    expect(events[0]?.data).toMatchObject({ trialBalanceId: 9, version: 2, supersedes: 7 });
    expect(outcome).toEqual({ is: 'Versioned', trialBalanceId: 9, version: 2 });
  });

  it('answers the existing id when the content is the current one', () => {
    expect(decideImport(given(versioned(march, 7, 'x')), importing(march, 9, 'x'))).toEqual({
      events: [],
      outcome: { is: 'Resend', trialBalanceId: 7, version: 1 },
    });
  });

  it('counts only the current version for a resend: content of an earlier one is a new version', () => {
    const first = versioned(march, 7, 'x');
    const state = given(first, versioned(march, 9, 'y', given(first)));
    expect(decideImport(state, importing(march, 11, 'x')).outcome).toEqual({
      is: 'Versioned',
      trialBalanceId: 11,
      version: 3,
    });
  });

  it('refuses a closed competence, identical content too', () => {
    const state = given(versioned(march, 7, 'x'), closed(march));
    for (const hash of ['x', 'y'])
      expect(decideImport(state, importing(march, 9, hash))).toEqual({
        events: [],
        outcome: { is: 'Refused', problem: { is: 'CompetenceClosed', competence: march } },
      });
  });

  it('refuses what would alter the month before a closed one, but not a resend', () => {
    const state = given(versioned(march, 7, 'x'), closed(april));
    expect(decideImport(state, importing(march, 9, 'y')).outcome).toEqual({
      is: 'Refused',
      problem: { is: 'NextCompetenceClosed', competence: april },
    });
    expect(decideImport(state, importing(march, 9, 'x')).outcome).toMatchObject({
      is: 'Resend',
      trialBalanceId: 7,
    });
  });

  it('looks at the month right after only: a closing two months on, or before, refuses nothing', () => {
    const december = '2025-12' as Competence;
    expect(decideImport(given(closed(april)), importing(february, 1, 'x')).outcome.is).toBe('Versioned');
    expect(decideImport(given(closed(march)), importing(april, 1, 'x')).outcome.is).toBe('Versioned');
    expect(decideImport(given(closed('2026-01' as Competence)), importing(december, 1, 'x')).outcome.is).toBe(
      'Refused',
    );
  });

  it('tells the 409 before the content is known to be good', () => {
    const state = given(versioned(march, 7, 'x'), closed(april));
    expect(competenceRefusal(state, march, null)).toEqual({ is: 'NextCompetenceClosed', competence: april });
    expect(competenceRefusal(state, march, 'x')).toBeNull();
    expect(competenceRefusal(state, february, null)).toBeNull();
  });

  it('takes imports again once reopened', () => {
    expect(decideImport(given(closed(march), reopened(march)), importing(march, 1, 'x')).outcome.is).toBe(
      'Versioned',
    );
  });

  it('knows the first month, also once later ones came; closings alone make no month', () => {
    const state = given(closed(february), versioned(march, 7, 'x'), versioned(april, 8, 'y'));
    expect(hasEarlierCompetence(state, march)).toBe(false);
    expect(hasEarlierCompetence(state, february)).toBe(false);
    expect(hasEarlierCompetence(state, april)).toBe(true);
  });
});

describe('closing and reopening', () => {
  it('closes whatever is undone, and says what is', () => {
    const state = given(versioned(february, 6, 'w'), versioned(march, 7, 'x'));
    expect(decideClose(state, { ...company, competence: march, work: noWork })).toEqual({
      events: [closed(march)],
      outcome: [
        { is: 'NewestNotReleased', competence: march, version: 1 },
        { is: 'EarlierCompetencesOpen', competences: [february] },
      ],
    });
    const work = { releasedTrialBalanceId: 7, unfinished: 12 };
    expect(decideClose(given(versioned(march, 7, 'x')), { ...company, competence: march, work }).outcome).toEqual([
      { is: 'ReconciliationsUnfinished', competence: march, count: 12 },
    ]);
  });

  it('warns of nothing when all work is done and all before is closed', () => {
    const state = given(versioned(february, 6, 'w'), closed(february), versioned(march, 7, 'x'));
    const work = { releasedTrialBalanceId: 7, unfinished: 0 };
    expect(decideClose(state, { ...company, competence: march, work }).outcome).toEqual([]);
  });

  it('closes a competence nothing was imported for, with a warning', () => {
    const { events, outcome } = decideClose(given(), { ...company, competence: march, work: noWork });
    expect(events).toEqual([closed(march)]);
    expect(outcome).toEqual([{ is: 'NothingImported', competence: march }]);
  });

  it('changes nothing when closed already', () => {
    expect(decideClose(given(closed(march)), { ...company, competence: march, work: noWork }).events).toEqual([]);
  });

  it('reopens the last closed competence, with its reason trimmed', () => {
    const state = given(closed(february), closed(march));
    expect(decideReopen(state, { ...company, competence: march, reason: ' nota fiscal em atraso ' })).toEqual({
      events: [
        { type: 'CompetenceReopened', data: { ...company, competence: march, reason: 'nota fiscal em atraso' } },
      ],
      outcome: null,
    });
  });

  it('refuses to reopen anything before the last closed one, an open one, and without a reason', () => {
    const state = given(closed(february), closed(march));
    const reopen = (competence: Competence, reason = 'x') =>
      decideReopen(state, { ...company, competence, reason });
    expect(reopen(february)).toEqual({
      events: [],
      outcome: { is: 'NotLastClosedCompetence', competence: february, last: march },
    });
    expect(reopen(april)).toEqual({ events: [], outcome: { is: 'CompetenceNotClosed', competence: april } });
    expect(reopen(march, ' \n')).toEqual({ events: [], outcome: { is: 'ReasonMissing' } });
  });
});

type Step =
  Readonly<{ do: 'import'; month: number; content: number }> | Readonly<{ do: 'close' | 'reopen'; month: number }>;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('import' as const), month: fc.nat(4), content: fc.nat(2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('close' as const, 'reopen' as const), month: fc.nat(4) }),
  },
);
const competences = ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'] as readonly string[] as Competence[];

function run(steps: readonly Step[]) {
  let state = books.initial();
  const history: { step: Step; before: Books; events: readonly BooksEvent[]; outcome: unknown }[] = [];
  let revision = 0;
  steps.forEach((one, index) => {
    const competence = competences[one.month] as Competence;
    const before = structuredClone(state);
    const { events, outcome } =
      one.do === 'import'
        ? decideImport(state, importing(competence, index + 1, `content ${one.content}`))
        : one.do === 'close'
          ? decideClose(state, { ...company, competence, work: noWork })
          : decideReopen(state, { ...company, competence, reason: 'x' });
    expect(state).toEqual(before); // deciding changes nothing
    history.push({ step: one, before, events, outcome });
    for (const event of events) state = books.evolve(state, recorded(event, revision++));
  });
  return { state, history, facts: history.flatMap(({ events }) => events) };
}

describe('any history of the books', () => {
  const anyHistory = fc.array(step, { maxLength: 60 });

  it('has versions 1 to n without holes, each superseding the one before', () => {
    fc.assert(
      fc.property(anyHistory, (steps) => {
        const { facts, state } = run(steps);
        for (const competence of competences) {
          const versions = facts.flatMap((f) =>
            f.type === 'TrialBalanceVersioned' && f.data.competence === competence ? [f.data] : [],
          );
          expect(versions.map(({ version }) => version)).toEqual(versions.map((_, i) => i + 1));
          expect(versions.map(({ supersedes }) => supersedes)).toEqual(
            [null, ...versions.map(({ trialBalanceId }) => trialBalanceId)].slice(0, versions.length),
          );
          expect(currentVersion(state, competence)?.trialBalanceId).toBe(versions.at(-1)?.trialBalanceId);
        }
      }),
    );
  });

  it('never has a version in a closed competence, nor right before a closed one', () => {
    fc.assert(
      fc.property(anyHistory, (steps) => {
        const shut = new Set<string>();
        for (const fact of run(steps).facts) {
          if (fact.type === 'CompetenceClosed') shut.add(fact.data.competence);
          if (fact.type === 'CompetenceReopened') shut.delete(fact.data.competence);
          if (fact.type === 'TrialBalanceVersioned') {
            expect(shut.has(fact.data.competence)).toBe(false);
            expect(shut.has(nextCompetence(fact.data.competence))).toBe(false);
          }
        }
      }),
    );
  });

  it('adds no event when the same command is sent twice; only a reopening is then refused', () => {
    fc.assert(
      fc.property(anyHistory, (steps) => {
        const twice = run(steps.flatMap((one) => [one, one]));
        twice.history.forEach(({ events }, index) => {
          if (index % 2 === 1) expect(events).toEqual([]);
        });
      }),
    );
  });

  it('reopens from the last closed competence backwards', () => {
    fc.assert(
      fc.property(anyHistory, (steps) => {
        for (const { before, events } of run(steps).history)
          for (const event of events)
            if (event.type === 'CompetenceReopened')
              for (const later of competences.filter((competence) => competence > event.data.competence))
                expect(isClosed(before, later)).toBe(false);
      }),
    );
  });

  it('decides the same after a snapshot as without one', () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(59), (steps, cut) => {
        const facts = run(steps).facts;
        const early = given(...facts.slice(0, cut));
        const restored = JSON.parse(JSON.stringify(early)) as Books;
        const rest = facts.slice(cut).map((event, index) => recorded(event, cut + index));
        expect(rest.reduce((state, event) => books.evolve(state, event), restored)).toEqual(given(...facts));
      }),
    );
  });
});
