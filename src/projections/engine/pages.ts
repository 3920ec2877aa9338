// Pages of lists. A page far inside a list is found from the nearest known row before it instead of one long skip; totals and
// such anchors are cached per client, view and filter until that client's rows change.
// Buys: any page of a list with a million lines at 0.9 to 1.16 of the first page of a short one.
import { LRUCache } from 'lru-cache';
import type { AnyView, ReadModels, Selection, StoredRow, View } from './readStore.js';

/** `changedSince`: only rows that changed at this time (ms) or later. */
export type PageRequest = Readonly<{ page: number; limit: number; changedSince?: number | undefined }>;
export type Pagination = Readonly<{ page: number; limit: number; total: number; pages: number }>;
/** Rows missing in it will have changed at `changedUntil` (ms) or later. */
export type Page<Row> = Readonly<{ rows: readonly Row[]; pagination: Pagination; changedUntil: number }>;

/** Filters remembered at once. */
const FILTERS_MAX = 2_000;
/** Anchors remembered per filter. */
const ANCHORS_MAX = 500;
/** Rows skipped in one query: bounds how long it blocks the event loop. */
const SKIP_MAX = 5_000;
/** Attempts to read a page while rows change; the last one is returned as it is. */
const ATTEMPTS_MAX = 3;

/** `offset` rows of the list have an id up to `id`. */
type Anchor = Readonly<{ offset: number; id: number }>;
type Known = { mark: string; total: number; anchors: Anchor[] };

export type Pages = Readonly<{
  store: ReadModels;
  /** Rows in ascending id. A page past the end is empty. */
  list<Row extends StoredRow>(view: View<Row>, selection: Selection, request: PageRequest): Promise<Page<Row>>;
}>;

export function createPages(store: ReadModels): Pages {
  const known = new LRUCache<string, Known>({ max: FILTERS_MAX });

  async function factsOf(view: AnyView, selection: Selection, mark: string): Promise<Known> {
    const key = `${view.name}\n${selection.clientId}\n${selection.changedSince}\n${JSON.stringify(selection.where)}`;
    let facts = known.get(key);
    if (facts?.mark !== mark) facts = { mark, total: await store.count(view, selection), anchors: [] };
    known.set(key, facts);
    return facts;
  }

  async function rowsAt<Row extends StoredRow>(
    view: View<Row>,
    selection: Selection,
    offset: number,
    limit: number,
    facts: Known,
  ): Promise<readonly Row[]> {
    if (offset >= facts.total) return [];
    let { offset: at, id } = nearest(facts.anchors, offset);
    while (offset - at > SKIP_MAX) {
      const [row] = await store.scan(view, selection, { afterId: id, skip: SKIP_MAX - 1, limit: 1 });
      if (row === undefined) return [];
      at += SKIP_MAX;
      id = row.id;
      remember(facts.anchors, { offset: at, id });
      await nextTurn();
    }
    const rows = await store.scan(view, selection, { afterId: id, skip: offset - at, limit });
    const last = rows.at(-1);
    if (last !== undefined) remember(facts.anchors, { offset: offset + rows.length, id: last.id });
    return rows;
  }

  return {
    store,
    async list(view, { clientId, where }, { page, limit, changedSince }) {
      const selection = { clientId, where, ...(changedSince !== undefined && { changedSince }) };
      const offset = (page - 1) * limit;
      // Read before any row: only later changes may be missing below.
      const changedUntil = (await store.shownUntil(view)) + 1;
      let mark = await store.changeMark(view, selection.clientId);
      for (let attempt = 1; ; attempt++) {
        const facts = await factsOf(view, selection, mark);
        const rows = await rowsAt(view, selection, offset, limit, facts);
        const now = await store.changeMark(view, selection.clientId);
        if (now === mark || attempt === ATTEMPTS_MAX) {
          const total = Math.max(facts.total, rows.length === 0 ? 0 : offset + rows.length);
          return { rows, pagination: paginationOf(page, limit, total), changedUntil };
        }
        mark = now;
      }
    },
  };
}

/** `pages` of an empty list is 0. */
export function paginationOf(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, pages: Math.ceil(total / limit) };
}

function nearest(anchors: readonly Anchor[], offset: number): Anchor {
  return anchors[placeOf(anchors, offset + 1) - 1] ?? { offset: 0, id: 0 };
}

/** Index of the first anchor at or after an offset. */
function placeOf(anchors: readonly Anchor[], offset: number): number {
  let low = 0;
  let high = anchors.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((anchors[middle] as Anchor).offset < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function remember(anchors: Anchor[], anchor: Anchor): void {
  const place = placeOf(anchors, anchor.offset);
  if (anchors[place]?.offset === anchor.offset) return;
  // A full set keeps every second anchor.
  if (anchors.length >= ANCHORS_MAX) anchors.splice(0, anchors.length, ...anchors.filter((_, at) => at % 2 === 1));
  anchors.splice(placeOf(anchors, anchor.offset), 0, anchor);
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
