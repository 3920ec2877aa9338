// CSV reports of the plainest layout, for tests that change one thing in it.
import { HEADING, LAYOUTS, delimited, type Rows } from './layouts.js';

/** The lines of `readReport.ts`, without heading. */
export const good: Rows = (LAYOUTS['signed amounts'] ?? []).slice(1);
export const csv = (rows: Rows): string => delimited(rows, ';');
/** All lines of `readReport.ts`, under what stands above their heading. */
export const withHeading = (...above: Rows): string => csv([...above, HEADING, ...good]);
/** One line, of `1.1.01.001`. */
export const line = (...cells: readonly string[]): string => csv([HEADING, ['1.1.01.001', 'Caixa', ...cells]]);
