// What commands print: one JSON value, or text for people. Rows as a table: columns in order of importance, as
// many as fit the terminal; all of them, whole, in a file or a pipe. A single value: its members one per line.
// Source: docs/spec/operator.md#tables.
import { styleText } from 'node:util';
import { fieldName, fieldText, isNumeric, kindOf } from '../messages/operator/fields.js';
import type { Row } from './queries.js';

/** @param columns width of the terminal; null: unlimited */
export type Text = (columns: number | null) => string;

type Cells = Readonly<ReturnType<typeof columnOf>>;

type TableOptions = Readonly<{
  /** Fields to begin with; the others follow in their own order. */
  first?: readonly string[];
  /** Headings of fields that have another name elsewhere. */
  names?: Readonly<Record<string, string>>;
  /** Headings and values of a file: neither is translated. */
  asItIs?: boolean;
}>;

const GAP = '  ';
/** Texts are shortened to this before a column is left out. */
const TEXT_WIDTH_MIN = 12;
const SENTENCE_WIDTH_MIN = 24;

export function table(
  rows: readonly Readonly<Record<string, unknown>>[],
  { first = [], names: ownNames = {}, asItIs = false }: TableOptions = {},
): Text {
  const [head] = rows;
  if (head === undefined) return () => '(nenhum registro)';
  const fieldNames = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const names = [
    ...first.filter((name) => fieldNames.includes(name)),
    ...fieldNames.filter((name) => !first.includes(name)),
  ];
  const all = names.map((name) =>
    columnOf(name, ownNames[name] ?? (asItIs ? name : fieldName(name)), rows, asItIs),
  );
  return (columns) => {
    const [fittingCells, leftOut] = fitting(all, columns);
    const widths = widthsOf(fittingCells, columns);
    const lines = rows.flatMap((_row, at) => rowLines(fittingCells, at, widths));
    const heading = fittingCells.map(({ name }) => name);
    const rule = widths.map((width) => '-'.repeat(width));
    const text = [
      styled('bold', aligned(fittingCells, heading, widths)),
      aligned(fittingCells, rule, widths),
      ...lines,
    ];
    return [...text, ...leftOutNote(leftOut)].join('\n');
  };
}

function columnOf(
  field: string,
  name: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  asItIs: boolean,
) {
  const kind = asItIs ? 'text' : kindOf(field);
  const cells = rows.map((row) => cell(asItIs ? null : field, row[field]));
  const natural = cells.reduce((width, text) => Math.max(width, text.length), name.length);
  const least = { text: TEXT_WIDTH_MIN, sentence: SENTENCE_WIDTH_MIN }[kind as string] ?? natural;
  return {
    name,
    cells,
    alignsRight: (!asItIs && isNumeric(field)) || rows.every((row) => typeof row[field] === 'number'),
    isWrapped: kind === 'sentence',
    widthMin: Math.min(natural, Math.max(least, name.length)),
  };
}

/** The columns that fit side by side at their least widths, at least one, and the others. */
function fitting(all: readonly Cells[], columns: number | null): readonly [readonly Cells[], readonly Cells[]] {
  if (columns === null) return [all, []];
  let width = -GAP.length;
  const count = all.findIndex(({ widthMin }) => (width += GAP.length + widthMin) > columns);
  return count === -1 ? [all, []] : [all.slice(0, Math.max(1, count)), all.slice(Math.max(1, count))];
}

/** Natural widths; the widest that can shrink do so until all fit. */
function widthsOf(cells: readonly Cells[], columns: number | null): readonly number[] {
  const widths = cells.map(({ name, cells }) =>
    cells.reduce((width, text) => Math.max(width, text.length), name.length),
  );
  if (columns === null) return widths;
  let excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - columns;
  for (; excess > 0; excess--) {
    const shrinking = widths.map((width, at) => (width > (cells[at]?.widthMin ?? 0) ? width : 0));
    const widest = Math.max(...shrinking);
    if (widest === 0) break;
    widths[shrinking.indexOf(widest)] = widest - 1;
  }
  return widths;
}

/** One line, or several where a sentence is wrapped. */
function rowLines(columnCells: readonly Cells[], row: number, widths: readonly number[]): readonly string[] {
  const cells = columnCells.map(({ cells: cellsOfColumn, isWrapped }, at) => {
    const text = cellsOfColumn[row] ?? '';
    const width = widths[at] ?? 0;
    return isWrapped ? wrapped(text, width) : [shortened(text, width)];
  });
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    aligned(
      columnCells,
      cells.map((lines) => lines[line] ?? ''),
      widths,
    ),
  );
}

function aligned(cells: readonly Cells[], parts: readonly string[], widths: readonly number[]): string {
  return parts
    .map((part, at) => (cells[at]?.alignsRight ? part.padStart(widths[at] ?? 0) : part.padEnd(widths[at] ?? 0)))
    .join(GAP)
    .trimEnd();
}

function shortened(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
}

/** Wraps between words; a longer word is cut. */
function wrapped(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => shortened(line, width));
}

function leftOutNote(leftOut: readonly Cells[]): readonly string[] {
  if (leftOut.length === 0) return [];
  const names = leftOut.map(({ name }) => name).join(', ');
  return [styled('dim', `Não couberam: ${names}. Use um terminal mais largo, ou --json.`)];
}

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
        return [`${indent}${fieldName(name)}`, ...tableLines(field).map((line) => `${indent}${GAP}${line}`)];
      const [first = '-', ...moreLines] = linesOf(name, field);
      const margin = `${indent}${' '.repeat(width)}${GAP}`;
      return [
        `${indent}${fieldName(name).padEnd(width)}${GAP}${first}`,
        ...moreLines.map((line) => `${margin}${line}`),
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

function tableLines(rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return table(rows)(null).split('\n');
}

function linesOf(name: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || !WARNINGS.has(name)) return [cell(name, value)];
  return value.map((one) => styled('yellow', cell(name, one)));
}

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

/** @param field its name in `--json`; null for a value of somebody else's table, written as it is */
function cell(field: string | null, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map((one) => cell(field, one)).join(', ');
  const scalar = typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
  return printable((field === null ? null : fieldText(field, scalar)) ?? String(scalar));
}

/** Replaces control characters, which must not reach a terminal. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').normalize();
}

/** Colours and weights for a terminal. The writer of a stream without colours removes them. */
export function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { validateStream: false });
}
