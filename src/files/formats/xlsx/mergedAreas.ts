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
  /** The last bytes read, where the mark may begin. */
  let seam: Buffer = Buffer.alloc(0);
  for await (const chunk of zip.read(entry, signal)) {
    tail = tail === null ? fromMark(seam, chunk) : Buffer.concat([tail, chunk]);
    if (tail === null) {
      seam = Buffer.concat([seam, chunk.subarray(-MARK.length)]).subarray(-MARK.length);
      continue;
    }
    tail = Buffer.from(tail.subarray(takeAreas(tail, areas)));
    if (areas.length > MERGED_AREAS_MAX) throw brokenWorkbook();
  }
  return areas;
}

/** The bytes from the mark on; null without it. Does not copy a chunk to look across its beginning. */
function fromMark(seam: Buffer, chunk: Buffer): Buffer | null {
  const across = Buffer.concat([seam, chunk.subarray(0, MARK.length)]).indexOf(MARK);
  if (across !== -1 && across < seam.length) return Buffer.concat([seam.subarray(across), chunk]);
  const found = chunk.indexOf(MARK);
  return found === -1 ? null : Buffer.from(chunk.subarray(found));
}

/** @returns how many bytes were used up */
function takeAreas(bytes: Buffer, areas: MergedArea[]): number {
  const text = bytes.toString('latin1');
  for (const [, left = '', top, right = '', bottom] of text.matchAll(AREA))
    areas.push({ left: columnOf(left), top: Number(top), right: columnOf(right), bottom: Number(bottom) });
  return text.lastIndexOf('>') + 1;
}
