// Dates written YYYY-MM-DD, and the time zone of all of them: America/Sao_Paulo.

export const DAY_MS = 86_400_000;

/** America/Sao_Paulo is UTC−3 all year (docs/spec/numbers.md#competences). */
export const SAO_PAULO_BEHIND_UTC_MS = 3 * 3_600_000;

/**
 * The last millisecond of a day in America/Sao_Paulo, as a time of the next day in UTC. Every `prazo` is one, on
 * which the filter by slaStatus relies.
 */
export const DAY_END_MS = SAO_PAULO_BEHIND_UTC_MS - 1;

/** Later ones, as the end of 9999-12-31 in UTC, are written with a sign and would sort before all others. */
export const LAST_INSTANT = '9999-12-31T23:59:59.999Z';

const SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a date that exists: `Date` reads 2026-02-30 as 2 March. */
export function isCalendarDate(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Of a chart or a holiday. */
export const isRegisterDate = (text: string): boolean => /^(?:19|20|21)/.test(text) && isCalendarDate(text);

/** A time (ISO 8601) in America/Sao_Paulo: `31/05/2026 09:30:00`. @throws RangeError for what is no time */
export function timeInSaoPaulo(at: string): string {
  const local = new Date(Date.parse(at) - SAO_PAULO_BEHIND_UTC_MS).toISOString();
  return `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)} ${local.slice(11, 19)}`;
}

/** The day of a time (ISO 8601) in America/Sao_Paulo, YYYY-MM-DD. */
export function dayInSaoPaulo(at: string): string {
  return new Date(Date.parse(at) - SAO_PAULO_BEHIND_UTC_MS).toISOString().slice(0, 10);
}

/**
 * The time of an event in such a list, in ms: its own time, or 1 ms after the previous event's when that is not
 * earlier. Times therefore strictly ascend, and a rebuild computes the same ones.
 * @param before the previous event's result, 0 for the first
 * @param at ISO 8601 UTC
 */
export function changedAfter(before: number, at: string): number {
  const eventMs = Date.parse(at);
  return eventMs > before ? eventMs : before + 1;
}
