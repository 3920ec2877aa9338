// Every state × act × role × relation of the person to the reconciliation, against the workflow's own table.
import { describe, expect, it } from '#jest';
import { decideAct, type ActRequest } from '../../../src/domain/reconciliation/decide.js';
import type { ActRefusal } from '../../../src/domain/reconciliation/refusals.js';
import {
  actedColumns,
  actedItems,
  actedPartsLocation,
  encodeActed,
  exceedsEvent,
} from '../../../src/domain/reconciliation/parts.js';
import { acts, afterBalanceChange, type Act } from '../../../src/domain/reconciliation/transitions.js';
import { reconciliationStatuses, type ReconciliationStatus } from '../../../src/domain/reconciliation/states.js';
import { roles as allRoles, type Role } from '../../../src/domain/clients/roles.js';
import { actRefusalSentence } from '../../../src/messages/reconciliations.js';
import { reconciliations } from '../../../src/domain/reconciliation/fold.js';
import { recorded } from '../../support/given.js';
import { commandOf, doing, givenItems, releaseOf, requestOf, rulesFor, type ItemFacts } from './support.js';

/**
 * The table of docs/spec/workflow.md#transitions as it is written there: from | who does what | to. A person of
 * the step is marked with *.
 */
const TABLE = `
  PENDING | SUPERVISOR assign | NOT_STARTED
  NOT_STARTED RETURNED_BY_REVIEW REJECTED REOPENED BALANCE_CHANGED | PREPARER start | IN_ELABORATION
  IN_ELABORATION | PREPARER* ask-documents | AWAITING_DOCUMENTS
  IN_ELABORATION | PREPARER* ask-adjustment | AWAITING_ADJUSTMENT
  AWAITING_DOCUMENTS AWAITING_ADJUSTMENT | PREPARER* resume | IN_ELABORATION
  IN_ELABORATION | PREPARER* submit | SUBMITTED_FOR_REVIEW
  IN_ELABORATION | PREPARER* compose | IN_ELABORATION
  IN_ELABORATION | PREPARER* adjust | IN_ELABORATION
  IN_ELABORATION | PREPARER* explain | IN_ELABORATION
  SUBMITTED_FOR_REVIEW | PREPARER* recall | IN_ELABORATION
  SUBMITTED_FOR_REVIEW | REVIEWER open | IN_REVIEW
  IN_REVIEW | REVIEWER* pass | SUBMITTED_FOR_APPROVAL
  IN_REVIEW | REVIEWER* return | RETURNED_BY_REVIEW
  SUBMITTED_FOR_APPROVAL | APPROVER open | IN_APPROVAL
  IN_APPROVAL | APPROVER* approve | APPROVED
  IN_APPROVAL | APPROVER* reject | REJECTED
  APPROVED AUTO_APPROVED | SUPERVISOR reopen | REOPENED
  APPROVED AUTO_APPROVED | MODULE_ADMIN reopen | REOPENED
  PENDING NOT_STARTED | SUPERVISOR waive | WAIVED
  WAIVED | SUPERVISOR restore | NOT_STARTED
  NOT_STARTED RETURNED_BY_REVIEW REJECTED REOPENED BALANCE_CHANGED | PREPARER carry | IN_ELABORATION
  AWAITING_DOCUMENTS AWAITING_ADJUSTMENT IN_ELABORATION | PREPARER* carry | IN_ELABORATION
`;
type Row = Readonly<{ from: readonly string[]; role: string; own: boolean; act: string; to: string }>;
const rowsOf = (table: string): readonly Row[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', who = '', to = ''] = line.split('|').map((cell) => cell.trim());
      const [role = '', act = ''] = who.split(' ');
      return { from: from.split(' '), role: role.replace('*', ''), own: role.endsWith('*'), act, to };
    });
const rows = rowsOf(TABLE);

