// Records of an XML that are all alike: one element after the other, each a text and nothing else. They are cut out of
// the text by a pattern, several times as fast as by a parser, which gets everything else: what surrounds them, and
// every record that is not exactly so.
import type { ReadLimits } from '../table.js';
import type { XmlReader } from './xmlEvents.js';
import type { Structure } from './xmlStructure.js';

/** A record without an end is the parser's from here on. */
const HELD_MAX = 65_536;
/** Any name that a pattern and a parser take alike. */
const NAME = /^[A-Za-z_][\w.-]*$/;

/** The pattern of a record, a group for each column; null where a column is an attribute or lies deeper. */
export function regularRecord({ record, columns }: Structure, limits: ReadLimits): RegExp | null {
  const names = columns.map((path) => (path.length === 1 ? (path[0] ?? '') : ''));
  if (![record, ...names].every((name) => NAME.test(name)) || names.includes(record)) return null;
  if (new Set(names).size < names.length) return null;
  const text = `([^<>&\\r\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]{0,${limits.cellCharactersMax}})`;
  const fields = names.map((name) => {
    const escaped = name.replaceAll('.', '\\.');
    return `(?:<${escaped}>${text}</${escaped}>\\s*)?`;
  });
  const element = record.replaceAll('.', '\\.');
  return new RegExp(`<${element}>\\s*${fields.join('')}</${element}>`, 'y');
}

/** Takes what stands at `at` out of a text. @returns where it ends; -1 where it is not as it should be */
export type Cut = (text: string, at: number, line: number) => number;

/** @param onRecord is given the texts of a record and the line its first tag ends on, in the order of the file */
export const recordCut =
  (pattern: RegExp, onRecord: (values: readonly (string | undefined)[], line: number) => void): Cut =>
  (text, at, line) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return -1;
    onRecord(found.slice(1), line);
    return pattern.lastIndex;
  };

/** How a record begins, and how it ends at the latest. */
export type Marks = Readonly<{ start: string; end: string }>;

export const marksOf = (record: string): Marks => ({ start: `<${record}>`, end: `</${record}>` });

/** The reader gets whatever `cut` does not take, whole records at a time. */
export function cutRegular(reader: XmlReader, { start, end }: Marks, cut: Cut): Pick<XmlReader, 'write' | 'end'> {
  let held = '';
  /** Comments, CDATA and instructions may hold what only looks like a record: from the first on all is the parser's. */
  let isPlain = true;
  let isDeclared = false;

  const write = (piece: string): void => {
    if (!isPlain) return reader.write(piece);
    const text = held + piece;
    held = '';
    if (hasOtherMarks(text)) {
      isPlain = false;
      return reader.write(text);
    }
    let at = 0;
    for (;;) {
      const next = text.indexOf(start, at);
      if (next === -1) break;
      between(text.slice(at, next));
      at = next;
      const stop = reader.depth() > 0 ? cut(text, next, reader.line()) : -1;
      if (stop !== -1) {
        reader.skip(newlines(text.slice(next, stop)));
        at = stop;
        continue;
      }
      const last = text.indexOf(end, next);
      if (last === -1) break;
      reader.write(text.slice(next, last + end.length));
      at = last + end.length;
    }
    const rest = text.slice(at);
    // The beginning of a record waits for its end, and a mark that is cut for its rest.
    const begun = rest.startsWith(start) ? 0 : rest.lastIndexOf('<');
    const keep = begun === -1 || rest.length - begun > HELD_MAX ? rest.length : begun;
    if (keep > 0) reader.write(rest.slice(0, keep));
    held = rest.slice(keep);
  };

  /** Blanks between records would become one endless text. */
  function between(text: string): void {
    if (text === '') return;
    if (reader.depth() > 0 && text.trim() === '') reader.skip(newlines(text));
    else reader.write(text);
  }

  /** The declaration at the very start apart. */
  function hasOtherMarks(text: string): boolean {
    if (text.includes('<!')) return true;
    const from = !isDeclared && /^\uFEFF?<\?xml\s/.test(text) ? text.indexOf('?>') : 0;
    isDeclared = true;
    return text.includes('<?', from === -1 ? 0 : from);
  }

  return {
    write,
    end: () => {
      if (held !== '') reader.write(held);
      reader.end();
    },
  };
}

export function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
