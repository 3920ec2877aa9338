// What a dossier may be at most: known before anything of it is inflated or made. Source: docs/dossie.md#limites.

const MEBIBYTE = 2 ** 20;

export const ENTRIES_MAX = 10_000;
/** Of all parts that the events name, so that each of them can be an entry. */
export const PARTS_MAX = ENTRIES_MAX;
export const FILE_BYTES_MAX = 512 * MEBIBYTE;
/** Of the zip, and of all files together. */
export const TOTAL_BYTES_MAX = 4096 * MEBIBYTE;
/** Of the zip's central directory. */
export const INDEX_BYTES_MAX = 16 * MEBIBYTE;
/** Of manifest.json, and of every other file that is read as a whole. */
export const TEXT_BYTES_MAX = 16 * MEBIBYTE;
/** Lists and objects in such a file of JSON: a few bytes each, but many in memory. */
export const OBJECTS_MAX = 100_000;
/** Of events.ndjson and of proofs.ndjson, which are read line by line. */
export const LINES_BYTES_MAX = 128 * MEBIBYTE;
export const LINE_BYTES_MAX = MEBIBYTE;
export const EVENTS_MAX = 400_000;
/** Of a part: those that are written have at most 900 kB. */
export const PART_BYTES_MAX = 4 * MEBIBYTE;
/** Inflated to deflated, of files above a size: a small file of one letter may shrink more. */
export const RATIO_MAX = 200;
export const RATIO_FROM_BYTES = MEBIBYTE;

const COMPARED = /^(evidence\/.*|.*\.(csv|xlsx|html|md))$/s;

/** Of the file of this name; a file that is only hashed may be as large as any. */
export function bytesMax(name: string): number {
  if (name === 'events.ndjson' || name === 'proofs.ndjson') return LINES_BYTES_MAX;
  if (name.startsWith('parts/')) return PART_BYTES_MAX;
  return COMPARED.test(name) ? FILE_BYTES_MAX : TEXT_BYTES_MAX;
}
