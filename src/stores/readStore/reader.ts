// Queries on one generation. Each names its index: plans depend on no estimates. The caller bounds `skip`.
import { LRUCache } from 'lru-cache';
import { groupedBy } from '../../domain/kernel/groupedBy.js';
import {
  indexFor,
  indexForCount,
  indexForSort,
  type AnyView,
  type HighestIds,
  type ReadRow,
  type ReadModels,
  type Selection,
  type View,
} from '../../projections/engine/readStore.js';
import type { Where } from '../../domain/kernel/where.js';
import {
  BY_CHANGE,
  BY_PARENT,
  PART_ROWS,
  indexName,
  keysOf,
  markKey,
  marks,
  partKey,
  partsOf,
  rowKey,
  rowsOf,
  wordOf,
  type Reading,
  type RowDocument,
} from './layout.js';

/** Up to so many changed rows are read by the index of changes and sorted; more in the order of the ids. */
const CHANGED_ROWS_SORTED = 1_000;

/** Rows taken over at once, some milliseconds: between two such parts the thread serves others. */
const SCANNED_AT_ONCE = 250;

type Range = Readonly<{ skip: number; limit: number }>;

/** Bytes of pages kept. Buys: half the time of a page of 100 lines (at least 0.35 of bare http). */
const PAGES_BYTES_MAX = 16 * 1_048_576;

