// The scope of a query: the client, which comes from the key and never from the request. And conditions shared by lists.
import type { Condition } from '../engine/readStore.js';

export type Scope = Readonly<{ clientId: number }>;

/**
 * One company, or the client's companies with the module; null: all. The caller resolves companyId, cnpj and module first
 * (404, 403).
 */
export type Companies = number | readonly number[] | null;

export function inCompanies(companies: Companies): readonly Condition[] {
  if (companies === null) return [];
  return [typeof companies === 'number' ? is('empresaId', companies) : { field: 'empresaId', in: companies }];
}

export function is(field: string, value: string | number | null): Condition {
  return { field, is: value };
}

/** No condition for an absent filter. */
export function optionally(field: string, value: string | number | undefined): readonly Condition[] {
  return value === undefined ? [] : [is(field, value)];
}
