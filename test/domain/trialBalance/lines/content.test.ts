// What identifies the content of a trial balance, how its lines are stored, and what a new document would change.
import { describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalForm, decodePart, encodeParts } from '../../../../src/domain/trialBalance/lines.js';
import { changesAgainst } from '../../../../src/domain/trialBalance/importOutcome.js';
import type { TrialBalanceLine } from '../../../../src/domain/books/events.js';
import { PART_BYTES_MAX, PART_ITEMS_MAX } from '../../../../src/domain/kernel/parts.js';
import { check, item, storedLine, documentOf, type Item } from '../checks/checking.js';

const stored = (items: readonly Item[]): readonly TrialBalanceLine[] => {
  const lines = check(items).stored;
  if (lines === null) throw new Error('refused');
  return lines;
};
const sha256 = (...pieces: readonly (string | NodeJS.ArrayBufferView)[]): string => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};
const hashOf = (items: readonly Item[], chartId = 4): string => sha256(...canonicalForm(chartId, stored(items)));

/** Lines that close in convention A, of some accounts, some of them several times. */
const codes = ['1.01', '1.02', '2.01', '2.02', '3.01', '4.01'];
const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
const line = fc.record({
  code: fc.constantFrom(...codes),
  name: fc.string({ maxLength: 20, unit: fc.constantFrom('a', 'ã', '–', '"', '\\', ' ', '€', '😀', '=') }),
  previous: amount,
  debit: amount,
  credit: amount,
});
const document = fc.array(line, { minLength: 1, maxLength: 30 }).map((lines) => [
  item('3.02', -10, 0, 1, -11), // tells convention A
  ...lines.map(({ code, name, previous, debit, credit }): Item => ({
    ...item(code, previous / 100, debit / 100, credit / 100, (previous + debit - credit) / 100),
    accountName: name,
  })),
]);
const signed = document.filter((items) => check(items).lineErrorCount === 0);

