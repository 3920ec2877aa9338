// The table at the end.
import { rounded, type Figure } from './measure.js';

const HEADING = ['figure', 'bar', 'measured', '', 'median (min–max)'];

/** Markdown. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.bar,
    rounded(figure.measured),
    verdictOf(figure),
    figure.detail,
  ]);
  const widths = HEADING.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEADING), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export function verdictOf({ ok }: Figure): string {
  return ok ? 'ok' : 'missed';
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
