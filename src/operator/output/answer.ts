// What a command prints to stdout: one JSON value, or text for people.
import type { Row } from '../dependencies.js';
import { fields } from './fields.js';
import { table, type Text } from './table.js';

/** `text` is printed without `--json`; by default a table of `json`'s rows, or its fields one per line. */
export type Answer = Readonly<{
  json: unknown;
  text?: Text | string;
  /** The command ran and found a problem: exit status 1. */
  failed?: boolean;
}>;

/** @param columns width of the terminal; null for a file or a pipe */
export function rendered({ json, text }: Answer, asJson: boolean, columns: number | null = null): string {
  if (asJson) return `${JSON.stringify(json)}\n`;
  if (text === undefined) return `${textOf(json, columns)}\n`;
  return `${typeof text === 'string' ? text : text(columns)}\n`;
}

function textOf(value: unknown, columns: number | null): string {
  if (Array.isArray(value)) return table(value as readonly Row[])(columns);
  if (typeof value !== 'object' || value === null) return String(value);
  return fields(value);
}
