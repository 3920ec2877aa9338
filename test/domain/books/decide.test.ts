import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import {
  competenceRefusal,
  decideClose,
  decideDossierMade,
  decideReopen,
  decideReopenPoint,
  decideTick,
  type NewTrialBalance,
} from '../../../src/domain/books/decide.js';
import { decideImport } from '../../support/decideImport.js';
import {
  hasEarlierCompetence,
  isClosed,
  currentVersion,
  books,
  type Books,
} from '../../../src/domain/books/fold.js';
import type { BooksEvent } from '../../../src/domain/books/events.js';
import { nextCompetence, type Competence } from '../../../src/domain/kernel/competence.js';
import { given as givenFacts, recorded } from '../../support/given.js';

const march = '2026-03' as Competence;
const february = '2026-02' as Competence;
const april = '2026-04' as Competence;
const company = { companyId: 3, clientId: 1 };
const noWork = { releasedTrialBalanceId: null, unfinished: 0 };
const nothingAsked = { blocking: [], statement: null, confirmed: null };
const warned = (...warnings: readonly object[]) => ({ warnings, refusal: null });

function importing(competence: Competence, trialBalanceId: number, contentHash: string): NewTrialBalance {
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

const given = (...facts: readonly BooksEvent[]) => givenFacts(books, ...facts);

const versioned = (
  competence: Competence,
  trialBalanceId: number,
  hash: string,
  past: Books = books.initial(),
): BooksEvent => {
  const [event] = decideImport(past, importing(competence, trialBalanceId, hash)).events;
  if (!event) throw new Error('nothing was decided');
  return event;
};
const aVersion = (data: object): unknown => ({
  type: 'TrialBalanceVersioned',
  data: expect.objectContaining(data) as unknown,
});
const closed = (competence: Competence): BooksEvent => ({
  type: 'CompetenceClosed',
  data: { ...company, competence },
});
const ticked = (point: string, competence: Competence = march): BooksEvent => ({
  type: 'ChecklistPointTicked',
  data: { ...company, competence, point },
});
const reopened = (competence: Competence): BooksEvent => ({
  type: 'CompetenceReopened',
  data: { ...company, competence, reason: 'ajuste' },
});

describe('importing a trial balance', () => {
  const imports = (command: NewTrialBalance) => (state: Books) => decideImport(state, command);
  const made = (trialBalanceId: number, version: number) => ({ is: 'Versioned', trialBalanceId, version });

  it('makes version 1 of a competence nothing was imported for, with every fact of the command', () => {
    const { lines, ...facts } = importing(march, 7, 'x');
    given()
      .when(imports({ lines, ...facts }))
      .then(
        [{ type: 'TrialBalanceVersioned', data: { ...facts, lines, version: 1, supersedes: null } }],
        made(7, 1),
      );
  });

  it('records where the lines are that do not enter', () => {
    const leftOut = { stream: 'lines-7', count: 1, lines: 1, hash: 'bytes of what was left out' };
    const [event] = decideImport(books.initial(), { ...importing(march, 7, 'x'), leftOut }).events;
    expect(event?.data).toMatchObject({ leftOut, lines: { lines: 2 } });
  });

  it('keeps the warnings that were answered, and how many there were', () => {
    const warned = { ...importing(march, 7, 'x'), warnings: ['A conta 1 mudou'], warningCount: 3 };
    given()
      .when(imports(warned))
      .then([aVersion({ warnings: ['A conta 1 mudou'], warningCount: 3 })], made(7, 1));
  });

  it('answers the existing id when the content is the current one', () =>
    given(versioned(march, 7, 'x'))
      .when(imports(importing(march, 9, 'x')))
      .thenNothing({ is: 'Resend', trialBalanceId: 7, version: 1 }));

  it('counts only the current version for a resend: content of an earlier one is a new version', () => {
    const first = versioned(march, 7, 'x');
    given(first, versioned(march, 9, 'y', given(first).state()))
      .when(imports(importing(march, 11, 'x')))
      .then([aVersion({ version: 3, supersedes: 9 })], made(11, 3));
  });

  it.each(['x', 'y'])('refuses a closed competence, identical content too (%s)', (hash) =>
    given(versioned(march, 7, 'x'), closed(march))
      .when(imports(importing(march, 9, hash)))
      .thenNothing({ is: 'Refused', problem: { is: 'CompetenceClosed', competence: march } }),
  );

  it('refuses what would alter the month before a closed one, but not a resend', () => {
    const past = given(versioned(march, 7, 'x'), closed(april));
    past
      .when(imports(importing(march, 9, 'y')))
      .thenNothing({ is: 'Refused', problem: { is: 'NextCompetenceClosed', competence: april } });
    past.when(imports(importing(march, 9, 'x'))).thenNothing({ is: 'Resend', trialBalanceId: 7, version: 1 });
  });

  it('looks at the month right after only: a closing two months on, or before, refuses nothing', () => {
    given(closed(april))
      .when(imports(importing(february, 1, 'x')))
      .then([aVersion({ competence: february })]);
    given(closed(march))
      .when(imports(importing(april, 1, 'x')))
      .then([aVersion({ competence: april })]);
    const [december, january] = ['2025-12', '2026-01'] as readonly string[] as [Competence, Competence];
    given(closed(january))
      .when(imports(importing(december, 1, 'x')))
      .thenNothing({ is: 'Refused', problem: { is: 'NextCompetenceClosed', competence: january } });
  });

  it('tells the 409 before the content is known to be good', () => {
    const state = given(versioned(march, 7, 'x'), closed(april)).state();
    expect(competenceRefusal(state, march, null)).toEqual({ is: 'NextCompetenceClosed', competence: april });
    expect(competenceRefusal(state, march, 'x')).toBeNull();
    expect(competenceRefusal(state, february, null)).toBeNull();
  });

  it('reads no decision out of facts that other rules keep', () => {
    const past = given(versioned(march, 7, 'x'));
    const refused = { type: 'ImportRefused', data: {} };
    expect(givenFacts(books, versioned(march, 7, 'x'), refused).state()).toEqual(past.state());
  });

  it('knows the first month, also once later ones came; closings alone make no month', () => {
    const state = given(closed(february), versioned(march, 7, 'x'), versioned(april, 8, 'y')).state();
    expect(hasEarlierCompetence(state, march)).toBe(false);
    expect(hasEarlierCompetence(state, february)).toBe(false);
    expect(hasEarlierCompetence(state, april)).toBe(true);
  });
});

describe('closing and reopening', () => {
  const closes = (competence: Competence, work: Parameters<typeof decideClose>[1]['work']) => (state: Books) =>
    decideClose(state, { ...company, competence, work, ...nothingAsked });
  const reopens =
    (competence: Competence, reason = 'x') =>
    (state: Books) =>
      decideReopen(state, { ...company, competence, reason });

  it('closes whatever is undone, and says what is', () => {
    given(versioned(february, 6, 'w'), versioned(march, 7, 'x'))
      .when(closes(march, noWork))
      .then(
        [closed(march)],
        warned(
          { is: 'NewestNotReleased', competence: march, version: 1 },
          { is: 'EarlierCompetencesOpen', competences: [february] },
        ),
      );
    given(versioned(march, 7, 'x'))
      .when(closes(march, { releasedTrialBalanceId: 7, unfinished: 12 }))
      .then([closed(march)], warned({ is: 'ReconciliationsUnfinished', competence: march, count: 12 }));
  });

  it('warns of nothing when all work is done and all before is closed', () =>
    given(versioned(february, 6, 'w'), closed(february), versioned(march, 7, 'x'))
      .when(closes(march, { releasedTrialBalanceId: 7, unfinished: 0 }))
      .then([closed(march)], warned()));

  it('closes a competence nothing was imported for, with a warning', () =>
    given()
      .when(closes(march, noWork))
      .then([closed(march)], warned({ is: 'NothingImported', competence: march })));

  it('changes nothing when closed already', () => {
    given(closed(march)).when(closes(march, noWork)).thenNothing();
    given().when(closes(march, noWork)).again().thenNothing();
  });

  it('is refused until the points that block are ticked, and the statement is confirmed', () => {
    const asked = { blocking: ['Inventário', 'Ata'], statement: 'Declaro que conferi.' };
    const closesBy = (confirmed: string | null) => (state: Books) =>
      decideClose(state, { ...company, competence: march, work: noWork, ...asked, confirmed });
    const missing = (...points: readonly string[]) => ({
      warnings: expect.anything() as unknown,
      refusal: { is: 'ClosingPointsPending', competence: march, points },
    });
    given().when(closesBy(asked.statement)).thenNothing(missing('Inventário', 'Ata'));
    given(ticked('Ata'), ticked('Inventário', february)).when(closesBy(null)).thenNothing(missing('Inventário'));
    const ready = given(ticked('Ata'), ticked('Inventário'));
    for (const other of [null, 'Declaro outra coisa.'])
      ready.when(closesBy(other)).thenNothing({
        warnings: expect.anything() as unknown,
        refusal: { is: 'StatementNotConfirmed', statement: asked.statement },
      });
    const done = ready.when(closesBy(asked.statement));
    done.then([{ type: 'CompetenceClosed', data: { ...company, competence: march, statement: asked.statement } }]);
    done
      .after()
      .when(closesBy(null))
      .thenNothing(warned({ is: 'NothingImported', competence: march }));
  });

  it('reopens the last closed competence, with its reason trimmed', () =>
    given(closed(february), closed(march))
      .when(reopens(march, ' nota fiscal em atraso '))
      .then(
        [{ type: 'CompetenceReopened', data: { ...company, competence: march, reason: 'nota fiscal em atraso' } }],
        null,
      ));

  it('refuses to reopen anything before the last closed one, an open one, and without a reason', () => {
    const past = given(closed(february), closed(march));
    past.when(reopens(february)).thenNothing({ is: 'NotLastClosedCompetence', competence: february, last: march });
    past.when(reopens(april)).thenNothing({ is: 'CompetenceNotClosed', competence: april });
    past.when(reopens(march, ' \n')).thenNothing({ is: 'ReasonMissing' });
  });
});

describe('the checklist of a competence', () => {
  const at = { ...company, competence: march, point: 'Ata' };
  const ticks = (state: Books) => decideTick(state, at);
  const reopensPoint = (comment: string) => (state: Books) => decideReopenPoint(state, { ...at, comment });
  const undone = { type: 'ChecklistPointReopened', data: { ...at, comment: 'faltou' } };

  it('has its points ticked once, and reopened with a comment', () => {
    const done = given().when(ticks);
    done.then([ticked('Ata')], null);
    done.again().thenNothing(null);
    done.after().when(reopensPoint(' faltou ')).then([undone], null);
    done
      .after()
      .and(undone)
      .when(ticks)
      .then([ticked('Ata')], null);
    done.after().when(reopensPoint(' ')).thenNothing({ is: 'PointCommentMissing' });
    given().when(reopensPoint('faltou')).thenNothing(null);
  });

  it('stays as it was at the closing', () => {
    const shut = { is: 'ChecklistInClosedCompetence', competence: march };
    given(closed(march)).when(ticks).thenNothing(shut);
    given(ticked('Ata'), closed(march)).when(reopensPoint('faltou')).thenNothing(shut);
    given(closed(march), reopened(march))
      .when(ticks)
      .then([ticked('Ata')]);
  });
});

describe('the dossier of a competence', () => {
  const made = { ...company, competence: march, closing: 4, sealedEvents: 20, manifestHash: 'ab' };
  const records = (closing: number) => (state: Books) => decideDossierMade(state, { ...made, closing });

  it('is recorded once for each closing', () => {
    const done = given(closed(march)).when(records(4));
    done.then([{ type: 'DossierMade', data: made }], null);
    done.again().thenNothing(null);
    done
      .after()
      .and(reopened(march), closed(march))
      .when(records(6))
      .then([{ type: 'DossierMade', data: { ...made, closing: 6 } }], null);
  });
});

type Step =
  Readonly<{ do: 'import'; month: number; content: number }> | Readonly<{ do: 'close' | 'reopen'; month: number }>;

const imported = fc.record({ do: fc.constant('import' as const), month: fc.nat(4), content: fc.nat(2) });
const moved = fc.record({ do: fc.constantFrom('close' as const, 'reopen' as const), month: fc.nat(4) });
const step: fc.Arbitrary<Step> = fc.oneof({ weight: 5, arbitrary: imported }, { weight: 2, arbitrary: moved });
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
          ? decideClose(state, { ...company, competence, work: noWork, ...nothingAsked })
          : decideReopen(state, { ...company, competence, reason: 'x' });
    expect(state).toEqual(before); // deciding changes nothing
    history.push({ step: one, before, events, outcome });
    for (const event of events) state = books.evolve(state, recorded(event, revision++));
  });
  return { state, history, facts: history.flatMap(({ events }) => events) };
}

