// Amounts and dates as people type them and spreadsheets copy them in Brazil.
import { isCalendarDate } from '../domain/kernel/calendarDate.js';

const GROUPED = /^\d{1,3}(\.\d{3})+$/;
const WHOLE = /^\d+$/;

/**
 * `1.234,56`, `1234,5`, `1234.56`, `R$ 10,00`, and negative with a minus on either side or in parentheses. A point
 * before three digits separates thousands.
 * @returns decimal text with a point (`-1234.56`); null for anything else
 */
export function decimalFromBrazilian(text: string): string | null {
  const plain = text
    .replace(/[\s\u00a0]/g, '')
    .replace(/^([-(]?)R\$/i, '$1')
    .replace(/[−–]/g, '-');
  const [, opening = '', digits = '', closing = ''] = /^([-+(]?)([\d.,]+)([-)]?)$/.exec(plain) ?? [];
  const isInParentheses = opening === '(' && closing === ')';
  if (digits === '' || (!isInParentheses && (opening === '(' || closing === ')' || (opening && closing))))
    return null;
  const amount = unsigned(digits);
  if (amount === null) return null;
  return isInParentheses || opening === '-' || closing === '-' ? `-${amount}` : amount;
}

/** `1.234,56 C` with its side, which a sign turns: `-1,00 C` is a debit. Null for anything else. */
export function amountFromBrazilian(text: string): Readonly<{ decimal: string; side: 'D' | 'C' | null }> | null {
  const [, amount = '', side = ''] = /^(.*?)\s*([DC]?)$/is.exec(text.trim()) ?? [];
  const decimal = decimalFromBrazilian(amount);
  return decimal === null ? null : { decimal, side: side === '' ? null : side.toUpperCase() === 'D' ? 'D' : 'C' };
}

function unsigned(digits: string): string | null {
  const [whole = '', fraction, ...more] = digits.includes(',') ? digits.split(',') : splitAtPoint(digits);
  if (more.length > 0 || !(WHOLE.test(whole) || GROUPED.test(whole))) return null;
  if (fraction !== undefined && !WHOLE.test(fraction)) return null;
  return fraction === undefined ? whole.replaceAll('.', '') : `${whole.replaceAll('.', '')}.${fraction}`;
}

/** Without a comma: the last point is the decimal mark unless three digits follow. */
function splitAtPoint(digits: string): readonly string[] {
  return /^\d+\.\d{1,2}$/.test(digits) ? digits.split('.') : [digits];
}

/** `28/02/2026`, `28/02/26`, `2026-02-28` as YYYY-MM-DD; null for anything else. */
export function dateFromBrazilian(text: string): string | null {
  const typed = text.trim();
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(typed) ?? [];
  if (day === undefined || month === undefined || year === undefined) return isCalendarDate(typed) ? typed : null;
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}
