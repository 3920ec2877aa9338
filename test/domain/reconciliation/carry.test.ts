import { describe, expect, it } from '#jest';
import { carriedInto, identified, type TypedItem } from '../../../src/domain/reconciliation/carry.js';
import { decideAct } from '../../../src/domain/reconciliation/decide.js';
import {
  ITEMS_MAX,
  type CompositionRecorded,
  type ReleasedItem,
} from '../../../src/domain/reconciliation/events.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { ageInDays, bandOf } from '../../../src/domain/reconciliation/items.js';
import { carriedByRule, decideCarry } from '../../../src/domain/reconciliation/release.js';
import { composedItems, encodeComposed, identifyItems } from '../../../src/domain/reconciliation/parts.js';
import { AMOUNT_MAX } from '../../../src/domain/kernel/money.js';
import { august, commandOf, givenItems, itemOf, rulesFor } from './support.js';

const rules = rulesFor({ ana: ['PREPARER'], sol: ['SUPERVISOR'] });
const uuid = (number: number): string => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const typed = (facts: Partial<TypedItem> = {}): TypedItem => {
  const { description, date, amountCents, document, settledOn } = itemOf();
  return { id: null, description, date, amountCents, document, settledOn, ...facts };
};

describe('Items carried to a later competence', () => {
  it('are the open ones that it lacks, with identity and origin; those it has stay as they are', () => {
    const kept = itemOf({ id: uuid(1), amountCents: 9_00, settledOn: '2026-08-03' });
    const settled = itemOf({ id: uuid(2), settledOn: '2026-07-31' });
    const open = itemOf({ id: uuid(3) });
    const earlier = [itemOf({ id: uuid(1) }), settled, open];
    const expected = { composition: [kept, open], reconciledCents: 7_00, carried: 1 };
    expect(carriedInto({ current: [kept], earlier })).toEqual(expected);
  });

  it('are none when there is nothing open before that it lacks', () => {
    const balance = [itemOf({ source: 'saldo' })];
    expect(carriedInto({ current: [], earlier: balance })).toEqual({ is: 'NothingToCarry' });
    const nothing = { is: 'NothingToCarry' };
    expect(carriedInto({ current: [], earlier: null })).toEqual(nothing);
    expect(carriedInto({ current: [itemOf()], earlier: [itemOf()] })).toEqual(nothing);
  });

  it('are refused when the composition would have too many, or too large a sum', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => itemOf({ id: uuid(at) }));
    const current = [itemOf()];
    const tooMany = { is: 'CarriedTooMany', max: ITEMS_MAX };
    expect(carriedInto({ current, earlier: many(ITEMS_MAX - 1) })).toMatchObject({ carried: ITEMS_MAX - 1 });
    expect(carriedInto({ current, earlier: many(ITEMS_MAX) })).toEqual(tooMany);
    const most = itemOf({ id: uuid(1), amountCents: AMOUNT_MAX * 100 });
    expect(carriedInto({ current, earlier: [most] })).toEqual(tooMany);
  });

  it('begin nothing for a person whose page showed an earlier event', () => {
    const earlier = new Map([[1, { current: [], earlier: [itemOf({ id: uuid(1) })] }]]);
    const past = givenItems({ status: 'RETURNED_BY_REVIEW', ownerId: 'bia' }, {}).state();
    const revision = past.items[0]?.revision ?? NaN;
    const carriedBy = (seenRevision: number) =>
      decideAct(
        past,
        commandOf({ request: { act: 'carry' }, personId: 'ana', rules, items: earlier, seenRevision }),
      );
    const refusal = { is: 'ChangedMeanwhile', seenRevision: revision - 1 };
    expect(carriedBy(revision - 1)).toMatchObject({ events: [], outcome: [{ ok: false, refusal }] });
    expect(carriedBy(revision).outcome).toMatchObject([{ ok: true }]);
  });

  it('begin the elaboration, in two events, and are in the event with what each reconciliation got', () => {
    const earlier = new Map([1, 2].map((id) => [id, { current: [], earlier: [itemOf({ id: uuid(id) })] }]));
    const facts = { request: { act: 'carry' }, personId: 'ana', rules, ids: [2, 1, 3], items: earlier } as const;
    const state = givenItems(
      { status: 'NOT_STARTED', ownerId: 'ana' },
      { status: 'IN_ELABORATION', ownerId: 'ana' },
      { status: 'NOT_STARTED', ownerId: 'ana' },
    ).state();
    const { events, outcome } = decideAct(state, commandOf(facts));
    expect(outcome.map((one) => (one.ok ? one.status : one.refusal.is))).toEqual([
      'IN_ELABORATION',
      'IN_ELABORATION',
      'NothingToCarry',
    ]);
    expect(events.map(({ type }) => type)).toEqual(['ReconciliationsMoved', 'CompositionRecorded']);
    const { data } = events[1] as CompositionRecorded;
    expect(data).toMatchObject({ composition: null, reconciledCents: null });
    expect(composedItems(data, [])).toMatchObject([
      {
        reconciliationId: 1,
        composition: [{ id: uuid(1), origin: '2026-07' }],
        reconciledCents: 7_00,
        carried: 1,
      },
      {
        reconciliationId: 2,
        composition: [{ id: uuid(2), origin: '2026-07' }],
        reconciledCents: 7_00,
        carried: 1,
      },
    ]);
    const bySupervisor = decideAct(state, commandOf({ ...facts, personId: 'sol' }));
    expect(bySupervisor.events).toEqual([]);
  });
});

