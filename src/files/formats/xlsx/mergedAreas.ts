// Finds the merged cells of a worksheet, which stand behind its rows, in a first pass over the inflated bytes.
import type { Entry } from 'yauzl';
import { columnOf } from './worksheet.js';
import { MERGED_AREAS_MAX, type MergedArea } from '../mergedCells.js';
import { brokenWorkbook } from './workbook.js';
import type { Zip } from './zip.js';

const MARK = Buffer.from('mergeCells');
const AREA = /<(?:\w+:)?mergeCell\s[^>]*?\bref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"[^>]*>/g;

/** @throws FileRefused */
export async function mergedAreas(zip: Zip, entry: Entry, signal: AbortSignal): Promise<readonly MergedArea[]> {
  const areas: MergedArea[] = [];
  let tail: Buffer | null = null;
  let before: Buffer = Buffer.alloc(0);
  for await (const chunk of zip.read(entry, signal)) {
    if (tail === null) {
      const bytes = Buffer.concat([before, chunk]);
      const found = bytes.indexOf(MARK);
      before = Buffer.from(chunk.subarray(Math.max(0, chunk.length - MARK.length)));
      if (found === -1) continue;
      tail = Buffer.from(bytes.subarray(found));
    } else tail = Buffer.concat([tail, chunk]);
    tail = Buffer.from(tail.subarray(takeAreas(tail, areas)));
    if (areas.length > MERGED_AREAS_MAX) throw brokenWorkbook();
  }
  return areas;
}

/** @returns how many bytes were used up */
function takeAreas(bytes: Buffer, areas: MergedArea[]): number {
  const text = bytes.toString('latin1');
  for (const [, left = '', top, right = '', bottom] of text.matchAll(AREA))
    areas.push({ left: columnOf(left), top: Number(top), right: columnOf(right), bottom: Number(bottom) });
  return text.lastIndexOf('>') + 1;
}
