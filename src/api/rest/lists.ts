// Every list of the public API. Routes, fields of GraphQL and operations of OpenAPI follow this order.
import { accountBalances, accounts, charts, companies } from './companies.js';
import { checklist, intercompany, schedules } from './closing.js';
import { itemsOfReconciliation, openItems, reconciliations } from './reconciliations.js';
import type { List } from './list.js';
import { lines, trialBalances } from './trialBalances.js';

export const ALL_LISTS: readonly List[] = [
  companies,
  charts,
  accounts,
  accountBalances,
  trialBalances,
  lines,
  reconciliations,
  itemsOfReconciliation,
  openItems,
  checklist,
  intercompany,
  schedules,
];

/** The fields of GraphQL. */
export const QUERY_NAMES = ALL_LISTS.filter(({ inGraphql }) => inGraphql !== null).map(({ name }) => name);
