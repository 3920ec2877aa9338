// The client whose rows a query may see, taken from the key, never from the request; and filters shared by lists.
import type { Condition } from '../engine/readStore.js';

export type Scope = Readonly<{ clientId: number }>;

/**
 * One company, or those of the client that have contracted the module; null: no restriction. The caller resolves
 * companyId, cnpj and module before (404, 403).
 */
export type Companies = number | readonly number[] | null;

export function inCompanies(companies: Companies): readonly Condition[] {
  if (companies === null) return [];
  return [typeof companies === 'number' ? is('empresaId', companies) : { field: 'empresaId', in: companies }];
}

/** A filter that may have been left out. */
export function is(field: string, value: string | number): Condition {
  return { field, is: value };
}

export function optionally(field: string, value: string | number | undefined): readonly Condition[] {
  return value === undefined ? [] : [is(field, value)];
}
