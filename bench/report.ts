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
  return [HEADING, HEADING.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function verdictOf({ ok }: Figure): string {
  return ok ? 'ok' : 'missed';
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
