// Pages of lists. Total and rows where pages read before ended are remembered per client, view and filter until
// that client's rows change: the next page follows without a skip, so that reading a whole list takes time in
// proportion to its length.
import { nextTurn } from '../../runtime/turns.js';
import type { Order } from '../../domain/kernel/vocabulary.js';
import { LRUCache } from 'lru-cache';
import { valueIn, type AnyView, type ReadModels, type Selection, type ReadRow, type View } from './readStore.js';

/**
 * `changedSince`: only rows that changed at this time (ms) or later; not with `sortBy`. `order`: by id, or by the
 * field `sortBy` and then by id; ascending if absent.
 */
export type PageRequest = Readonly<{
  page: number;
  limit: number;
  changedSince?: number | undefined;
  order?: Order | undefined;
  sortBy?: string | undefined;
}>;
export type Pagination = Readonly<{ page: number; limit: number; total: number; pages: number }>;
/** Rows missing in it will have changed at `changedUntil` (ms) or later. */
export type Page<Row> = Readonly<{ rows: readonly Row[]; pagination: Pagination; changedUntil: number }>;

const FILTERS_MAX = 2_000;
/** Ends of pages remembered per filter. */
const ENDS_MAX = 100;
/** Rows skipped in one query: bounds how long it blocks the event loop. */
const SKIP_MAX = 5_000;
/** A sorted list of at most this many rows is sorted here, once until rows change; longer ones follow an index. */
const SORTED_HERE_MAX = 2_000;
/** Attempts to read a page while rows change; the last one is returned as it is. */
const ATTEMPTS_MAX = 3;

/** `offset` rows of the list come up to `id` (null: none), whose field of the order has `value`. */
type End = Readonly<{ offset: number; id: number | null; value: number | string | null }>;
const START: End = { offset: 0, id: null, value: null };
/** `ends` by the list's order and their offset; `sorted`: ids in order, by the field. */
type ListFacts = Readonly<{
  mark: string;
  total: number;
  ends: LRUCache<string, End>;
  sorted: Map<string, readonly number[]>;
}>;
type Place = Readonly<{ order: Order; sortBy: string | undefined; offset: number; limit: number }>;

export class Pages {
  readonly #facts = new LRUCache<string, ListFacts>({ maxSize: FILTERS_MAX, sizeCalculation: () => 1 });

  constructor(readonly store: ReadModels) {}

  /** A page past the end is empty. */
  async list<Row extends ReadRow>(
    view: View<Row>,
    { clientId, where }: Selection,
    { page, limit, changedSince, order = 'asc', sortBy }: PageRequest,
  ): Promise<Page<Row>> {
    const selection = { clientId, where, ...(changedSince !== undefined && { changedSince }) };
    const offset = (page - 1) * limit;
    // Both are read before any row: only later changes may be missing below.
    const [changedAt, markBefore] = await Promise.all([
      this.store.viewChangedAt(view),
      this.store.changeMark(view, selection.clientId),
    ]);
    const changedUntil = changedAt + 1;
    let mark = markBefore;
    for (let attempt = 1; ; attempt++) {
      const facts = await this.#factsOf(view, selection, mark);
      const rows = await this.#rowsAt(view, selection, { order, sortBy, offset, limit }, facts);
      const now = await this.store.changeMark(view, selection.clientId);
      if (now === mark || attempt === ATTEMPTS_MAX) {
        // After the rows: one that another pushed off this page is on the next.
        const counted = now === mark ? facts.total : await this.store.count(view, selection);
        const total = Math.max(counted, rows.length === 0 ? 0 : offset + rows.length);
        return { rows, pagination: paginationOf(page, limit, total), changedUntil };
      }
      mark = now;
    }
  }

  async count(view: AnyView, { clientId, where }: Pick<Selection, 'clientId' | 'where'>): Promise<number> {
    const mark = await this.store.changeMark(view, clientId);
    return (await this.#factsOf(view, { clientId, where }, mark)).total;
  }

  async #factsOf(view: AnyView, selection: Selection, mark: string): Promise<ListFacts> {
    const key = `${view.name}\n${selection.clientId}\n${selection.changedSince}\n${JSON.stringify(selection.where)}`;
    let facts = this.#facts.get(key);
    if (facts?.mark !== mark)
      facts = {
        mark,
        total: await this.store.count(view, selection),
        ends: new LRUCache({ max: ENDS_MAX }),
        sorted: new Map(),
      };
    this.#facts.set(key, facts);
    return facts;
  }

  async #rowsAt<Row extends ReadRow>(
    view: View<Row>,
    selection: Selection,
    place: Place,
    facts: ListFacts,
  ): Promise<readonly Row[]> {
    const { order, sortBy, offset, limit } = place;
    if (offset >= facts.total) return [];
    if (sortBy !== undefined && facts.total <= SORTED_HERE_MAX)
      return this.#sortedRows(view, selection, place, facts.sorted);
    const read = async (from: End, skip: number, count: number) => {
      const sort = sortBy === undefined ? undefined : { field: sortBy, after: from.value };
      const range = { order, afterId: from.id, sort, skip, limit: count };
      const rows = await this.store.scan(view, selection, range);
      const last = rows.at(-1);
      if (last === undefined) return { rows, end: from };
      const value = sortBy === undefined ? null : valueIn(view, last, sortBy);
      return { rows, end: { offset: from.offset + skip + rows.length, id: last.id, value } };
    };
    const list = `${order} ${sortBy ?? ''}`;
    let from = facts.ends.get(`${list} ${offset}`) ?? START;
    while (offset - from.offset > SKIP_MAX) {
      const { rows, end } = await read(from, SKIP_MAX - 1, 1);
      if (rows.length === 0) return [];
      from = end;
      await nextTurn();
    }
    const { rows, end } = await read(from, offset - from.offset, limit);
    facts.ends.set(`${list} ${end.offset}`, end);
    return rows;
  }

  async #sortedRows<Row extends ReadRow>(
    view: View<Row>,
    selection: Selection,
    { order, sortBy = 'id', offset, limit }: Place,
    sortedIds: ListFacts['sorted'],
  ): Promise<readonly Row[]> {
    let sorted = sortedIds.get(sortBy);
    if (sorted === undefined) {
      const rows = await this.store.scan(view, selection, { limit: SORTED_HERE_MAX });
      sorted = rows
        .map((row) => ({ id: row.id, value: valueIn(view, row, sortBy) }))
        .sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.id - b.id))
        .map(({ id }) => id);
      sortedIds.set(sortBy, sorted);
    }
    const ids = (order === 'asc' ? sorted : sorted.toReversed()).slice(offset, offset + limit);
    const keys = ids.map((id) => [id]);
    const rows = await this.store.lookUp(view, selection.clientId, ['id'], keys);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** A page of a list that was read whole. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { page, limit }: Pick<PageRequest, 'page' | 'limit'>,
): Pick<Page<Row>, 'rows' | 'pagination'> {
  const first = (page - 1) * limit;
  return { rows: rows.slice(first, first + limit), pagination: paginationOf(page, limit, rows.length) };
}

/** A page of a list, or its last one where a later one is asked for. */
export async function pageUpToLast<Listed extends Readonly<{ pagination: Pagination }>>(
  list: (page: number) => Promise<Listed>,
  page: number,
): Promise<Listed> {
  const listed = await list(page);
  const { pages } = listed.pagination;
  return page > pages && pages > 0 ? list(pages) : listed;
}

/** `pages` of an empty list is 0. */
export function paginationOf(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, pages: Math.ceil(total / limit) };
}
