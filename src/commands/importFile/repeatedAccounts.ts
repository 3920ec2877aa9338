// A report printed twice into one file, or by branch and consolidated: its lines close, and added up they are wrong. An
// account may come in several lines (cost centres); that all of them come again with the same amounts, or with the sum
// of their others, is no such thing.
import { AMOUNTS, type LineTable } from '../../domain/books/lineTable.js';

/** Few accounts may repeat each other by chance. */
const ACCOUNTS_MIN = 10;

export function repeatsAccounts({ count, accountCode, cents }: LineTable): boolean {
  /** By where the code stands: one that comes again stands there once. */
  const linesOf = new Map<number, number[]>();
  for (let line = 0; line < count; line++) {
    if (amountsOf(cents, line).every((amount) => amount === 0)) continue;
    const code = accountCode.start[line] as number;
    const others = linesOf.get(code);
    if (others === undefined) linesOf.set(code, [line]);
    else others.push(line);
  }
  const accounts = [...linesOf.values()];
  if (accounts.length < ACCOUNTS_MIN || accounts.some((lines) => lines.length === 1)) return false;
  const are = (all: (lines: readonly number[]) => boolean): boolean => accounts.every(all);
  return (
    are(([first = 0, ...others]) => others.every((other) => isSumOf(cents, other, [first]))) ||
    are((lines) => isSumOf(cents, lines.at(-1) ?? 0, lines.slice(0, -1))) ||
    are(([first = 0, ...others]) => isSumOf(cents, first, others))
  );
}

const amountsOf = (cents: Float64Array, line: number): Float64Array =>
  cents.subarray(line * AMOUNTS, (line + 1) * AMOUNTS);

function isSumOf(cents: Float64Array, line: number, others: readonly number[]): boolean {
  return amountsOf(cents, line).every(
    (amount, index) =>
      amount === others.reduce((sum, other) => sum + (cents[other * AMOUNTS + index] as number), 0),
  );
}
