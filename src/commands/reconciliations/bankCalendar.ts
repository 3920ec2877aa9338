// Brazil's bank holidays, from a library: a new holiday (as 20/11 in 2024) comes with an upgrade. Deadlines are stored in
// events, so an upgrade changes no existing one. The library is loaded on first use: most processes never need it.
import type { Holidays } from '../../domain/reconciliation/deadlines.js';

/** `public`: holidays by law; `bank`: other days without bank service (carnival, Corpus Christi). */
const TYPES = ['public', 'bank'] as const;

const byYear = new Map<number, readonly string[]>();

/** Dates are YYYY-MM-DD. Years are cached. */
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
