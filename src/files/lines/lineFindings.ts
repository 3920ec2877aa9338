// What reading found apart from the lines: those of another company or month, warnings.
import { AMOUNT_FIELDS, isSameAmounts, isZero } from '../../domain/trialBalance/amounts.js';
import type { DocumentLine, ReadingFindings } from '../../domain/trialBalance/lines.js';
import { LineErrors } from '../../domain/trialBalance/refusals.js';
import {
  ACCOUNTS_NAMED_MAX,
  firstAndMore,
  type OtherAccount,
  type Warning,
} from '../../domain/trialBalance/warnings.js';
import { detachedText, shownText } from '../cells/cellText.js';
import type { Cell } from '../formats/table.js';

/** Ambiguous codes beyond this number are counted as one. */
const AMBIGUOUS_MAX = 1_000;

/** The first items of many, and how many there are. */
class First<Item> {
  readonly items: Item[] = [];
  count = 0;

  add(item: Item): void {
    this.count++;
    if (this.items.length < ACCOUNTS_NAMED_MAX) this.items.push(item);
  }

  get more(): number {
    return this.count - this.items.length;
  }
}

export class LineFindings {
  /** Lines that name another company, month or chart. */
  readonly errors = new LineErrors();
  readonly warnings: Warning[] = [];
  /** Lines outside the chart so far, and the first of their codes. */
  notInChart = 0;
  readonly codesNotInChart = new Set<string>();
  readonly withoutCode = new First<number>();
  readonly #restored = new Map<string, string>();
  readonly #ambiguous = new Map<string, readonly string[]>();
  /** Lines whose other code, or name, is that of another account. */
  readonly otherAccounts = { code: new First<OtherAccount>(), name: new First<OtherAccount>() };

  /** @param accountCode a detached text, which is kept */
  addNotInChart(accountCode: string): void {
    this.notInChart++;
    if (this.codesNotInChart.size < ACCOUNTS_NAMED_MAX) this.codesNotInChart.add(accountCode);
  }

  addRestored(code: string, accountCode: string): void {
    if (!this.#restored.has(code)) this.#restored.set(detachedText(code), accountCode);
  }

  removeRestored(code: string): void {
    this.#restored.delete(code);
  }

  addAmbiguous(code: string, accounts: readonly string[]): void {
    if (this.#ambiguous.size < AMBIGUOUS_MAX && !this.#ambiguous.has(code))
      this.#ambiguous.set(detachedText(code), accounts);
  }

  collected(): ReadingFindings {
    const warnings = [...this.warnings];
    if (this.#ambiguous.size > 0) {
      const all = [...this.#ambiguous].map(([code, accounts]) => ({ found: code, accounts }));
      warnings.push({ is: 'CodesAmbiguous', ...firstAndMore('codes', all) });
    }
    for (const by of ['code', 'name'] as const) {
      const { items: lines, count, more } = this.otherAccounts[by];
      if (count > 0) warnings.push({ is: 'OtherAccountNamed', by, lines, more });
    }
    const { items: lines, count: rows, more } = this.withoutCode;
    if (rows > 0) warnings.push({ is: 'RowsWithoutCode', rows, lines, more });
    if (this.#restored.size > 0) {
      const all = [...this.#restored].map(([code, accountCode]) => ({ found: code, accountCode }));
      warnings.push({ is: 'CodesRestored', ...firstAndMore('codes', all) });
    }
    return { errors: this.errors, warnings };
  }
}

// Lines of a file that came before, cell by cell, and files that hold all their lines twice. Lines of one account
// and the same amounts that differ in another column, as by cost centre, are no repetitions.
// Source: docs/spec/files.md#sums.

/** Fewer lines may be alike by chance. */
const WHOLE_LINES_MIN = 2;

/** FNV-1a of every cell of a row. */
export function rowHash(cells: readonly Cell[]): number {
  let hash = 0x811c9dc5;
  for (const cell of cells) {
    const text = typeof cell === 'string' ? cell : shownText(cell);
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return hash | 0;
}

/**
 * Lines without any amount add nothing and are not counted.
 * @param hashes of the rows of the lines
 */
export function repetitionIn(lines: readonly DocumentLine[], hashes: readonly number[]): readonly Warning[] {
  const half = lines.length / 2;
  const second = lines[half];
  if (second !== undefined && half >= WHOLE_LINES_MIN && isTwice(lines, half))
    return [{ is: 'LinesTwice', lines: half, line: second.line }];
  const ofAccount = new Map<string, number>();
  for (const { accountCode } of lines) ofAccount.set(accountCode, (ofAccount.get(accountCode) ?? 0) + 1);
  const severalTimes = repeatedIn(hashes);
  const texts = new Set<string>();
  const accounts = new Set<string>();
  let repeated = 0;
  for (const [at, line] of lines.entries()) {
    const hash = hashes[at] ?? 0;
    if (!severalTimes.has(hash) || ofAccount.get(line.accountCode) === 1 || isZero(line)) continue;
    const key = `${line.accountCode} ${hash} ${AMOUNT_FIELDS.map((field) => line[field]).join(' ')}`;
    const before = texts.size;
    if (texts.add(key).size > before) continue;
    repeated++;
    accounts.add(line.accountCode);
  }
  if (repeated === 0) return [];
  return [{ is: 'LinesRepeated', lines: repeated, ...firstAndMore('accounts', [...accounts]) }];
}

/** Hashes that several rows have. Sorted, they take 3 MB of the largest file; as keys of a map, some 50 MB. */
function repeatedIn(hashes: readonly number[]): ReadonlySet<number> {
  const sorted = Int32Array.from(hashes).sort();
  return new Set(sorted.filter((hash, at) => at > 0 && hash === sorted[at - 1]));
}

function isTwice(lines: readonly DocumentLine[], half: number): boolean {
  const isSame = (line: DocumentLine, other = lines[0]): boolean =>
    other !== undefined && line.accountCode === other.accountCode && isSameAmounts(line, other);
  const first = lines.slice(0, half);
  return first.every((line, at) => isSame(line, lines[at + half])) && !first.every(isZero);
}
