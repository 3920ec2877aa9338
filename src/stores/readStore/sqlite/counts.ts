// Counts rows of a selection by ranges of ids and recounts only the ranges written since. Where few rows of a range match, their
// ids are remembered: a page of them reads no other rows.
// Buys: totals of lists with a million lines at 0.9 to 1.16 of an almost empty store, and pages of filters that few rows pass.
import { LRUCache } from 'lru-cache';
import type { AnyView, Selection } from '../../../projections/engine/readStore.js';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';
import { countSql, idsSql, stored, type KnownSpan } from './sql.js';

/** Ids per range; bounds how long one count blocks the process. */
export const RANGE_IDS = 4_096;
/** Ids remembered per range; more are found by walking the range. */
const FEW_IDS = 256;
/** Selections remembered at once. */
const SELECTIONS_MAX = 1_000;

/** Which range an id is in. */
export function rangeOf(id: number): number {
  return Math.floor(id / RANGE_IDS);
}

/** `ids`: their places in the range, ascending; null when there are more than `FEW_IDS`. */
type Counted = Readonly<{ count: number; ids: Uint16Array | null }>;
type Known = { upToMark: number; total: number; readonly ranges: Map<number, Counted> };

/** Counts of one file. */
export class Counts {
  readonly #db: SqliteFile;
  readonly #known = new LRUCache<string, Known>({ max: SELECTIONS_MAX });

  constructor(db: SqliteFile) {
    this.#db = db;
  }

  /** The event loop runs between two ranges; rows that change meanwhile are counted the next time. */
  async count(view: AnyView, selection: Selection): Promise<number> {
    const key = keyOf(view, selection);
    const known = this.#known.get(key) ?? { upToMark: 0, total: 0, ranges: new Map<number, Counted>() };
    this.#known.set(key, known);
    const mark = markOf(this.#db, view, selection.clientId);
    const changed = rangesOf(this.#db, view, selection, known.upToMark);
    for (const [index, range] of changed.entries()) {
      if (index > 0) await nextTurn();
      const counted = this.#countRange(view, selection, range);
      known.total += counted.count - (known.ranges.get(range)?.count ?? 0);
      known.ranges.set(range, counted);
    }
    known.upToMark = Math.max(known.upToMark, mark);
    return known.total;
  }

  #countRange(view: AnyView, selection: Selection, range: number): Counted {
    const fromId = range * RANGE_IDS;
    const few = idsSql(view, selection, { fromId, beforeId: fromId + RANGE_IDS }, FEW_IDS + 1);
    const found = this.#db.allRaw(few.text, ...few.values.map(stored)) as [number][];
    if (found.length <= FEW_IDS)
      return { count: found.length, ids: Uint16Array.from(found, ([id]) => id - fromId) };
    const { text, values } = countSql(view, selection, fromId, RANGE_IDS);
    return { count: Number(this.#db.getRaw(text, ...values.map(stored))?.[0] ?? 0), ids: null };
  }

  /** Ranges that hold rows of the selection, ascending; null unless it was counted since the client's last change. */
  spans(view: AnyView, selection: Selection): readonly KnownSpan[] | null {
    const known = this.#known.get(keyOf(view, selection));
    if (known === undefined || known.upToMark < markOf(this.#db, view, selection.clientId)) return null;
    const spans: { fromId: number; beforeId: number; ids?: number[] }[] = [];
    const held = [...known.ranges].filter(([, { count }]) => count > 0);
    for (const [range, { ids }] of held.sort(([a], [b]) => a - b)) {
      const fromId = range * RANGE_IDS;
      const beforeId = fromId + RANGE_IDS;
      const last = spans.at(-1);
      if (ids === null && last?.beforeId === fromId && last.ids === undefined) last.beforeId = beforeId;
      else if (ids === null) spans.push({ fromId, beforeId });
      else if (last?.ids === undefined)
        spans.push({ fromId, beforeId, ids: Array.from(ids, (at) => fromId + at) });
      else {
        last.beforeId = beforeId;
        for (const at of ids) last.ids.push(fromId + at);
      }
    }
    return spans;
  }
}

function keyOf(view: AnyView, { clientId, where, changedSince }: Selection): string {
  return `${view.name} ${clientId} ${changedSince} ${JSON.stringify(where)}`;
}

/** The ranges that may hold rows of a selection and were written after a mark, in ascending order. */
export function rangesOf(
  db: SqliteFile,
  view: AnyView,
  { clientId, changedSince = 0 }: Selection,
  afterMark: number,
): readonly number[] {
  const found = db.allRaw(
    'SELECT range FROM _marks WHERE view = ? AND clientId = ? AND mark > ? AND changedAt >= ? ORDER BY range',
    view.name,
    clientId,
    afterMark,
    changedSince,
  );
  return (found as readonly (readonly [number])[]).map(([range]) => range);
}

/** Increases with every write to a client's rows of a view. */
export function markOf(db: SqliteFile, view: AnyView, clientId: number): number {
  const sql = 'SELECT max(mark) FROM _marks WHERE view = ? AND clientId = ?';
  return Number(db.getRaw(sql, view.name, clientId)?.[0] ?? 0);
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
