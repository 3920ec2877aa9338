// The public events a webhook may ask for, and what a key must be allowed to see for each.
import type { Scope } from '../apiKeys/events.js';

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

/** One of these is asked for; none at all where it is empty (docs/spec/keys.md#event-scopes). */
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
 * The first scope that a key lacks to see events of all these types; null when it may see them. Every route that
 * touches a webhook, its events or its deliveries asks this (docs/spec/keys.md#event-scopes).
 */
export function missingScope(types: readonly PublicEventType[], held: readonly Scope[]): Scope | null {
  for (const type of types) {
    const [named, ...others] = SCOPES[type];
    if (named === undefined || held.includes(named) || others.some((scope) => held.includes(scope))) continue;
    return named;
  }
  return null;
}
