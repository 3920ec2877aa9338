// Days without bank service in all of Brazil: the national holidays and three more, by law.
// Source: docs/spec/workflow.md#calendar.
import { DAY_MS } from '../kernel/calendarDate.js';
import type { Holidays } from './deadlines.js';

/** Month and day of the national holidays, and the first year of those that came later. */
const FIXED = [
  { day: '01-01' }, // Confraternização Universal, Lei 662/1949
  { day: '04-21' }, // Tiradentes, Lei 662/1949
  { day: '05-01' }, // Dia do Trabalho, Lei 662/1949
  { day: '09-07' }, // Independência, Lei 662/1949
  { day: '10-12' }, // Nossa Senhora Aparecida, Lei 6.802/1980
  { day: '11-02' }, // Finados, Lei 662/1949
  { day: '11-15' }, // Proclamação da República, Lei 662/1949
  { day: '11-20', from: 2024 }, // Consciência Negra, Lei 14.759/2023
  { day: '12-25' }, // Natal, Lei 662/1949
] as const;

/** Days from Easter: carnival Monday and Tuesday, Good Friday, Corpus Christi. */
const MOVING = [-48, -47, -2, 60] as const;

export function bankHolidays(years: readonly number[]): Holidays {
  return new Set(years.flatMap(holidaysOf));
}

function holidaysOf(year: number): string[] {
  const fixed = FIXED.filter((holiday) => !('from' in holiday) || year >= holiday.from).map(
    ({ day }) => `${year}-${day}`,
  );
  const easter = easterOf(year);
  const moving = MOVING.map((days) => new Date(easter + days * DAY_MS).toISOString().slice(0, 10));
  return [...fixed, ...moving];
}

/** Easter Sunday of the Gregorian calendar: the Sunday after the first full moon of spring, by calculation, not observation. */
function easterOf(year: number): number {
  const golden = (year % 19) + 1;
  const century = Math.floor(year / 100) + 1;
  const leapYearsLeftOut = Math.floor((3 * century) / 4) - 12;
  const moonAhead = Math.floor((8 * century + 5) / 25) - 5;
  const sunday = Math.floor((5 * year) / 4) - leapYearsLeftOut - 10;
  let epact = (11 * golden + 20 + moonAhead - leapYearsLeftOut + 30) % 30;
  if ((epact === 25 && golden > 11) || epact === 24) epact++;
  const fullMoon = epact > 23 ? 74 - epact : 44 - epact; // a day of March
  return Date.UTC(year, 2, fullMoon + 7 - ((sunday + fullMoon) % 7));
}
