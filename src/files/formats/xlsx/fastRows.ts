// Rows of a worksheet as programs write them: cells of a number, or of one text, and nothing else. They are taken out of
// its text by patterns, several times as fast as by a parser, which gets every other row.
import type { Cut, Marks } from '../xml/fastRecords.js';
import type { RowBuilder } from './worksheet.js';

export const ROW_MARKS: Marks = { start: '<row', end: '</row>' };

const TEXT = '[^<>&\\r\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]*';
const OTHERS = '(?: (?!r=)[\\w:.-]+="[^"<&]*")*';
/** Its number, and a slash where it is empty. */
const ROW = new RegExp(`<row(?: r="(\\d+)")?${OTHERS}(/?)>\\s*`, 'y');
/** Reference, style and type, then a value or a text: in the order that Excel, and most who write for it, keep. */
const CELL = new RegExp(
  `<c(?: r="([A-Z]+)\\d+")?(?: s="(\\d+)")?(?: t="(\\w+)")?(?:/>|>(?:<v>(${TEXT})</v>|<is><t(?: xml:space="preserve")?>(${TEXT})</t></is>)?</c>)\\s*`,
  'y',
);

/** @param isBetweenRows tells that the parser is where a row may begin */
export const rowCut =
  (rows: RowBuilder, isBetweenRows: () => boolean): Cut =>
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
      if (!text.startsWith(ROW_MARKS.end, next)) {
        rows.forget(lineBefore);
        return -1;
      }
      next += ROW_MARKS.end.length;
    }
    rows.end();
    return next;
  };