/** The person who acts, `eu`, as seen from the reconciliation. */
const relations = {
  stranger: { ownerId: 'outra', preparerId: 'outra', prepared: ['outra'], reviewed: ['ainda outra'] },
  'person of the step': { ownerId: 'eu', preparerId: 'eu', prepared: [], reviewed: [] },
  'who prepared it': { ownerId: 'outra', preparerId: 'eu', prepared: ['eu'], reviewed: [] },
  'who prepared it once': { ownerId: 'outra', preparerId: 'outra', prepared: ['eu', 'outra'], reviewed: [] },
  'who reviewed it': { ownerId: 'outra', preparerId: 'outra', prepared: ['outra'], reviewed: ['eu'] },
} as const;
type Relation = keyof typeof relations;

function expectedStatus(status: ReconciliationStatus, act: Act, role: Role, relation: Relation): string | null {
  if (act === 'comment' || act === 'attach') return role === 'AUDITOR' ? null : status;
  const row = rows.find((one) => one.act === act && one.role === role && one.from.includes(status));
  if (!row) return null;
  const { ownerId, preparerId, prepared, reviewed } = relations[relation];
  const step = act === 'recall' ? preparerId : ownerId;
  if (row.own && step !== 'eu') return null;
  if (act === 'open' && (prepared as readonly string[]).includes('eu')) return null;
  if (status === 'SUBMITTED_FOR_APPROVAL' && (reviewed as readonly string[]).includes('eu')) return null;
  return row.to;
}

describe.each(reconciliationStatuses)('from %s', (status) => {
  it.each(acts)('%s is done as the table says, by whom it says, and otherwise refused with a sentence', (act) => {
    // Compared together: thousands of comparisons one by one take longer than what they compare.
    const [found, expected, sentences]: [unknown[], unknown[], string[]] = [[], [], []];
    for (const relation of Object.keys(relations) as Relation[]) {
      const past = givenItems({ status, ...relations[relation] });
      for (const role of allRoles) {
        const rules = rulesFor(
          { eu: [role], nova: ['PREPARER'], outra: [...allRoles] },
          { reviewer: 'revisora', approver: 'aprovador' },
        );
        const done = past.when(doing(requestOf(act, { to: 'nova' }), 'eu', rules));
        const became = expectedStatus(status, act, role, relation);
        const [result] = done.outcome;
        const shown = done.events.length === 0 ? status : done.after().state().items[0]?.status;
        found.push([role, relation, result?.ok, result?.ok ? result.status : null, done.events.length, shown]);
        const events = became === null ? 0 : act === 'carry' && status !== 'IN_ELABORATION' ? 2 : 1;
        expected.push([role, relation, became !== null, became, events, became ?? status]);
        if (result?.ok === false) sentences.push(actRefusalSentence(result.refusal));
      }
    }
    expect(found).toEqual(expected);
    for (const sentence of new Set(sentences)) expect(sentence).toMatch(/^[A-ZÀ-Ú].{10,}[^.]$/u);
  });
});

describe('a closed month', () => {
  const ofMonth = (closed: boolean, freezesClosed: boolean) => {
    const rules = { ...rulesFor({ eu: [...allRoles] }), freezesClosed };
    const command = commandOf({ request: requestOf('comment'), personId: 'eu', rules, closed });
    return decideAct(givenItems({ status: 'IN_ELABORATION' }).state(), command).outcome;
  };

  it('lets people work on, but where the company froze it', () => {
    expect(ofMonth(true, false)).toMatchObject([{ ok: true }]);
    expect(ofMonth(false, true)).toMatchObject([{ ok: true }]);
    expect(ofMonth(true, true)).toMatchObject([{ ok: false, refusal: { is: 'CompetenceFrozen' } }]);
  });
});

/** What the table leaves without a way on: the person of a step is no user any more, or lost the role. */
const VACANT = `
  IN_ELABORATION AWAITING_DOCUMENTS AWAITING_ADJUSTMENT | PREPARER start | IN_ELABORATION
  IN_REVIEW | REVIEWER open | IN_REVIEW
  IN_APPROVAL | APPROVER open | IN_APPROVAL
`;

