// Amounts in the operator's JSON files: decimal text with a point, or a JSON number.
import { AMOUNT_MAX, centsOf, type Cents } from './money.js';

const DECIMAL = /^([+-]?)(\d{1,15})(?:\.(\d{1,2}))?$/;

/** @returns null for anything else, for fractions of a centavo, and beyond AMOUNT_MAX */
export function decimalCents(value: unknown): Cents | null {
  if (typeof value === 'number') {
    const cents = centsOf(value);
    return Number.isNaN(cents) ? null : cents;
  }
  const [, sign, whole, fraction = ''] = (typeof value === 'string' && DECIMAL.exec(value.trim())) || [];
  if (whole === undefined) return null;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  if (cents > AMOUNT_MAX * 100) return null;
  return sign === '-' ? 0 - cents : cents;
}
