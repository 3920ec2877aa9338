// What a person is shown before acting must be what the decision then says.
import { describe, expect, it } from '#jest';
import { roles as allRoles } from '../../../src/domain/clients/roles.js';
import { decideAct } from '../../../src/domain/reconciliation/decide.js';
import { possibleActs } from '../../../src/domain/reconciliation/possibleActs.js';
import { reconciliationStatuses } from '../../../src/domain/reconciliation/states.js';
import { acts } from '../../../src/domain/reconciliation/transitions.js';
import { commandOf, givenItems, requestOf, rulesFor, type ItemFacts } from './support.js';

const relations = {
  stranger: { ownerId: 'outra', preparerId: 'outra', prepared: ['outra'], reviewed: ['ainda outra'] },
  'person of the step': { ownerId: 'eu', preparerId: 'eu', prepared: [], reviewed: [] },
  'who prepared it': { ownerId: 'outra', preparerId: 'eu', prepared: ['eu'], reviewed: [] },
  'who reviewed it': { ownerId: 'outra', preparerId: 'outra', prepared: ['outra'], reviewed: ['eu'] },
} as const;

describe('the acts shown to a person', () => {
  it.each(reconciliationStatuses)(
    'are possible, or refused for the same reason, as decided, from %s',
    (status) => {
      // Compared together: thousands of comparisons one by one take longer than what they compare.
      const [found, expected]: [unknown[], unknown[]] = [[], []];
      for (const role of allRoles)
        for (const [relation, facts] of Object.entries(relations))
          for (const [bookBalanceCents, begins] of [
            [0, false],
            [7_00, false],
            [0, true],
            [7_00, true],
          ] as const) {
            const rules = rulesFor({ eu: [role], nova: ['PREPARER'], outra: [...allRoles] });
            const state = givenItems({ status, bookBalanceCents, ...facts }).state();
            const [item] = state.items;
            if (!item) throw new Error('no item');
            const shown = possibleActs(item, { personId: 'eu', rules }, begins);
            for (const act of acts) {
              const where = `${act} ${role} ${relation} ${begins}`;
              const request = requestOf(act, { to: 'nova' });
              const command = commandOf({ request, personId: 'eu', rules, begins });
              const [decided] = decideAct(state, command).outcome;
              const isShown = shown.find((one) => one.act === act);
              const refusal = decided?.ok === false ? decided.refusal : null;
              found.push([where, isShown ? isShown.refusal : decided?.ok]);
              expected.push([where, isShown ? refusal : false]);
            }
          }
      expect(found).toEqual(expected);
    },
  );

  it('are those of the roles the person holds, and no others', () => {
    const shownTo = (...roles: (typeof allRoles)[number][]) => {
      const [item] = givenItems({}).state().items;
      if (!item) throw new Error('no item');
      return possibleActs(item, { personId: 'eu', rules: rulesFor({ eu: roles }) }).map(({ act }) => act);
    };
    const notes = ['comment', 'attach'];
    const prepares = ['start', 'ask-documents', 'ask-adjustment', 'resume', 'submit', 'recall'];
    expect(shownTo('PREPARER')).toEqual([...prepares, 'carry', 'compose', 'adjust', 'explain', ...notes]);
    expect(shownTo('REVIEWER')).toEqual(['open', 'pass', 'return', ...notes]);
    expect(shownTo('APPROVER')).toEqual(['open', 'approve', 'reject', ...notes]);
    expect(shownTo('SUPERVISOR')).toEqual(['assign', 'reopen', 'waive', 'restore', ...notes]);
    expect(shownTo('MODULE_ADMIN')).toEqual(['reopen', ...notes]);
    expect(shownTo('AUDITOR')).toEqual([]);
    expect(shownTo()).toEqual([]);
    expect(shownTo(...allRoles)).toEqual([...acts]);
  });

  it('say which text they ask for', () => {
    const [item] = givenItems({}).state().items;
    if (!item) throw new Error('no item');
    const shown = possibleActs(item, { personId: 'eu', rules: rulesFor({ eu: [...allRoles] }) });
    const asking = (what: string) => shown.filter(({ asks }) => asks === what).map(({ act }) => act);
    expect(asking('comment')).toEqual(['ask-documents', 'ask-adjustment', 'return']);
    expect(asking('reason')).toEqual(['reject', 'reopen', 'waive', 'restore']);
  });
});

