// What identifies the content of a trial balance, how its lines are stored, and what a new document would change.
import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { contentLine, inCanonicalOrder } from '../../../../src/domain/trialBalance/lines/canonicalForm.js';
import { changesAgainst } from '../../../../src/domain/trialBalance/checks/changes.js';
import { indexChart } from '../../../../src/domain/trialBalance/checks/chartIndex.js';
import {
  decodePart,
  encodeLines,
  encodeParts,
  encodeSignedLines,
  type PlainLines,
  PART_BYTES_MAX,
  PART_LINES_MAX,
} from '../../../../src/domain/trialBalance/lines/lineParts.js';
import type { StoredLines } from '../../../../src/domain/trialBalance/lines/storedLines.js';
import { account, check, CHART, item, stringsOf, type Item } from '../checks/checking.js';

const chart = indexChart([CHART]);
const stored = (items: readonly Item[]): StoredLines => {
  const lines = check(items).stored;
  if (lines === null) throw new Error('refused');
  return lines;
};
const sha256 = (...pieces: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};
const hashOf = (items: readonly Item[], chartId = 4): string =>
  sha256(contentLine(chartId, sha256(...encodeLines(inCanonicalOrder(stored(items), chart)))));

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
    expect(stringsOf(inCanonicalOrder(stored(twice), chart).accountCode)).toEqual(['1.01', '1.01', '1.02']);
  });

  it('is, byte for byte, what its description says', () => {
    const items = [
      { ...item('2.01', 2, 0, 0, 2), accountName: 'Fornecedores – "São Paulo" \\ 😀' },
      item('1.01', -0.5, 1, 0.25, 0.25),
      item('1.01', -0.5, 0.25, 0.25, -0.5),
    ];
    const columns = {
      accountCode: ['1.01', '1.01', '2.01'],
      accountName: ['Conta 1.01', 'Conta 1.01', 'Fornecedores – "São Paulo" \\ 😀'],
      previousBalanceCents: [-50, -50, 200],
      debitCents: [25, 100, 0],
      creditCents: [25, 25, 0],
      finalBalanceCents: [-50, 25, 200],
    };
    expect(hashOf(items)).toBe(sha256(`chart 4\nlines ${sha256(JSON.stringify(columns))}\n`));
  });

  it('leaves out nature and sign, which the stored parts hold behind it', () => {
    const lines = stored([item('2.01', 2, 0, 0, 2), item('1.02', 1, 0, 0, 1)]);
    const natures = chart.nature;
    const [part] = encodeSignedLines(lines, {
      natures,
      debitSigns: Int8Array.from(natures, (_, at) => (at % 2) - 1),
    });
    const bytes = part?.bytes ?? new Uint8Array();
    const [plain = new Uint8Array()] = encodeLines(lines);
    expect([...bytes.subarray(0, part?.signsAt), 0x7d]).toEqual([...plain]);
    const places = [...lines.account];
    expect(decodePart(bytes)).toMatchObject({
      nature: places.map((at) => natures[at]?.charAt(0)).join(''),
      debitSign: places.map((at) => (at % 2 === 0 ? '-' : '+')).join(''),
    });
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
        const lines = (items: readonly Item[]) => {
          const { accountCode, accountName, cents } = stored(items);
          const names = stringsOf(accountName);
          return stringsOf(accountCode).map((code, at) =>
            JSON.stringify([code, names[at], ...cents.subarray(at * 4, at * 4 + 4)]),
          );
        };
        const same = JSON.stringify(lines(one).sort()) === JSON.stringify(lines(other).sort());
        expect(hashOf(one) === hashOf(other)).toBe(same);
      }),
    );
  });
});

describe('Parts', () => {
  it('hold the lines as they were, in order', () => {
    fc.assert(
      fc.property(signed, (items) => {
        const lines = stored(items);
        const [part, ...more] = encodeLines(lines).map(decodePart);
        expect(more).toEqual([]);
        const column = (which: number) => [...lines.cents].filter((_, at) => at % 4 === which);
        expect(part).toEqual({
          accountCode: stringsOf(lines.accountCode),
          accountName: stringsOf(lines.accountName),
          previousBalanceCents: column(0),
          debitCents: column(1),
          creditCents: column(2),
          finalBalanceCents: column(3),
        });
      }),
    );
  });

  const many = (count: number, name: string): PlainLines => ({
    count,
    accountCode: Array.from({ length: count }, (_, n) => `1.${n}`),
    accountName: Array.from({ length: count }, () => name),
    cents: Float64Array.from({ length: count * 4 }, (_, at) => at - 3),
  });

  it.each([
    ['short names', 12_001, 'Caixa'],
    ['long names', 12_001, 'Provisão “€” '.repeat(35).slice(0, 480)],
    ['exactly one part', PART_LINES_MAX, 'x'],
  ])('stay within both limits: %s', (_case, count, name) => {
    const lines = many(count, name);
    const parts = encodeParts(lines);
    const columns = parts.map(decodePart);
    expect(columns.flatMap(({ accountCode }) => accountCode)).toEqual(lines.accountCode);
    expect(columns.flatMap(({ finalBalanceCents }) => finalBalanceCents)).toEqual(
      lines.accountCode.map((_, at) => at * 4),
    );
    for (const bytes of parts) expect(bytes.length).toBeLessThanOrEqual(PART_BYTES_MAX);
    for (const { accountCode } of columns) expect(accountCode.length).toBeLessThanOrEqual(PART_LINES_MAX);
    for (const bytes of parts) expect(bytes.buffer.byteLength).toBe(bytes.length);
  });
});

describe('Changes against the current version', () => {
  const current = [item('1.01', 1, 0, 0, 1), item('1.02', 2, 0, 0, 2), item('1.02', 3, 0, 0, 3)];
  const changes = (items: readonly Item[]) =>
    changesAgainst(encodeLines(stored(current)).map(decodePart), stored(items));

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
    const count = 100_000;
    const cents = Float64Array.from({ length: count * 4 }, (_, at) => (at * 7_919) % count);
    const accountCode = Array.from({ length: count }, () => '1.01');
    const parts = encodeParts({ count, accountCode, accountName: accountCode, cents });
    const lines = stored([item('1.01', 1, 0, 0, 1)]);
    // Copying the account's lines for each of them would take minutes.
    expect(changesAgainst(parts.map(decodePart), lines)).toEqual({ added: 0, changed: 1, removed: 0 });
  });

  it('are none exactly when the content is the same', () => {
    fc.assert(
      fc.property(signed, signed, (one, other) => {
        const found = changesAgainst(encodeLines(stored(one)).map(decodePart), stored(other));
        expect(found.added + found.changed + found.removed === 0).toBe(hashOf(one) === hashOf(other));
      }),
    );
  });
});

it('codes of a chart that is not in order sort as text all the same', () => {
  const accounts = [account('b', 'DEBIT'), account('a', 'DEBIT')];
  const lines = check([item('b', 0, 0, 0, 0), item('a', 0, 0, 0, 0)], { accounts }).stored;
  if (lines === null) throw new Error('refused');
  expect(stringsOf(inCanonicalOrder(lines, indexChart([accounts])).accountCode)).toEqual(['a', 'b']);
});
