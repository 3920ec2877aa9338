// Which column holds the account's code and which its name: by headings, and by values where several may be meant.
import { codeText, leadingCode, looksLikeCode } from '../cells/accountCode.js';
import { hasLetters, isFilled, NO_COLUMN, shareOf } from './columnValues.js';
import type { HeadingRole } from '../headings/headingVocabulary.js';
import { headingKey } from '../headings/headingText.js';
import type { Cell, TableRow } from '../formats/table.js';

export type CodeAndName = Readonly<{
  code: number;
  /** Code and name share a cell: `1.1.01 - Caixa`. */
  codeHasName: boolean;
  name: number;
  /** The name may stand in any column from `name` up to here, exclusive: indented by level, or under a merged heading. */
  nameEnd: number;
}>;

/**
 * With a classification, `conta` and `código` are its short form. Among several that may be the code, the first whose
 * values look like codes, those of parts (`1.1.01`) before plain numbers; one of words is the description where nothing
 * else is.
 */
export function codeAndName(
  roles: readonly (HeadingRole | null)[],
  headings: readonly string[],
  sample: readonly TableRow[],
): CodeAndName {
  const indexes = (...wanted: readonly HeadingRole[]): number[] =>
    roles.flatMap((role, index) => (role !== null && wanted.includes(role) ? [index] : []));
  const candidates = [
    ...indexes('classification'),
    ...indexes('code', 'codeOrChart'),
    ...indexes('shortCode'),
    ...indexes('number'),
    ...indexes('chart').filter((index) => isCoded(sample, index)),
  ];
  const code = bestCode(candidates, roles, sample);
  const codeHasName = code !== NO_COLUMN && isCodeAndName(sample, code);
  const named = indexes('name');
  const history = (index: number): boolean => headingKey(headings[index] ?? '') === 'historico';
  const name =
    named.find((index) => !history(index)) ??
    indexes('code', 'classification').find(
      (index) => index !== code && shareOf(sample, index, hasLetters) >= 0.5,
    ) ??
    named[0] ??
    NO_COLUMN;
  return { code, codeHasName, name, nameEnd: name === NO_COLUMN ? NO_COLUMN : endOf(name, headings, sample) };
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
  // Two columns of plain numbers under like headings: the short code is the shorter.
  const alike = coded.filter((index) => roles[index] === roles[first]);
  return alike.reduce((best, index) => (lengthOf(sample, index) > lengthOf(sample, best) ? index : best), first);
}

function isCoded(sample: readonly TableRow[], index: number): boolean {
  return shareOf(sample, index, looksLikeCode) >= 0.5 || isCodeAndName(sample, index);
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

export function isCodeAndName(sample: readonly TableRow[], index: number): boolean {
  const isBoth = (cell: Cell): boolean => typeof cell === 'string' && leadingCode(cell) !== null;
  return shareOf(sample, index, isBoth) >= 0.5;
}

/** The next heading's column; the next one for the last. Unnamed columns of words in between are the name's. */
function endOf(name: number, headings: readonly string[], sample: readonly TableRow[]): number {
  let end = name + 1;
  while (end < headings.length && (headings[end] ?? '') === '' && isNames(sample, end)) end++;
  return end < headings.length ? end : name + 1;
}

function isNames(sample: readonly TableRow[], index: number): boolean {
  return !sample.some(({ cells }) => isFilled(cells[index])) || shareOf(sample, index, hasLetters) >= 0.9;
}