describe('a step whose person is gone', () => {
  const vacant = rowsOf(VACANT);
  const tookPart: readonly Relation[] = ['who prepared it', 'who prepared it once', 'who reviewed it'];

  it.each(reconciliationStatuses)(
    'is taken over from %s as others start and open, and nothing else is',
    (status) => {
      const [found, expected]: [unknown[], unknown[]] = [[], []];
      for (const relation of ['stranger', ...tookPart] as const) {
        const past = givenItems({ status, ...relations[relation] });
        const { prepared, reviewed } = relations[relation];
        for (const act of acts)
          for (const role of allRoles) {
            const rules = rulesFor({ eu: [role], nova: ['PREPARER'], outra: ['AUDITOR'] });
            const done = past.when(doing(requestOf(act, { to: 'nova' }), 'eu', rules));
            const [result] = done.outcome;
            const row = vacant.find((one) => one.act === act && one.role === role && one.from.includes(status));
            const isBarred =
              act === 'open' &&
              ((prepared as readonly string[]).includes('eu') ||
                (status === 'IN_APPROVAL' && (reviewed as readonly string[]).includes('eu')));
            const became = row ? (isBarred ? null : row.to) : expectedStatus(status, act, role, relation);
            found.push([act, role, relation, result?.ok === true ? result.status : null]);
            expected.push([act, role, relation, became]);
            if (!row || became === null) continue;
            const [item] = done.after().state().items;
            expect([item?.status, item?.ownerId]).toEqual([became, 'eu']);
            if (act === 'start') expect([item?.preparerId, item?.prepared.includes('eu')]).toEqual(['eu', true]);
            if (status === 'IN_REVIEW') expect(item?.reviewed).toContain('eu');
          }
      }
      expect(found).toEqual(expected);
    },
  );
});

describe('nobody without a role for the company', () => {
  it.each(reconciliationStatuses)('does anything to one that is %s', (status) => {
    const rules = rulesFor({ eu: [] });
    const past = givenItems({ status, ...relations['person of the step'] });
    for (const act of acts) {
      const { events, outcome } = past.when(doing(requestOf(act), 'eu', rules));
      expect([act, events.length, outcome[0]?.ok]).toEqual([act, 0, false]);
    }
  });
});

