// Reads plain rows of a worksheet (cells of one number or text each, as programs write them) by patterns; the parser gets
// every other row. Buys: see xml/plainRecords.ts.
import type { ReadRecord, RecordTags } from '../xml/plainRecords.js';
import type { RowBuilder } from './worksheet.js';

export const ROW_TAGS: RecordTags = { start: '<row', end: '</row>' };

const TEXT = '[^<>&\\r\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]*';
const OTHER_ATTRIBUTES = '(?: (?!r=)[\\w:.-]+="[^"<&]*")*';
/** The row's number, and a slash where it is empty. */
const ROW = new RegExp(`<row(?: r="(\\d+)")?${OTHER_ATTRIBUTES}(/?)>\\s*`, 'y');
/** Reference, style and type, then a value or a text, in the order in which Excel and most other programs write them. */
const CELL = new RegExp(
  `<c(?: r="([A-Z]+)\\d+")?(?: s="(\\d+)")?(?: t="(\\w+)")?(?:/>|>(?:<v>(${TEXT})</v>|<is><t(?: xml:space="preserve")?>(${TEXT})</t></is>)?</c>)\\s*`,
  'y',
);

/** @param isBetweenRows whether the parser is where a row may begin */
export const rowReader =
  (rows: RowBuilder, isBetweenRows: () => boolean): ReadRecord =>
  (text, at) => {
    ROW.lastIndex = at;
    const row = isBetweenRows() ? ROW.exec(text) : null;
    if (row === null) return -1;
    const lineBefore = rows.line();
    rows.begin(row[1]);
    let next = ROW.lastIndex;
    if (row[2] === '') {
      for (;;) {
        CELL.lastIndex = next;
        const cell = CELL.exec(text);
        if (cell === null) break;
        next = CELL.lastIndex;
        rows.cell(cell[1], cell[3], Number(cell[2] ?? 0), cell[4] ?? cell[5] ?? null);
      }
      if (!text.startsWith(ROW_TAGS.end, next)) {
        rows.discard(lineBefore);
        return -1;
      }
      next += ROW_TAGS.end.length;
    }
    rows.end();
    return next;
  };
