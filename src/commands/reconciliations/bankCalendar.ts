// Brazil's days without bank service, from a library kept up to date: a new national holiday (as 20/11 in 2024) comes
// with an upgrade. Deadlines are stored in facts, so an upgrade moves none that was given before.
// Loaded at the first question: most processes never ask.
import type { Holidays } from '../../domain/reconciliation/deadlines.js';

/** `public` holidays by law, `bank` the days without bank service beside them: carnival's two and Corpus Christi. */
const TYPES = ['public', 'bank'] as const;

const byYear = new Map<number, readonly string[]>();

/** Written YYYY-MM-DD. A year is computed once: its days are the same for everybody. */
export async function bankHolidays(years: readonly number[]): Promise<Holidays> {
  const missing = years.filter((year) => !byYear.has(year));
  if (missing.length > 0) {
    const { default: Calendar } = await import('date-holidays');
    const calendar = new Calendar('BR', { types: [...TYPES] });
    for (const year of missing) {
      const days = calendar.getHolidays(year).map(({ date }) => date.slice(0, 10));
      byYear.set(year, days);
    }
  }
  return new Set(years.flatMap((year) => byYear.get(year) ?? []));
}