describe('What the rule of a company carries at a release', () => {
  const planned = (accountId: number, accountCode: string, facts: Partial<ReleasedItem> = {}): ReleasedItem => ({
    reconciliationId: 100 - accountId,
    created: true,
    accountId,
    accountCode,
    accountName: 'Conta',
    department: '',
    sector: '',
    bookBalanceCents: 0,
    bookBalanceDebitCents: 0,
    ownerId: null,
    status: 'PENDING',
    ...facts,
  });
  const month = { companyId: 3, clientId: 1, competence: august };

  it('is of the accounts that it names and the release creates, but for those approved by a rule', () => {
    const items = [
      planned(1, '1.1'),
      planned(2, '1.2', { created: false }),
      planned(3, '1.3', { status: 'AUTO_APPROVED' }),
      planned(4, '2.1'),
    ];
    const carries = (accountCode: string) => accountCode.startsWith('1');
    const chosen = carriedByRule({ items, created: 3 }, { ...rulesFor({}), carries });
    expect(chosen.map(({ accountId }) => accountId)).toEqual([1]);
  });

  it('is one event in the order of the reconciliations, and none where nothing is open', () => {
    const items = [planned(1, '1.1'), planned(2, '1.2'), planned(3, '1.3')];
    const earlier = new Map([
      [1, [itemOf({ id: uuid(1) })]],
      [2, [itemOf({ id: uuid(2) })]],
    ]);
    const event = decideCarry(month, items, earlier);
    expect(event && composedItems(event.data, [])).toMatchObject([
      { reconciliationId: 98, from: 'PENDING', status: 'PENDING', composition: [{ id: uuid(2) }], carried: 1 },
      { reconciliationId: 99, composition: [{ id: uuid(1) }] },
    ]);
    expect(decideCarry(month, items, new Map())).toBeNull();
  });

  it('is the same when it is read from parts', () => {
    const event = decideCarry(month, [planned(1, '1.1')], new Map([[1, [itemOf()]]]));
    if (event === null) throw new Error('nothing was carried');
    const carried = composedItems(event.data, []);
    const parts = { stream: 'acted-1', count: 1, lines: 1, hash: '' };
    expect(composedItems({ ...event.data, items: null, parts }, encodeComposed(carried))).toEqual(carried);
  });
});

describe('The age of an item', () => {
  it('is the days from its date to the last day of the competence, in bands', () => {
    const ages = [
      '2026-09-15',
      '2026-08-31',
      '2026-08-01',
      '2026-07-31',
      '2026-06-02',
      '2026-03-04',
      '2026-03-03',
    ];
    const days = ages.map((date) => ageInDays(date, august));
    expect(days).toEqual([0, 0, 30, 31, 90, 180, 181]);
    expect(days.map(bandOf)).toEqual(['0-30', '0-30', '0-30', '31-60', '61-90', '91-180', '181+']);
    expect(ageInDays('2024-02-28', '2024-02' as Competence)).toBe(1);
  });
});

