// Filters made from selections. Queries name their index, so that plans do not depend on the server's estimates. Values only
// ever appear behind an operator of ours.
import type { Document } from 'mongodb';
import { indexFor, type AnyView, type Condition, type Selection } from '../../../projections/engine/readStore.js';
import { viewIndexName } from './layout.js';

/** Matches nothing. */
const NEVER: Document = { _id: { $in: [] } };

/** All conditions, for one client; in `$and`, as two may concern one field. */
export function filterOf({ clientId, where, changedSince }: Selection): Document {
  const filter = all([{ field: 'clientId', is: clientId }, ...where]);
  return changedSince === undefined ? filter : { ...filter, _changedAt: { $gte: changedSince } };
}

/** Everything of a client that changed since a time, whatever else is asked. */
export function changedFilter(clientId: number, changedSince: number): Document {
  return { clientId: { $eq: clientId }, _changedAt: { $gte: changedSince } };
}

export function scanFilter(selection: Selection, afterId: number): Document {
  return { ...filterOf(selection), id: { $gt: afterId } };
}

export function indexNameFor(view: AnyView, where: readonly Condition[]): string {
  return viewIndexName(indexFor(view, where));
}

function all(conditions: readonly Condition[]): Document {
  return { $and: conditions.map(one) };
}

function one(condition: Condition): Document {
  if ('any' in condition) return condition.any.length === 0 ? NEVER : { $or: condition.any.map(allOf) };
  const { field } = condition;
  if ('isNull' in condition) return { [field]: condition.isNull ? { $eq: null } : { $ne: null } };
  if ('above' in condition) return { [field]: { $gt: condition.above } };
  if ('upTo' in condition) return { [field]: { $lte: condition.upTo } };
  if ('in' in condition) return { [field]: { $in: [...condition.in] } };
  return { [field]: { $eq: condition.is } };
}

/** No condition holds for every row. */
const allOf = (conditions: readonly Condition[]): Document => (conditions.length === 0 ? {} : all(conditions));
