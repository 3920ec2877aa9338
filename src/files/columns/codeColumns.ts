// Which column holds the account's code and which its name: by headings, and by values where several may be meant.
// Source: docs/spec/files.md#account-codes.
import { codeText, splitCodeAndName, looksLikeCode } from '../cells/accountCode.js';
import { hasLetters, isFilled, NO_COLUMN, shareOf } from './columnValues.js';
import { headingKey, type HeadingRole } from '../headings/headingVocabulary.js';
import type { Cell, TableRow } from '../formats/table.js';

export type CodeColumns = Readonly<ReturnType<typeof codeColumns>>;

/**
 * Candidates in order: classification, code, short code, number, chart. The first whose values look like codes is
 * the code, those of parts (`1.1.01`) before plain numbers, until the chart decides (lines/chooseCodeColumn.ts).
 * Where no column is headed as name, one of words is the name.
 */
export function codeColumns(
  roles: readonly (HeadingRole | null)[],
  headings: readonly string[],
  sample: readonly TableRow[],
) {
  const indexes = (...selected: readonly HeadingRole[]): number[] =>
    roles.flatMap((role, index) => (role !== null && selected.includes(role) ? [index] : []));
  const headed = [
    ...indexes('classification'),
    ...indexes('code', 'codeOrChart'),
    ...indexes('shortCode'),
    ...indexes('number'),
    ...indexes('chart').filter((index) => isCoded(sample, index)),
  ];
  // `Descrição` may hold `1.1.01 - Caixa`.
  const candidates =
    headed.length > 0 ? headed : indexes('name').filter((index) => holdsCodeAndName(sample, index));
  const code = bestCode(candidates, roles, sample);
  const otherCodes = candidates.filter((index) => index !== code && isCoded(sample, index));
  const codeHasName = code !== NO_COLUMN && holdsCodeAndName(sample, code);
  const nameColumns = indexes('name');
  const history = (index: number): boolean => headingKey(headings[index] ?? '') === 'historico';
  const name =
    nameColumns.find((index) => index !== code && !history(index)) ??
    indexes('code', 'classification').find(
      (index) => index !== code && shareOf(sample, index, hasLetters) >= 0.5,
    ) ??
    nameColumns.find((index) => index !== code) ??
    NO_COLUMN;
  const codeCandidates = code === NO_COLUMN ? [] : [code, ...otherCodes];
  return {
    code,
    /** Every column whose values may be codes, the chosen one first: the chart decides among them. */
    codeCandidates,
    /** Code and name share a cell: `1.1.01 - Caixa`. */
    codeHasName,
    name,
    /**
     * End (exclusive) of the columns that may hold the name: names are indented by level, or their heading is
     * merged.
     */
    nameEnd: name === NO_COLUMN ? NO_COLUMN : endOf(name, headings, sample),
  };
}

function bestCode(
  candidates: readonly number[],
  roles: readonly (HeadingRole | null)[],
  sample: readonly TableRow[],
): number {
  const coded = candidates.filter((index) => isCoded(sample, index));
  const [first] = coded;
  if (first === undefined) return candidates[0] ?? NO_COLUMN;
  if (shareOf(sample, first, hasParts) >= 0.5) return first;
  const ofParts = coded.find((index) => shareOf(sample, index, hasParts) >= 0.5);
  if (ofParts !== undefined) return ofParts;
  // The shorter of two columns of plain numbers with the same role is the short code.
  const alike = coded.filter((index) => roles[index] === roles[first]);
  return alike.reduce((best, index) => (lengthOf(sample, index) > lengthOf(sample, best) ? index : best), first);
}

function isCoded(sample: readonly TableRow[], index: number): boolean {
  return shareOf(sample, index, looksLikeCode) >= 0.5 || holdsCodeAndName(sample, index);
}

function hasParts(cell: Cell): boolean {
  return typeof cell === 'string' && /^\s*\d+[.\-/]\d/.test(cell);
}

function lengthOf(sample: readonly TableRow[], index: number): number {
  const lengths = sample.flatMap(({ cells }) => {
    const cell = cells[index];
    return isFilled(cell) && looksLikeCode(cell) ? [codeText(cell).length] : [];
  });
  return lengths.length === 0 ? 0 : lengths.reduce((sum, one) => sum + one, 0) / lengths.length;
}

export function holdsCodeAndName(sample: readonly TableRow[], index: number): boolean {
  const isBoth = (cell: Cell): boolean => typeof cell === 'string' && splitCodeAndName(cell) !== null;
  return shareOf(sample, index, isBoth) >= 0.5;
}

/** Columns of words without a heading, right of the name, belong to it. */
function endOf(name: number, headings: readonly string[], sample: readonly TableRow[]): number {
  let end = name + 1;
  while (end < headings.length && (headings[end] ?? '') === '' && isNames(sample, end)) end++;
  return end < headings.length ? end : name + 1;
}

function isNames(sample: readonly TableRow[], index: number): boolean {
  return !sample.some(({ cells }) => isFilled(cells[index])) || shareOf(sample, index, hasLetters) >= 0.9;
}