describe('The identity of an item', () => {
  const given = (items: readonly TypedItem[], current = [itemOf({ id: uuid(1) })]) =>
    identified(items, { current, earlier: [itemOf({ id: uuid(2) })] }, august, [uuid(8), uuid(9)]);

  it('stays with what is recorded again unchanged, once for each', () =>
    expect(given([typed(), typed()])).toEqual([itemOf({ id: uuid(1) }), itemOf({ id: uuid(9), origin: august })]));

  it('stays with what is corrected or settled under its id, of this competence or an earlier one', () => {
    const corrected = typed({ id: uuid(1), amountCents: 8_00, settledOn: '2026-08-02' });
    expect(given([corrected, typed({ id: uuid(2) })])).toEqual([
      itemOf({ id: uuid(1), amountCents: 8_00, settledOn: '2026-08-02' }),
      itemOf({ id: uuid(2) }),
    ]);
  });

  it('is new for what differs, and for an id that nobody knows', () => {
    const others = [{ description: 'x' }, { date: '2026-07-21' }, { amountCents: 1 }, { document: 'NF' }];
    for (const facts of others)
      expect(given([typed(facts)])).toEqual([itemOf({ ...facts, id: uuid(8), origin: august })]);
    expect(given([typed({ id: uuid(5) })])).toEqual([itemOf({ id: uuid(5), origin: august })]);
  });

  it('is not shared by the current item and one that takes its id', () =>
    expect(given([typed({ id: uuid(1) }), typed()])).toEqual([
      itemOf({ id: uuid(1) }),
      itemOf({ id: uuid(9), origin: august }),
    ]));

  it('is new for each item when one composition is recorded for several reconciliations', () => {
    const state = givenItems(...[1, 2].map(() => ({ status: 'IN_ELABORATION', ownerId: 'ana' }) as const)).state();
    const request = { act: 'compose', composition: [typed()], reconciledCents: 7_00 } as const;
    const facts = { request, personId: 'ana', rules, freshIds: [uuid(8)] };
    const recordedFor = (ids: readonly number[]) => {
      const items = new Map(ids.map((id) => [id, { current: [itemOf()], earlier: null }]));
      return (decideAct(state, commandOf({ ...facts, ids, items })).events[0] as CompositionRecorded).data;
    };
    expect(recordedFor([1]).composition).toEqual([itemOf()]);
    expect(recordedFor([1, 2]).composition).toEqual([itemOf({ id: uuid(8), origin: august })]);
  });
});

describe('A composition recorded before items had an identity', () => {
  const { description, date, amountCents, document } = itemOf();
  const former = { description, date, amountCents, document };
  const acted = { companyId: 3, clientId: 1, competence: august };
  const items = {
    reconciliationId: [11],
    accountCode: ['1.1'],
    accountName: ['Caixa'],
    from: ['IN_ELABORATION'],
    status: ['IN_ELABORATION'],
    ownerId: ['ana'],
  };

  it('is read with the same ids each time, of its reconciliation, competence and number', () => {
    const data = { ...acted, items, parts: null, composition: [former, former], reconciledCents: 14_00 };
    expect(identifyItems(data)).toMatchObject({
      composition: [
        { id: '0000000b-2026-8008-8000-000000000001', origin: '2026-08', settledOn: null },
        { id: '0000000b-2026-8008-8000-000000000002', origin: '2026-08', settledOn: null },
      ],
      reconciledCents: 14_00,
    });
  });

  it('has ids of the competence where its reconciliations are in parts', () => {
    const parts = { stream: 'acted-1', count: 1, lines: 1, hash: '' };
    const data = { ...acted, items: null, parts, composition: [former], reconciledCents: 7_00 };
    expect(identifyItems(data).composition).toMatchObject([{ id: '00000000-2026-8008-8000-000000000001' }]);
  });
});
