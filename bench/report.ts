// The table at the end.
import type { Figure } from './measure.js';
import { rounded } from './measure.js';

const HEADING = ['figure', 'target', 'measured', 'ok', 'median (min–max)'];

/** Markdown, so that it can go into docs/performance.md as it is. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, target, ratio, ok, detail }) => [
    name,
    target,
    rounded(ratio),
    ok ? 'yes' : 'NO',
    detail,
  ]);
  const widths = HEADING.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEADING), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