describe('any history of the books', () => {
  const anyHistory = fc.array(step, { maxLength: 60 });

  const everyHistory = (check: (steps: readonly Step[]) => void) => fc.assert(fc.property(anyHistory, check));

  it('has versions 1 to n without holes, each superseding the one before', () =>
    everyHistory((steps) => {
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
    }));

  it('never has a version in a closed competence, nor right before a closed one', () =>
    everyHistory((steps) => {
      const shut = new Set<string>();
      for (const fact of run(steps).facts) {
        if (fact.type === 'CompetenceClosed') shut.add(fact.data.competence);
        if (fact.type === 'CompetenceReopened') shut.delete(fact.data.competence);
        if (fact.type === 'TrialBalanceVersioned') {
          expect(shut.has(fact.data.competence)).toBe(false);
          expect(shut.has(nextCompetence(fact.data.competence))).toBe(false);
        }
      }
    }));

  it('adds no event when the same command is sent twice; only a reopening is then refused', () =>
    everyHistory((steps) => {
      const { history } = run(steps.flatMap((one) => [one, one]));
      for (const { events } of history.filter((_, index) => index % 2 === 1)) expect(events).toEqual([]);
    }));

  it('reopens from the last closed competence backwards', () =>
    everyHistory((steps) => {
      for (const { before, events } of run(steps).history)
        for (const event of events)
          if (event.type === 'CompetenceReopened')
            for (const later of competences.filter((competence) => competence > event.data.competence))
              expect(isClosed(before, later)).toBe(false);
    }));
});