describe('an act that begins its step', () => {
  const rules = rulesFor({ eu: ['PREPARER', 'REVIEWER'], outra: ['PREPARER'] }, { reviewer: 'eu' });
  const asked = (facts: ItemFacts, act: (typeof acts)[number], begins = true) =>
    givenItems(facts).when((state) =>
      decideAct(state, commandOf({ request: requestOf(act), personId: 'eu', rules, begins })),
    );
  const written = ({ events }: ReturnType<typeof asked>) =>
    events.map(({ type, data }) => [
      type,
      'move' in data ? data.move : null,
      data.items?.from,
      data.items?.status,
    ]);

  it('is two events, the first of which begins it, and the person prepared it from then on', () => {
    const sent = asked({ status: 'NOT_STARTED', ownerId: 'outra', preparerId: 'outra' }, 'submit');
    expect(written(sent)).toEqual([
      ['ReconciliationsMoved', 'start', ['NOT_STARTED'], ['IN_ELABORATION']],
      ['ReconciliationsMoved', 'submit', ['IN_ELABORATION'], ['SUBMITTED_FOR_REVIEW']],
    ]);
    // Who prepared it does not review it, even as the account's Revisor.
    expect(sent.after().state().items[0]).toMatchObject({ preparerId: 'eu', prepared: ['eu'], ownerId: null });
    expect(written(asked({ status: 'AWAITING_DOCUMENTS', ownerId: 'eu' }, 'compose'))).toEqual([
      ['ReconciliationsMoved', 'resume', ['AWAITING_DOCUMENTS'], ['IN_ELABORATION']],
      ['CompositionRecorded', null, ['IN_ELABORATION'], ['IN_ELABORATION']],
    ]);
    const passed = asked({ status: 'SUBMITTED_FOR_REVIEW', prepared: ['outra'] }, 'pass');
    expect(passed.after().state().items[0]).toMatchObject({ status: 'SUBMITTED_FOR_APPROVAL', reviewed: ['eu'] });
  });

  it('begins nothing where it is refused, is another person’s, or was not asked to', () => {
    for (const [facts, act, begins] of [
      [{ status: 'NOT_STARTED', bookBalanceCents: 1 }, 'submit', true],
      [{ status: 'SUBMITTED_FOR_REVIEW', prepared: ['eu'] }, 'pass', true],
      [{ status: 'AWAITING_DOCUMENTS', ownerId: 'outra' }, 'compose', true],
      [{ status: 'IN_ELABORATION', ownerId: 'alguém' }, 'submit', true],
      [{ status: 'NOT_STARTED' }, 'submit', false],
    ] as const)
      expect(asked(facts, act, begins)).toMatchObject({ events: [], outcome: [{ ok: false }] });
  });
});

describe('a person who saw an earlier revision', () => {
  const rules = rulesFor({ eu: ['PREPARER'], outra: ['PREPARER'] });
  const past = givenItems({ status: 'IN_ELABORATION', ownerId: 'eu', preparerId: 'eu' }, {});
  const revision = past.state().items[0]?.revision ?? NaN;
  const asked = (act: (typeof acts)[number], seenRevision: number | null) =>
    past.when((state) =>
      decideAct(state, commandOf({ request: requestOf(act), personId: 'eu', rules, seenRevision })),
    );

  it('is refused with that reason, and not when the newest was seen or none is named', () => {
    for (const act of ['submit', 'compose', 'adjust', 'ask-documents'] as const) {
      const refusal = { is: 'ChangedMeanwhile', seenRevision: revision - 1 };
      asked(act, revision - 1).thenNothing([
        { reconciliationId: 1, ok: false, status: 'IN_ELABORATION', refusal },
      ]);
      for (const seen of [revision, null]) expect(asked(act, seen).outcome).toMatchObject([{ ok: true }]);
    }
  });

  it('still comments and attaches, which replaces nothing', () => {
    for (const act of ['comment', 'attach'] as const) expect(asked(act, 0).outcome).toMatchObject([{ ok: true }]);
  });

  it('acts past their own comments and evidence, and not past those of others', () => {
    const submittedAfter = (...notes: readonly (readonly ['comment' | 'attach', string])[]) =>
      past
        .and(...notes.flatMap(([act, by]) => asked(act, null).events.map((event) => ({ ...event, by }))))
        .when((state) =>
          decideAct(
            state,
            commandOf({ request: requestOf('submit'), personId: 'eu', rules, seenRevision: revision }),
          ),
        ).outcome[0]?.ok;
    expect(submittedAfter(['comment', 'eu'], ['attach', 'eu'])).toBe(true);
    expect(submittedAfter(['comment', 'outra'])).toBe(false);
    expect(submittedAfter(['comment', 'eu'], ['attach', 'outra'])).toBe(false);
    expect(submittedAfter(['comment', 'outra'], ['attach', 'eu'])).toBe(false);
  });

  it('has its revision raised by comments too, and not by events about others', () => {
    const revisions = () => past.state().items.map((item) => item.revision);
    const commented = asked('comment', null).after().state();
    expect(commented.items.map((item, at) => item.revision - (revisions()[at] ?? NaN) > 0)).toEqual([true, false]);
  });
});
