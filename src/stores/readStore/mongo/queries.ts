// Filters made from selections. Queries name their index, so that plans do not depend on the server's estimates. Values are
// always operands of an explicit operator.
import type { Document } from 'mongodb';
import {
  indexFor,
  indexForSort,
  type AnyView,
  type Condition,
  type Order,
  type RowRange,
  type Selection,
  type Sort,
} from '../../../projections/engine/readStore.js';
import { viewId, viewIndexName } from './layout.js';

/** Matches nothing. */
const NEVER: Document = { _id: { $in: [] } };

/** All conditions, for one client; in `$and`, as two may concern one field. */
export function filterOf({ clientId, where, changedSince }: Selection): Document {
  const filter = all([{ field: 'clientId', is: clientId }, ...where]);
  return changedSince === undefined ? filter : { ...filter, _changedAt: { $gte: changedSince } };
}

/** All rows of a client changed since a time, without other conditions. */
export function changedFilter(clientId: number, changedSince: number): Document {
  return { clientId: { $eq: clientId }, _changedAt: { $gte: changedSince } };
}

export function scanFilter(
  selection: Selection,
  { order, sort, afterId }: Pick<RowRange, 'order' | 'sort' | 'afterId'>,
): Document {
  if (sort !== undefined) return sortedFilter(selection, { order, sort, afterId });
  if (order !== 'desc') return { ...filterOf(selection), id: { $gt: afterId ?? 0 } };
  return { ...filterOf(selection), id: { $lt: afterId ?? Number.MAX_SAFE_INTEGER } };
}

function sortedFilter(
  { clientId, where }: Selection,
  {
    order,
    sort: { field, after },
    afterId,
  }: Pick<RowRange, 'afterId'> & Readonly<{ order: Order | undefined; sort: Sort }>,
): Document {
  if (afterId === null || after === null) return filterOf({ clientId, where });
  const [same, beyond]: readonly [Condition, Condition] =
    order === 'desc'
      ? [
          { field: 'id', below: afterId },
          { field, below: after },
        ]
      : [
          { field: 'id', above: afterId },
          { field, above: after },
        ];
  return filterOf({ clientId, where: [...where, { any: [[{ field, is: after }, same], [beyond]] }] });
}

/** Rows of one client with these values in some fields. */
export function lookUpFilter(
  clientId: number,
  fields: readonly string[],
  keys: readonly (readonly (number | string)[])[],
): Document {
  if (keys.length === 0) return NEVER;
  if (fields[0] === 'id')
    return { _id: { $in: keys.map(([id]) => viewId(Number(id))) }, clientId: { $eq: clientId } };
  const conditions = (key: readonly (number | string)[]): Condition[] =>
    fields.map((field, at) => ({ field, is: key[at] ?? null }));
  return { $or: keys.map((key) => filterOf({ clientId, where: conditions(key) })) };
}

export function indexNameFor(view: AnyView, where: readonly Condition[], sort?: Sort): string {
  return viewIndexName(sort === undefined ? indexFor(view, where) : indexForSort(view, where, sort.field));
}

function all(conditions: readonly Condition[]): Document {
  return { $and: conditions.map(one) };
}

function one(condition: Condition): Document {
  if ('any' in condition) return condition.any.length === 0 ? NEVER : { $or: condition.any.map(allOf) };
  const { field } = condition;
  if ('isNull' in condition) return { [field]: condition.isNull ? { $eq: null } : { $ne: null } };
  if ('above' in condition) return { [field]: { $gt: condition.above } };
  if ('below' in condition) return { [field]: { $lt: condition.below } };
  if ('upTo' in condition) return { [field]: { $lte: condition.upTo } };
  if ('wordPrefix' in condition) return { [field]: { $regex: `(^| )${escaped(condition.wordPrefix)}` } };
  if ('in' in condition) return { [field]: { $in: [...condition.in] } };
  return { [field]: { $eq: condition.is } };
}

const escaped = (text: string) => text.replace(/[^\p{L}\p{N} ]/gu, '\\$&');

/** An empty filter matches every row. */
const allOf = (conditions: readonly Condition[]): Document => (conditions.length === 0 ? {} : all(conditions));
