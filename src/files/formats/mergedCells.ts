// Merged cells show the value of the first one; values in the others are invisible and are not read.
// Source: docs/spec/files.md#workbooks.

/** First and last row (from 1) and column (from 0). */
export type MergedArea = Readonly<{ top: number; bottom: number; left: number; right: number }>;

/** More than Excel writes. */
export const MERGED_AREAS_MAX = 200_000;

/** Replaces the covered cells of a row by `nothing`. Called once for each row, in ascending order. */
export type Cover = <Value>(line: number, cells: Value[], nothing: Value) => void;

/** @param columns how many columns are read */
export function coverOf(areas: readonly MergedArea[], columns: number): Cover {
  const sorted = areas.filter(({ left }) => left < columns).sort((a, b) => a.top - b.top);
  /** By column, the last row that the areas so far cover. */
  const until = new Int32Array(columns);
  let next = 0;
  return (line, cells, nothing) => {
    const firsts = new Set<number>();
    for (let area = sorted[next]; area !== undefined && area.top <= line; area = sorted[++next]) {
      if (area.top === line) firsts.add(area.left);
      const right = Math.min(area.right, columns - 1);
      for (let column = area.left; column <= right; column++)
        until[column] = Math.max(until[column] ?? 0, area.bottom);
    }
    if (next === 0) return;
    for (let column = 0; column < cells.length && column < columns; column++)
      if ((until[column] ?? 0) >= line && !firsts.has(column)) cells[column] = nothing;
  };
}
