// The months and charts under fixtures/, read as they are.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ImportBody } from './builders.js';

/** A path under fixtures/, on the disk. */
export const fixturePath = (name: string): string =>
  fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));

/** A body of POST /api/v1/trial-balances. */
export const readFixture = (name: string): ImportBody =>
  JSON.parse(readFileSync(fixturePath(name), 'utf8')) as ImportBody;

/** The lines of a chart, by heading. */
export function chartLines(name: string): Readonly<Record<string, string>>[] {
  const [heading = '', ...lines] = readFileSync(fixturePath(name), 'utf8').trimEnd().split('\n');
  const names = heading.split(';');
  return lines.map((line) => Object.fromEntries(line.split(';').map((cell, index) => [names[index] ?? '', cell])));
}

/** Opening, debit, credit and closing of each account in centavos, its lines summed, as sent. */
export function accountSums(body: ImportBody): Map<string, readonly [number, number, number, number]> {
  const sums = new Map<string, readonly [number, number, number, number]>();
  for (const item of body.lineItems) {
    const [opening, debit, credit, closing] = sums.get(item.accountCode) ?? [0, 0, 0, 0];
    sums.set(item.accountCode, [
      opening + cents(item.previousBalance),
      debit + cents(item.debit),
      credit + cents(item.credit),
      closing + cents(item.finalBalance),
    ]);
  }
  return sums;
}

const cents = (amount: number): number => Math.round(amount * 100);
