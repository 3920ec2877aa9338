// The types of public events a webhook may subscribe to, and the scopes each one needs.
import type { Scope } from '../apiKeys.js';

export const publicEventTypes = [
  'reconciliation.created',
  'reconciliation.approved',
  'reconciliation.rejected',
  'import.completed',
  'import.failed',
  'webhook.delivered',
  'webhook.failed',
] as const;
export type PublicEventType = (typeof publicEventTypes)[number];

const IMPORTS: readonly Scope[] = ['trial_balances:read', 'trial_balances:write'];
const RECONCILIATIONS: readonly Scope[] = ['reconciliations:read'];

/** A key needs one of these; none where the list is empty (docs/spec/keys.md#event-scopes). */
const SCOPES: Readonly<Record<PublicEventType, readonly Scope[]>> = {
  'reconciliation.created': RECONCILIATIONS,
  'reconciliation.approved': RECONCILIATIONS,
  'reconciliation.rejected': RECONCILIATIONS,
  'import.completed': IMPORTS,
  'import.failed': IMPORTS,
  'webhook.delivered': [],
  'webhook.failed': [],
};

/**
 * The first scope that a key lacks to see events of all these types; null when it lacks none. Every route on a webhook,
 * its events or its deliveries checks this (docs/spec/keys.md#event-scopes).
 */
export function missingScope(types: readonly PublicEventType[], held: readonly Scope[]): Scope | null {
  for (const type of types) {
    const [first, ...others] = SCOPES[type];
    if (first === undefined || [first, ...others].some((scope) => held.includes(scope))) continue;
    return first;
  }
  return null;
}
