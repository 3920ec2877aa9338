// What a composition becomes by the files of its account.
import { describe, expect, it } from '#jest';
import type { Competence } from '../../../../src/domain/kernel/competence.js';
import { identified, openSumCents } from '../../../../src/domain/reconciliation/carry.js';
import { matchLines } from '../../../../src/domain/reconciliation/matchLines.js';
import { addedItems, remainingItems, sideLines } from '../../../../src/domain/reconciliation/remainingItems.js';
import { datesOutside, type StatementLine } from '../../../../src/domain/reconciliation/statement.js';
import type { CompositionItem } from '../../../../src/domain/reconciliation/events.js';
import { itemOf } from '../support.js';

const august = '2026-08' as Competence;
const uuid = (number: number): string => `a0000000-0000-4000-8000-00000000000${number}`;
const of = (amountCents: number, date = '2026-08-10', description = 'Movimento'): StatementLine => ({
  line: 2,
  amountCents,
  date,
  description,
  document: null,
  counterparty: null,
});
const balance = (cents: number) => ({ cents, description: 'Saldo do extrato', date: '2026-08-31' });
const now = { origin: august };

describe('A ledger and a statement', () => {
  const files = { razao: [of(100), of(-30)], extrato: [of(100), of(-5)] };
  const asked = { current: [], competence: august, debit: 1 } as const;

  it('leave what is in no pair, and the balance of the statement: together the balance of the ledger', () => {
    const lines = sideLines(files, asked);
    const { pairs } = matchLines(lines.razao, lines.extrato);
    // The statement ends with 95, the ledger with 70.
    const items = remainingItems({ ...asked, lines, pairs, balance: balance(95) });
    expect(items.map(({ amountCents, source }) => [amountCents, source])).toEqual([
      [95, 'saldo'],
      [-30, 'razao'],
      [5, 'extrato'],
    ]);
    expect(openSumCents(items)).toBe(70);
    const asCredit = remainingItems({ ...asked, debit: -1, lines, pairs, balance: null });
    expect(asCredit.map(({ amountCents }) => amountCents)).toEqual([30, -5]);
  });

  it('sent twice, change nothing, and what people typed stays', () => {
    const typed = itemOf({ id: uuid(9), ...now, description: 'Digitado' });
    const scheduled = itemOf({ id: uuid(8), ...now, description: 'Previsto', source: 'cronograma' });
    const first = sideLines(files, { ...asked, current: [typed] });
    const { pairs } = matchLines(first.razao, first.extrato);
    const rest = { competence: august, debit: 1, pairs, balance: balance(95) } as const;
    const once = remainingItems({ ...rest, lines: first, current: [typed, scheduled] });
    const fresh = once.map((_, at) => uuid(at));
    const current = identified(once, { current: [typed, scheduled], earlier: null }, august, fresh);
    const again = remainingItems({ ...rest, lines: sideLines(files, { ...asked, current }), current });
    expect(identified(again, { current, earlier: null }, august, [])).toEqual(current);
    expect(current.map(({ description }) => description)).toEqual(
      expect.arrayContaining(['Digitado', 'Previsto']),
    );
  });

  it('sent again, settle what they settled, and leave settled what people did', () => {
    const cheque = itemOf({ id: uuid(1), date: '2026-07-31', amountCents: -40, source: 'razao' });
    const files = { razao: [of(12)], extrato: [of(-40, '2026-08-03'), of(-8)] };
    const played = (current: readonly CompositionItem[]) => {
      const lines = sideLines(files, { ...asked, current });
      const { pairs } = matchLines(lines.razao, lines.extrato);
      const items = remainingItems({ ...asked, lines, pairs, current, balance: null });
      return identified(items, { current, earlier: [cheque] }, august, [5, 6, 7].map(uuid));
    };
    const once = played([cheque]);
    expect(once.map(({ amountCents, settledOn }) => [amountCents, settledOn])).toEqual([
      [-40, '2026-08-03'],
      [12, null],
      [8, null],
    ]);
    expect(played(once)).toEqual(once);
    const byHand = once.map((item) => (item.amountCents === 8 ? { ...item, settledOn: '2026-08-30' } : item));
    expect(played(byHand)).toEqual(byHand);
  });

  it('replace the lines of the ledger that came alone', () => {
    const alone = addedItems(files.razao, { current: [], debit: 1 }).items;
    const current = identified(alone, { current: [], earlier: null }, august, [5, 6].map(uuid));
    const lines = sideLines(files, { ...asked, current });
    const { pairs } = matchLines(lines.razao, lines.extrato);
    const items = remainingItems({ ...asked, lines, pairs, current, balance: null });
    expect(items.map(({ amountCents }) => amountCents)).toEqual([-30, 5]);
  });

  it('settle what the month before left open, and replace its balance', () => {
    const cheque = itemOf({ id: uuid(1), amountCents: -40, source: 'razao' });
    const fee = itemOf({ id: uuid(2), amountCents: 7, source: 'extrato' });
    const paid = itemOf({ id: uuid(3), amountCents: 9, source: 'razao', settledOn: '2026-07-30' });
    const before = itemOf({ id: uuid(4), amountCents: 500, source: 'saldo' });
    const current = [cheque, fee, paid, before];
    const lines = sideLines(
      { razao: [of(-7, '2026-08-01')], extrato: [of(-40, '2026-08-03')] },
      { ...asked, current },
    );
    const pairs = [
      { razao: [1], extrato: [0] },
      { razao: [0], extrato: [1] },
    ];
    expect(lines.razao[1]).toMatchObject({ amountCents: -40, item: cheque });
    expect(lines.extrato[1]).toMatchObject({ amountCents: -7, item: fee });
    const items = remainingItems({ ...asked, current, lines, pairs, balance: null });
    expect(items.map(({ id, settledOn }) => [id, settledOn])).toEqual([
      [uuid(1), '2026-08-03'],
      [uuid(2), '2026-08-01'],
      [uuid(3), '2026-07-30'],
    ]);
    const open = remainingItems({ ...asked, current, lines, pairs: [], balance: null });
    expect(open.map(({ id, amountCents }) => [id, amountCents])).toEqual([
      [uuid(1), -40],
      [uuid(2), 7],
      [uuid(3), 9],
      [null, -7],
      [null, 40],
    ]);
  });
});

describe('A list', () => {
  it('is added to the composition, without what that has already, as often as it has it', () => {
    const known = itemOf({ id: uuid(1), description: 'Título', date: '2026-08-10', amountCents: -70 });
    const added = addedItems([of(70, '2026-08-10', 'Título'), of(70, '2026-08-10', 'Título'), of(5)], {
      current: [{ ...known, source: 'razao' }],
      debit: -1,
    });
    expect(added.known).toBe(1);
    expect(added.items.map(({ id, amountCents }) => [id, amountCents])).toEqual([
      [uuid(1), -70],
      [null, -70],
      [null, -5],
    ]);
  });
});

describe('Days outside', () => {
  it('are those after the competence, and those before it where they are refused', () => {
    const lines = [of(1, '2026-07-31'), of(1, '2026-08-01'), of(1, '2026-09-01')];
    expect(datesOutside({ lines }, { from: null, to: '2026-08-31' })).toMatchObject({
      count: 1,
      lines: [{ line: 2, date: '2026-09-01' }],
    });
    expect(datesOutside({ lines }, { from: '2026-08-01', to: '2026-08-31' })).toMatchObject({ count: 2 });
    expect(datesOutside({ lines: lines.slice(0, 2) }, { from: null, to: '2026-08-31' })).toBeNull();
  });
});