describe('conditions', () => {
  const everything = rulesFor({ eu: [...allRoles], nova: ['PREPARER'], auditora: ['AUDITOR'] });
  const own = { status: 'IN_ELABORATION', ownerId: 'eu', preparerId: 'eu', prepared: ['eu'] } as const;
  const mine = (status: ReconciliationStatus) => ({ status, ownerId: 'eu', preparerId: 'eu' });
  const done = (status: ReconciliationStatus, request: ActRequest, facts: ItemFacts = {}) =>
    givenItems({ ...mine(status), ...facts }).when(doing(request, 'eu', everything));
  const refusedFor = (refusal: ActRefusal) => [
    { reconciliationId: 1, ok: false, status: expect.any(String), refusal },
  ];

  it.each([
    ['IN_ELABORATION', 'ask-documents', 'CommentMissing'],
    ['IN_ELABORATION', 'ask-adjustment', 'CommentMissing'],
    ['IN_REVIEW', 'return', 'CommentMissing'],
    ['APPROVED', 'comment', 'CommentMissing'],
    ['IN_APPROVAL', 'reject', 'JustificationMissing'],
    ['APPROVED', 'reopen', 'JustificationMissing'],
    ['PENDING', 'waive', 'JustificationMissing'],
    ['WAIVED', 'restore', 'JustificationMissing'],
  ] as const)('%s: %s asks for its text, also when it is blank', (status, act, missing) => {
    for (const comment of [null, '', '  \n'])
      done(status, requestOf(act, { comment })).thenNothing(refusedFor({ is: missing }));
  });

  it('a text of 2,000 characters is taken, one of 2,001 is not', () => {
    const returned = (length: number) => done('IN_REVIEW', requestOf('return', { comment: 'x'.repeat(length) }));
    returned(2_001).thenNothing(refusedFor({ is: 'TextTooLong', max: 2_000 }));
    expect(returned(2_000).events).toHaveLength(1);
  });

  it('a text is kept without blanks around it, and a blank one that is not asked for is none', () => {
    const commentOf = (comment: string | null) => {
      const { events } = done('NOT_STARTED', requestOf('start', { comment }));
      return events.map(({ data }) => ('comment' in data ? data.comment : undefined));
    };
    expect([commentOf(' já vi '), commentOf(' \n'), commentOf(null)]).toEqual([['já vi'], [null], [null]]);
    const [commented] = done('APPROVED', requestOf('comment', { comment: ' conferido ' })).events;
    expect(commented?.data).toMatchObject({ comment: 'conferido' });
  });

  it('submit waits until book balance, composition and adjustments leave nothing', () => {
    const submitted = (adjustmentsCents: number) =>
      done('IN_ELABORATION', requestOf('submit'), {
        bookBalanceCents: 105_00,
        reconciledCents: 100_00,
        adjustmentsCents,
      });
    submitted(4_99).thenNothing(refusedFor({ is: 'NotBalanced', differenceCents: 1 }));
    expect(submitted(5_00).outcome).toMatchObject([{ ok: true }]);
  });

  it('submit lets a tolerated difference stay, and its event says how large it is', () => {
    const rules = {
      ...rulesFor({ eu: ['PREPARER'] }, { reviewer: 'revisora' }),
      toleratedCents: (code: string, balanceCents: number) => (code === '1.1.101' ? balanceCents / 100 : 0),
    };
    const sent = (reconciledCents: number) =>
      givenItems(
        { ...own, bookBalanceCents: 100_00, reconciledCents },
        { ...own, bookBalanceCents: 100_00, reconciledCents: 100_00 },
        { ...own, bookBalanceCents: 100_00, reconciledCents: 99_99 },
      ).when(doing(requestOf('submit'), 'eu', rules, [1, 2, 3]));
    for (const accepted of [1_00, -1_00]) {
      const { outcome, events } = sent(100_00 - accepted);
      expect(outcome).toMatchObject([
        { ok: true },
        { ok: true },
        { ok: false, refusal: { is: 'NotBalanced', differenceCents: 1 } },
      ]);
      expect(events[0]?.data.items?.acceptedDifferenceCents).toEqual([accepted, 0]);
    }
    const balanced = sent(100_00).events[0]?.data.items;
    expect(balanced && 'acceptedDifferenceCents' in balanced).toBe(false);
    const unsafe = { bookBalanceCents: Number.MAX_SAFE_INTEGER, reconciledCents: -Number.MAX_SAFE_INTEGER };
    givenItems({ ...own, ...unsafe })
      .when(doing(requestOf('submit'), 'eu', rulesFor({ eu: ['PREPARER'] })))
      .thenNothing(refusedFor({ is: 'NotBalanced', differenceCents: null }));
    expect(sent(98_99).outcome[0]).toMatchObject({
      ok: false,
      refusal: { is: 'NotBalanced', differenceCents: 1_01, toleratedCents: 1_00 },
    });
  });

  it('submit waits for the explanation of a change that wants one', () => {
    const rules = rulesFor({ eu: ['PREPARER'] }, { reviewer: 'revisora' });
    const changed = givenItems({ ...own, comparedCents: 5_00 });
    expect(changed.when(doing(requestOf('submit'), 'eu', rules)).outcome).toMatchObject([
      { ok: false, refusal: { is: 'VariationUnexplained' } },
    ]);
    const explain = (text: string | null) => changed.when(doing({ act: 'explain', text }, 'eu', rules));
    explain(' ').thenNothing(refusedFor({ is: 'ExplanationMissing' }));
    expect(explain('x'.repeat(2_001)).outcome).toMatchObject([{ ok: false, refusal: { is: 'TextTooLong' } }]);
    const explained = explain(' Reajuste do contrato ');
    expect(explained.events).toMatchObject([
      { type: 'VariationExplained', data: { text: 'Reajuste do contrato' } },
    ]);
    expect(explained.after().when(doing(requestOf('submit'), 'eu', rules)).outcome).toMatchObject([{ ok: true }]);
  });

  it('submit of an account of high risk waits for evidence', () => {
    const rules = { ...rulesFor({ eu: ['PREPARER'] }, { reviewer: 'revisora' }), riskOf: () => 'HIGH' as const };
    const bare = givenItems(own);
    expect(bare.when(doing(requestOf('submit'), 'eu', rules)).outcome).toMatchObject([
      { ok: false, refusal: { is: 'EvidenceMissing' } },
    ]);
    const attached = bare.when(doing(requestOf('attach'), 'eu', rules)).after();
    expect(attached.when(doing(requestOf('submit'), 'eu', rules)).outcome).toMatchObject([{ ok: true }]);
  });

  it('evidence has from 1 byte to 10 MB', () => {
    const attached = (sizeBytes: number) => {
      const request = requestOf('attach');
      if (request.act !== 'attach') throw new Error('another act');
      return done('APPROVED', { ...request, evidence: { ...request.evidence, sizeBytes } });
    };
    attached(0).thenNothing(refusedFor({ is: 'EvidenceEmpty' }));
    attached(10_485_761).thenNothing(refusedFor({ is: 'EvidenceTooLarge', bytesMax: 10_485_760 }));
    for (const size of [1, 10_485_760]) expect(attached(size).outcome).toMatchObject([{ ok: true }]);
  });

  it('a reconciliation has 100 files, counted from its events, and a client as much as fits', () => {
    const request = requestOf('attach');
    if (request.act !== 'attach') throw new Error('another act');
    const hundred = done('APPROVED', request, { files: 99 });
    expect(hundred.outcome).toMatchObject([{ ok: true }]);
    done('APPROVED', request, { files: 100 }).thenNothing(refusedFor({ is: 'EvidenceTooMany', max: 100 }));
    const { sizeBytes } = request.evidence;
    const bytesMax = 7 + sizeBytes;
    const used = (usedBytes: number) => done('APPROVED', { ...request, room: { usedBytes, bytesMax } });
    expect(used(7).outcome).toMatchObject([{ ok: true }]);
    used(8).thenNothing(refusedFor({ is: 'EvidenceFull', bytesMax }));
  });

  it('assign names an Elaborador of the company', () => {
    for (const request of [requestOf('assign', { to: 'auditora' }), requestOf('assign')])
      done('PENDING', request).thenNothing(refusedFor({ is: 'AssigneeNotPreparer' }));
  });

  it('an id that is not of this competence is not found', () =>
    givenItems(mine('NOT_STARTED'))
      .when(doing(requestOf('start'), 'eu', everything, [9]))
      .thenNothing([
        {
          reconciliationId: 9,
          ok: false,
          status: null,
          refusal: { is: 'ReconciliationNotFound', reconciliationId: 9 },
        },
      ]));
});