export class Reader {
  /** Whole parts, which never change once they can be seen. Callers must not change the bytes. */
  readonly #pages = new LRUCache<string, Uint8Array>({
    maxSize: PAGES_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => byteLength + 100,
  });

  constructor(private readonly documents: Reading) {}

  readonly get: ReadModels['get'] = async (view, clientId, id) => {
    const document = await this.documents.near.get(rowsOf(view), rowKey(id));
    return document?.clientId === clientId ? rowOf(view, document) : null;
  };

  readonly scan: ReadModels['scan'] = async (view, selection, range) => {
    const { afterId = null, skip = 0, limit, sort, order } = range;
    const sign = order === 'desc' ? '-' : '';
    const all = whereOf(selection);
    const find = async (
      conditions: readonly Where<RowDocument>[],
      index: string,
      by: readonly string[],
      part: Range,
    ) =>
      (await this.documents.far.find(rowsOf(view), [...all, ...conditions], { index, sort: by, ...part })).map(
        (each) => rowOf(view, each),
      );
    const beyond = (field: string, value: number | string): Where<RowDocument> => ({
      [field]: order === 'desc' ? { below: value } : { above: value },
    });
    if (sort === undefined) {
      const index = await this.#indexFor(view, selection);
      const rows: Awaited<ReturnType<typeof find>> = [];
      for (let [after, remaining] = [afterId, limit]; remaining > 0;) {
        const from = after === null ? [] : [beyond('id', after)];
        const part = { skip: rows.length === 0 ? skip : 0, limit: Math.min(remaining, SCANNED_AT_ONCE) };
        const pageRows = await find(from, index, [`${sign}id`], part);
        rows.push(...pageRows);
        if (pageRows.length < part.limit) break;
        remaining -= pageRows.length;
        after = pageRows.at(-1)?.id ?? null;
      }
      return rows;
    }
    const { field, after = null } = sort;
    const index = indexName(indexForSort(view, selection.where, field));
    const by = [`${sign}${field}`, `${sign}id`];
    if (afterId === null || after === null) return find([], index, by, { skip, limit });
    // Rows that have the value of the row before come first, then those after it: two ranges of the index.
    const same = await find([{ [field]: after }, beyond('id', afterId)], index, by, {
      skip: 0,
      limit: skip + limit,
    });
    const rows = same.slice(skip);
    if (same.length === skip + limit) return rows;
    const restRange = { skip: Math.max(skip - same.length, 0), limit: limit - rows.length };
    return [...rows, ...(await find([beyond(field, after)], index, by, restRange))];
  };

  readonly lookUp: ReadModels['lookUp'] = async (view, clientId, fields, keys) => {
    const { near } = this.documents;
    if (fields[0] === 'id') {
      const documents = await near.find(rowsOf(view), {
        _id: { in: keys.map(([id]) => rowKey(Number(id))) },
        clientId,
      });
      return documents.map((each) => rowOf(view, each));
    }
    const index = indexName(['clientId', ...fields]);
    const lastField = fields.length - 1;
    const groups = groupedBy(keys, (key) => JSON.stringify(key.slice(0, lastField)));
    const groupRows = [...groups.values()].map((group) => {
      const [first] = group;
      const where = fields.map((field, at) => ({
        [field]: at < lastField ? (first[at] ?? null) : { in: group.map((key) => key[at] ?? null) },
      }));
      return near.find(rowsOf(view), [{ clientId }, ...where], { index });
    });
    return (await Promise.all(groupRows)).flat().map((each) => rowOf(view, each));
  };

  readonly count: ReadModels['count'] = async (view, selection) => {
    const { where, changedSince } = selection;
    const index = changedSince === undefined ? indexName(indexForCount(view, where)) : BY_CHANGE;
    return this.documents.far.count(rowsOf(view), whereOf(selection), index);
  };

  /** The index of changes where little has changed since the time asked for. */
  async #indexFor(view: AnyView, { clientId, where, changedSince }: Selection): Promise<string> {
    const byFields = indexName(indexFor(view, where));
    if (changedSince === undefined) return byFields;
    const changed = { clientId, _changedAt: { from: changedSince } };
    const choice = { index: BY_CHANGE, skip: CHANGED_ROWS_SORTED, limit: 1 };
    const documents = await this.documents.far.find(rowsOf(view), changed, choice);
    return documents.length > 0 ? byFields : BY_CHANGE;
  }

  async mark(view: AnyView, clientId: number): Promise<string> {
    return (await this.documents.near.get(marks, markKey(view.name, clientId)))?.mark ?? '';
  }

  /** Highest ids, read from client to client by the index that ends with the id. */
  async highestIds(view: AnyView): Promise<HighestIds> {
    const highest = { view: view.name, id: 0, clientId: 0 };
    const choice = { index: indexName(['clientId']), sort: ['-clientId', '-id'], limit: 1 };
    for (let below = Number.MAX_SAFE_INTEGER; ;) {
      const [newestRow] = await this.documents.near.find(rowsOf(view), { clientId: { below } }, choice);
      if (newestRow === undefined) return highest;
      highest.id = Math.max(highest.id, newestRow.id);
      highest.clientId = Math.max(highest.clientId, newestRow.clientId);
      below = newestRow.clientId;
    }
  }

  /** Rows `from` to `from + limit`. No part has more than `PART_ROWS`. */
  readonly listRows: ReadModels['listRows'] = async (list, clientId, parentId, from, limit) => {
    const key = `${list.name} ${clientId} ${parentId} ${from} ${limit}`;
    const cached = this.#pages.get(key);
    if (cached !== undefined) return cached;
    const first = { above: from - PART_ROWS, below: from + limit };
    const choice = { index: BY_PARENT, sort: ['first'] };
    const parts = await this.documents.near.find(partsOf(list), { clientId, parentId, first }, choice);
    const [only] = parts;
    if (only?.first === from && only.count === limit) {
      const bytes = Buffer.from(only.rows); // the usual page
      this.#pages.set(key, bytes);
      return bytes;
    }
    const rows = parts.flatMap((part) =>
      parseRows(part.rows).slice(Math.max(from - part.first, 0), Math.max(from + limit - part.first, 0)),
    );
    return Buffer.from(JSON.stringify(rows));
  };

  /** Reads only the parts that hold a row of the page. */
  readonly findInList: ReadModels['findInList'] = async (list, clientId, parentId, field, value, range) => {
    const { skip, limit } = range;
    const word = wordOf(value);
    const holding = await this.documents.near.find(
      keysOf(list),
      { clientId, parentId, [field]: { wordPrefix: word } },
      { index: BY_PARENT, sort: ['first'] },
    );
    const places = holding.flatMap(({ _id, [field]: words }) =>
      String(words)
        .split(' ')
        .flatMap((each, at) => (each === word ? [{ _id, at }] : [])),
    );
    const onPage = places.slice(skip, skip + limit);
    const ids = [...new Set(onPage.map(({ _id }) => _id))];
    const parts = await this.documents.near.find(partsOf(list), { _id: { in: ids } });
    const rows = new Map(parts.map((part) => [part._id, parseRows(part.rows)]));
    const pageRows = onPage.map(({ _id, at }) => rows.get(_id)?.[at]);
    return { total: places.length, rows: Buffer.from(JSON.stringify(pageRows)) };
  };

  readonly listChangedAt: ReadModels['listChangedAt'] = async (list, clientId, parentId) => {
    const keysDocument = await this.documents.near.get(keysOf(list), partKey(parentId, 0));
    return keysDocument?.clientId === clientId ? keysDocument._changedAt : null;
  };
}

function parseRows(rows: string): readonly unknown[] {
  return JSON.parse(rows) as readonly unknown[];
}

/** The declared fields in their order, and nothing else. */
function rowOf<Row extends ReadRow>(view: View<Row>, document: RowDocument): Row {
  const row: Record<string, unknown> = {};
  for (const field in view.fields) row[field] = document[field];
  return row as unknown as Row;
}

/** All conditions, for one client: several may concern one field. */
function whereOf({ clientId, where, changedSince }: Selection): readonly Where<RowDocument>[] {
  const since = changedSince === undefined ? [] : [{ _changedAt: { from: changedSince } }];
  return [{ clientId }, where, ...since];
}
