// Queries of one generation. Lists are ranges of an index; the caller bounds `skip`.
import type {
  AnyView,
  HighestIds,
  RowList,
  RowRange,
  Selection,
  Sort,
  StoredRow,
  View,
} from '../../../projections/engine/readStore.js';
import type { Mongo } from '../../mongo/connection.js';
import {
  CHANGED_INDEX,
  LIST_INDEX,
  filterIndexName,
  listId,
  markId,
  viewId,
  type Collections,
  type ListDocument,
  type ViewDocument,
} from './layout.js';
import { changedFilter, filterOf, indexNameFor, lookUpFilter, scanFilter } from './queries.js';

export type ListPlace = Readonly<{ clientId: number; parentId: number }>;

/** No index is by id alone: the collection is read. */
const HIGHEST_MS = 60_000;
/** Rows of one batch of a cursor. */
const BATCH_ROWS = 5_000;
/** The row without the store's own members. */
const ROW_ONLY = { _id: 0, _clientId: 0, _parentId: 0, _row: 0, _changedAt: 0 } as const;
/** Up to this number, changed rows are read by the index of changes and sorted; more are read in ascending id. */
const CHANGED_ROWS_SORTED = 1_000;

export class Reader {
  readonly #mongo: Mongo;
  readonly #collections: Collections;

  constructor(mongo: Mongo, collections: Collections) {
    this.#mongo = mongo;
    this.#collections = collections;
  }

  async get<Row extends StoredRow>(view: View<Row>, clientId: number, id: number): Promise<Row | null> {
    const found = await this.#mongo.ask(`Reading ${view.name}`, () =>
      this.#collections.view(view).findOne({ _id: viewId(id), clientId }),
    );
    return found === null ? null : rowOf(Object.keys(view.fields), found);
  }

  async highestIds(views: readonly AnyView[]): Promise<HighestIds[]> {
    const found: HighestIds[] = [];
    for (const view of views) {
      const highest = async (field: 'id' | 'clientId') => {
        const last = await this.#mongo.ask(
          `Reading ${view.name}`,
          () => this.#collections.view(view).findOne({}, { sort: { [field]: -1 }, projection: { [field]: 1 } }),
          HIGHEST_MS,
        );
        return Number(last?.[field] ?? 0);
      };
      found.push({ view: view.name, id: await highest('id'), clientId: await highest('clientId') });
    }
    return found;
  }

  async scan<Row extends StoredRow>(
    view: View<Row>,
    selection: Selection,
    range: RowRange,
  ): Promise<readonly Row[]> {
    const { order, sort, skip, limit } = range;
    const hint = await this.#indexFor(view, selection, sort);
    const direction = order === 'desc' ? -1 : 1;
    const found = await this.#mongo.ask(`Listing ${view.name}`, () =>
      this.#collections
        .view(view)
        .find(scanFilter(selection, range), {
          hint,
          sort: sort === undefined ? { id: direction } : { [sort.field]: direction, id: direction },
          skip,
          limit,
        })
        .batchSize(Math.min(limit, BATCH_ROWS))
        .toArray(),
    );
    const fields = Object.keys(view.fields);
    return found.map((document) => rowOf<Row>(fields, document));
  }

  async lookUp<Row extends StoredRow>(
    view: View<Row>,
    clientId: number,
    fields: readonly string[],
    keys: readonly (readonly (number | string)[])[],
  ): Promise<readonly Row[]> {
    const found = await this.#mongo.ask(`Looking up ${view.name}`, () =>
      this.#collections
        .view(view)
        .find(lookUpFilter(clientId, fields, keys))
        .batchSize(BATCH_ROWS)
        .toArray(),
    );
    return found.map((document) => rowOf<Row>(Object.keys(view.fields), document));
  }

  count(view: AnyView, selection: Selection): Promise<number> {
    const { where, changedSince } = selection;
    const hint = changedSince === undefined ? indexNameFor(view, where) : CHANGED_INDEX;
    return this.#mongo.ask(`Counting ${view.name}`, () =>
      this.#collections.view(view).countDocuments(filterOf(selection), { hint }),
    );
  }

  /** The index of changes where little has changed since the time asked for. */
  async #indexFor(view: AnyView, { clientId, where, changedSince }: Selection, sort?: Sort): Promise<string> {
    if (changedSince === undefined || sort !== undefined) return indexNameFor(view, where, sort);
    const changed = await this.#mongo.ask(`Looking what changed in ${view.name}`, () =>
      this.#collections.view(view).countDocuments(changedFilter(clientId, changedSince), {
        hint: CHANGED_INDEX,
        limit: CHANGED_ROWS_SORTED + 1,
      }),
    );
    return changed > CHANGED_ROWS_SORTED ? indexNameFor(view, where) : CHANGED_INDEX;
  }

  async listChangedAt(list: RowList, { clientId, parentId }: ListPlace): Promise<number | null> {
    const found = await this.#mongo.ask(`Looking when ${list.name} changed`, () =>
      this.#collections.list(list).findOne({ _id: listId(parentId, 0), _clientId: clientId }),
    );
    return found?._changedAt ?? null;
  }

  async mark(view: AnyView, clientId: number): Promise<string> {
    const found = await this.#mongo.ask('Reading a mark', () =>
      this.#collections.marks.findOne({ _id: markId(view.name, clientId) }),
    );
    return found?.mark ?? '';
  }

  listRows(list: RowList, { clientId, parentId }: ListPlace, from: number, limit: number): Promise<Uint8Array> {
    const filter = { _clientId: clientId, _parentId: parentId, _row: { $gte: from, $lt: from + limit } };
    return this.#rowsOf(list, filter, LIST_INDEX, 0, limit);
  }

  /** Skips the rows before the page here, as few rows of a list share a value. */
  async findInList(
    list: RowList,
    { clientId, parentId }: ListPlace,
    field: string,
    value: string,
    { skip, limit }: Readonly<{ skip: number; limit: number }>,
  ): Promise<{ total: number; rows: Uint8Array }> {
    const filter = { _clientId: clientId, _parentId: parentId, [field]: { $eq: value } };
    const hint = filterIndexName(field);
    const [total, rows] = await Promise.all([
      this.#mongo.ask(`Counting ${list.name}`, () =>
        this.#collections.list(list).countDocuments(filter, { hint }),
      ),
      this.#rowsOf(list, filter, hint, skip, limit),
    ]);
    return { total, rows };
  }

  async #rowsOf(list: RowList, filter: object, hint: string, skip: number, limit: number): Promise<Uint8Array> {
    const found = await this.#mongo.ask(`Reading ${list.name}`, () =>
      this.#collections
        .list(list)
        .find(filter as Partial<ListDocument>, { projection: ROW_ONLY, hint, sort: { _row: 1 }, skip, limit })
        .batchSize(Math.min(limit, BATCH_ROWS))
        .toArray(),
    );
    return Buffer.from(JSON.stringify(found));
  }
}

/** The declared fields in their order, and nothing else. */
function rowOf<Row extends StoredRow>(fields: readonly string[], document: ViewDocument): Row {
  const row: Record<string, unknown> = {};
  for (const field of fields) row[field] = document[field];
  return row as unknown as Row;
}