it('a changed balance takes back what was sent, ends the wait for an adjustment, and leaves the rest', () => {
  const after = reconciliationStatuses.map((status) => [status, afterBalanceChange(status)] as const);
  const changed = after.filter(([before, now]) => now !== before);
  expect(Object.fromEntries(changed)).toEqual({
    SUBMITTED_FOR_REVIEW: 'BALANCE_CHANGED',
    IN_REVIEW: 'BALANCE_CHANGED',
    SUBMITTED_FOR_APPROVAL: 'BALANCE_CHANGED',
    IN_APPROVAL: 'BALANCE_CHANGED',
    APPROVED: 'BALANCE_CHANGED',
    AUTO_APPROVED: 'BALANCE_CHANGED',
    AWAITING_ADJUSTMENT: 'IN_ELABORATION',
  });
});

describe('an act too large for its event', () => {
  it('does with its items in parts what it does with them inline', () => {
    const rules = rulesFor({ eu: ['SUPERVISOR'], nova: ['PREPARER'] });
    const past = givenItems({}, {}, { status: 'NOT_STARTED', ownerId: 'outra' });
    const done = past.when(doing(requestOf('assign', { to: 'nova' }), 'eu', rules, [2, 1]));
    const [event] = done.events;
    if (!event) throw new Error('nothing was decided');
    const parts = encodeActed(actedItems(event.data, []));
    const location = { stream: 'acted-7', count: parts.length, lines: 2, hash: '' };
    const inParts = { ...event, data: { ...event.data, items: null, parts: location }, parts };
    const partsOf = (fact: typeof event | typeof inParts) => reconciliations.partsOf?.(recorded(fact, 0));
    expect(reconciliations.partsOf?.(recorded(releaseOf([]), 0))).toEqual({
      stream: 'released-7',
      fromRevision: 0,
      count: 1,
    });
    expect([partsOf(event), partsOf(inParts)]).toEqual([null, { stream: 'acted-7', fromRevision: 0, count: 1 }]);
    expect(actedPartsLocation(event.data)).toEqual({ stream: '', fromRevision: 0, count: 0 });
    expect([exceedsEvent(actedColumns([])), parts.length]).toEqual([false, 1]);
    expect(past.and(inParts).state()).toEqual(done.after().state());
    expect(
      past
        .and(inParts)
        .state()
        .items.map(({ ownerId }) => ownerId),
    ).toEqual(['nova', 'nova', 'outra']);
  });
});

