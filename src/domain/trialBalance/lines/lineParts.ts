// Lines as stored in the log: JSON objects in parts of bounded size.
import type { TrialBalanceLine } from '../../books/events.js';

export const PART_LINES_MAX = 2_000;
export const PART_BYTES_MAX = 900_000;

/** `{ "lines": [TrialBalanceLine, …] }` in UTF-8, in order; each part has its own buffer, so that it can be transferred. */
export function encodeParts(lines: readonly TrialBalanceLine[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; from < lines.length; from += PART_LINES_MAX)
    parts.push(...encoded(lines.slice(from, from + PART_LINES_MAX)));
  return parts;
}

/** The inverse of one part. */
export function decodePart(bytes: Uint8Array): readonly TrialBalanceLine[] {
  return (JSON.parse(new TextDecoder().decode(bytes)) as { lines: readonly TrialBalanceLine[] }).lines;
}

/** Splits a part that is too large into halves. A single line never is, as its texts are bounded. */
function encoded(lines: readonly TrialBalanceLine[]): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(JSON.stringify({ lines }));
  if (bytes.length <= PART_BYTES_MAX) return [bytes];
  const middle = lines.length >> 1;
  return [...encoded(lines.slice(0, middle)), ...encoded(lines.slice(middle))];
}
