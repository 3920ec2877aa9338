// Every list of the public API. Routes, fields of GraphQL and operations of OpenAPI follow this order.
import { accountBalances, accounts, charts, companies } from './companies.js';
import { checklist, intercompany, schedules } from './closing.js';
import { itemsOfReconciliation, openItems, reconciliations } from './reconciliations.js';
import type { List } from './list.js';
import { lines, trialBalances } from './trialBalances.js';

/** Grouped, for the operations of other routes stand between the groups. */
export const LISTS = {
  ofCompanies: [companies, charts, accounts, accountBalances],
  ofBooks: [trialBalances, lines],
  ofReconciliations: [reconciliations, itemsOfReconciliation, openItems],
  ofClosing: [checklist, intercompany, schedules],
} as const satisfies Readonly<Record<string, readonly List[]>>;

export const ALL_LISTS: readonly List[] = Object.values(LISTS).flat();

/** The fields of GraphQL. */
export const QUERY_NAMES = ALL_LISTS.filter(({ inGraphql }) => inGraphql !== null).map(({ name }) => name);