describe('the owner of the next step', () => {
  const roles = {
    ana: ['PREPARER', 'REVIEWER'],
    bia: ['REVIEWER'],
    caio: ['APPROVER'],
    sol: ['SUPERVISOR'],
  } as const;
  function becomes(from: ItemFacts, act: Act, personId: string, owners: Parameters<typeof rulesFor>[1] = {}) {
    const done = doing(requestOf(act, { to: 'ana' }), personId, rulesFor(roles, owners));
    const { items } = givenItems({ preparerId: 'ana', ...from })
      .when(done)
      .after()
      .state();
    const { status, ownerId } = items[0] ?? {};
    return [status, ownerId];
  }

  it('is the one assigned, then the one who starts', () => {
    expect(becomes({ status: 'PENDING' }, 'assign', 'sol')).toEqual(['NOT_STARTED', 'ana']);
    expect(becomes({ status: 'NOT_STARTED', ownerId: 'rui' }, 'start', 'ana')).toEqual(['IN_ELABORATION', 'ana']);
  });

  it('is the Revisor set for the account, or goes straight to the Aprovador where none is', () => {
    const from = { status: 'IN_ELABORATION', ownerId: 'ana', prepared: ['ana'] } as const;
    expect(becomes(from, 'submit', 'ana', { reviewer: 'bia' })).toEqual(['SUBMITTED_FOR_REVIEW', 'bia']);
    expect(becomes(from, 'submit', 'ana', { approver: 'caio' })).toEqual(['SUBMITTED_FOR_APPROVAL', 'caio']);
    expect(becomes(from, 'submit', 'ana')).toEqual(['SUBMITTED_FOR_APPROVAL', null]);
  });

  it('is nobody yet where the one who is set took part before', () => {
    const from = { status: 'IN_ELABORATION', ownerId: 'ana', prepared: ['ana'] } as const;
    expect(becomes(from, 'submit', 'ana', { reviewer: 'ana' })).toEqual(['SUBMITTED_FOR_REVIEW', null]);
    const reviewing = { status: 'IN_REVIEW', ownerId: 'bia', prepared: ['ana'], reviewed: ['bia'] } as const;
    expect(becomes(reviewing, 'pass', 'bia', { approver: 'bia' })).toEqual(['SUBMITTED_FOR_APPROVAL', null]);
    expect(becomes(reviewing, 'pass', 'bia', { approver: 'caio' })).toEqual(['SUBMITTED_FOR_APPROVAL', 'caio']);
  });

  it('is the one who prepared it when it comes back, and the Supervisor who waives', () => {
    expect(becomes({ status: 'IN_REVIEW', ownerId: 'bia' }, 'return', 'bia')).toEqual([
      'RETURNED_BY_REVIEW',
      'ana',
    ]);
    expect(becomes({ status: 'APPROVED', ownerId: 'caio' }, 'reopen', 'sol')).toEqual(['REOPENED', 'ana']);
    expect(becomes({ status: 'NOT_STARTED', ownerId: 'ana' }, 'waive', 'sol')).toEqual(['WAIVED', 'sol']);
    expect(becomes({ status: 'WAIVED', ownerId: 'sol' }, 'restore', 'sol')).toEqual(['NOT_STARTED', 'ana']);
    const auto = { status: 'AUTO_APPROVED', preparerId: null } as const;
    expect(becomes(auto, 'reopen', 'sol', { preparer: 'ana' })).toEqual(['REOPENED', 'ana']);
    expect(becomes(auto, 'reopen', 'sol')).toEqual(['REOPENED', null]);
  });
});