describe('The canonical form', () => {
  it('holds lines that are the same as often as they are sent', () => {
    const twice = [item('1.02', 1, 0, 0, 1), item('1.01', 1, 0, 0, 1), item('1.01', 1, 0, 0, 1)];
    const [, lines = ''] = canonicalForm(4, stored(twice));
    expect(lines).toBe('1.01\tConta 1.01\n1.01\tConta 1.01\n1.02\tConta 1.02\n');
  });

  it('is, byte for byte, what its description says', () => {
    const items = [
      { ...item('2.01', 2, 0, 0, 2), accountName: 'Fornecedores – "São Paulo" \\ 😀' },
      item('1.01', -0.5, 1, 0.25, 0.25),
      item('1.01', -0.5, 0.25, 0.25, -0.5),
    ];
    const texts = '1.01\tConta 1.01\n1.01\tConta 1.01\n2.01\tFornecedores – "São Paulo" \\ 😀\n';
    const amounts = Float64Array.of(-50, 25, 25, -50, -50, 100, 25, 25, 200, 0, 0, 200);
    expect([...canonicalForm(4, stored(items))]).toEqual(['chart 4\n', texts, amounts]);
  });

  it('is the same in whatever order the lines come', () => {
    fc.assert(
      fc.property(
        signed.chain((items) =>
          fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
        ),
        ([items, shuffled]) => expect(hashOf(shuffled)).toBe(hashOf(items)),
      ),
    );
  });

  it('is the same where lines of one account differ in their names alone, or in one amount alone', () => {
    const named = (accountName: string, ...amounts: [number, number, number, number]) => ({
      ...item('1.01', ...amounts),
      accountName,
    });
    const lines = [named('b', 1, 0, 0, 1), named('a', 1, 0, 0, 1), named('a', 1, 0, 1, 0), named('a', 1, 1, 0, 2)];
    expect(hashOf([...lines].reverse())).toBe(hashOf(lines));
  });

  it('is another one after any change of code, name, amount, number of lines, or chart', () => {
    const base = [item('1.01', 1, 2, 3, 0), item('1.02', 0, 0, 0, 0), item('1.02', 5, 0, 0, 5)];
    const [first, ...others] = base as [Item, ...Item[]];
    const changed = [
      [{ ...first, accountCode: '4.01' }, ...others],
      [{ ...first, accountName: 'Outro nome' }, ...others],
      [{ ...first, previousBalance: 1.01, finalBalance: 0.01 }, ...others],
      [{ ...first, debit: 2.01, credit: 3.01 }, ...others],
      [...base, item('2.01', 0, 0, 0, 0)],
      [first, item('1.02', 2, 0, 0, 2), item('1.02', 3, 0, 0, 3)],
      base.slice(0, 2),
    ];
    const hashes = [hashOf(base), hashOf(base, 5), ...changed.map((items) => hashOf(items))];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('tells apart any two documents that differ, as far as anybody can try', () => {
    fc.assert(
      fc.property(signed, signed, (one, other) => {
        const lines = (items: readonly Item[]) =>
          stored(items).map(({ nature: _, debitSign: __, ...line }) => JSON.stringify(line));
        const same = JSON.stringify(lines(one).sort()) === JSON.stringify(lines(other).sort());
        expect(hashOf(one) === hashOf(other)).toBe(same);
      }),
    );
  });
});

describe('Parts', () => {
  it('hold the lines as they were, in order, with nature and sign', () => {
    fc.assert(
      fc.property(signed, (items) => {
        const lines = stored(items);
        const [part, ...more] = encodeParts(lines).map(decodePart);
        expect(more).toEqual([]);
        expect(part).toEqual(lines);
      }),
    );
  });

  const many = (count: number, accountName: string): readonly TrialBalanceLine[] => {
    const [line] = documentOf([item('1.1', 1, 2, 3, 4)]).lines.map(storedLine);
    if (line === undefined) throw new Error('no line');
    return Array.from({ length: count }, (_, n) => ({ ...line, accountCode: `1.${n}`, accountName }));
  };

  it.each([
    ['short names', PART_ITEMS_MAX + 1, 'Caixa'],
    ['long names', 3_000, 'Provisão “€” '.repeat(35).slice(0, 480)],
    ['exactly one part', PART_ITEMS_MAX, 'x'],
  ])('stay within both limits: %s', (_case, count, name) => {
    const lines = many(count, name);
    const parts = encodeParts(lines);
    expect(parts.flatMap(decodePart)).toEqual(lines);
    for (const bytes of parts) {
      expect(bytes.length).toBeLessThanOrEqual(PART_BYTES_MAX);
      expect(decodePart(bytes).length).toBeLessThanOrEqual(PART_ITEMS_MAX);
      expect(bytes.buffer.byteLength).toBe(bytes.length); // can be given to another thread
    }
  });
});

describe('Changes against the current version', () => {
  const current = [item('1.01', 1, 0, 0, 1), item('1.02', 2, 0, 0, 2), item('1.02', 3, 0, 0, 3)];
  const changes = (items: readonly Item[]) => changesAgainst(stored(current), stored(items));

  it('are none for the same lines in another order', () => {
    expect(changes([...current].reverse())).toEqual({ added: 0, changed: 0, removed: 0 });
  });

  it('are counted by account: new, gone, other amounts, other names, other lines of the same sum', () => {
    expect(changes([item('1.01', 1, 0, 0, 1), item('2.01', 0, 0, 0, 0)])).toEqual({
      added: 1,
      changed: 0,
      removed: 1,
    });
    expect(changes([item('1.01', 1, 1, 0, 2), item('1.02', 5, 0, 0, 5)])).toEqual({
      added: 0,
      changed: 2,
      removed: 0,
    });
    expect(changes([{ ...item('1.01', 1, 0, 0, 1), accountName: 'Caixa' }, ...current.slice(1)])).toMatchObject({
      changed: 1,
    });
  });

  it('are all additions where there is no current version', () => {
    expect(changesAgainst(null, stored(current))).toEqual({ added: 2, changed: 0, removed: 0 });
  });

  it('take time in proportion to the lines, also where all 100,000 are of one account', () => {
    const [line] = documentOf([item('1.01', 1, 2, 3, 4)]).lines.map(storedLine);
    if (line === undefined) throw new Error('no line');
    const many = Array.from({ length: 100_000 }, (_, at) => ({ ...line, debitCents: (at * 7_919) % 100_000 }));
    const lines = stored([item('1.01', 1, 0, 0, 1)]);
    // Copying the account's lines for each of them would take minutes.
    expect(changesAgainst(many, lines)).toEqual({ added: 0, changed: 1, removed: 0 });
  });

  it('are none exactly when the content is the same', () => {
    fc.assert(
      fc.property(signed, signed, (one, other) => {
        const found = changesAgainst(stored(one), stored(other));
        expect(found.added + found.changed + found.removed === 0).toBe(hashOf(one) === hashOf(other));
      }),
    );
  });
});
