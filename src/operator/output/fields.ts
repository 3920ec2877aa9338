// A single value of a command: its members one per line, and each warning on a line of its own, rows as a table.
import { fieldName } from '../../messages/operator/fields.js';
import { cell } from './cell.js';
import { styled } from './styled.js';
import { table } from './table.js';

const GAP = '  ';
/** Members that are lists of sentences. */
const WARNINGS = new Set(['avisos', 'warnings', 'problems']);

/** @param indent of each line: members of a member are indented */
export function fields(value: object, indent = ''): string {
  const entries = Object.entries(value);
  const width = Math.max(
    0,
    ...entries.filter(([, field]) => !isGroup(field) && !isRows(field)).map(([name]) => fieldName(name).length),
  );
  return entries
    .flatMap(([name, field]) => {
      if (isGroup(field)) return [`${indent}${fieldName(name)}`, fields(field, `${indent}${GAP}`)];
      if (isRows(field))
        return [`${indent}${fieldName(name)}`, ...rowLines(field).map((line) => `${indent}${GAP}${line}`)];
      const [first = '-', ...others] = linesOf(name, field);
      const margin = `${indent}${' '.repeat(width)}${GAP}`;
      return [
        `${indent}${fieldName(name).padEnd(width)}${GAP}${first}`,
        ...others.map((line) => `${margin}${line}`),
      ];
    })
    .join('\n');
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRows(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isGroup);
}

function rowLines(rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return table(rows)(null).split('\n');
}

function linesOf(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || !WARNINGS.has(name)) return [cell(name, value)];
  return value.map((one) => styled('yellow', cell(name, one)));
}
