// Merged cells show the value of their first; what a writer left in the others nobody sees, and nobody reads.

/** First and last row and column, from 1 and from 0. */
export type MergedArea = Readonly<{ top: number; bottom: number; left: number; right: number }>;

/** More than Excel writes; beyond it a file is no workbook. */
export const MERGED_AREAS_MAX = 200_000;

/** Takes what is covered out of rows; to be asked for each row once, in ascending order. */
export type Cover = <Value>(line: number, cells: Value[], nothing: Value) => void;

/** @param columns beyond which no cell is read */
export function coverOf(areas: readonly MergedArea[], columns: number): Cover {
  const sorted = areas.filter(({ left }) => left < columns).sort((a, b) => a.top - b.top);
  /** The last row in which a column is covered by areas met so far. */
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
