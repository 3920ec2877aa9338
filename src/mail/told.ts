// Who is told at once of an event: what was returned to them, where they are mentioned, a webhook that was switched off. Pure.
// Source: docs/spec/console.md#mail.
import { CLIENT_READERS, type RoleGrant } from '../domain/clients/roles.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { ActedEvent } from '../domain/reconciliation/events.js';
import type { ActedItem } from '../domain/reconciliation/parts.js';
import type { WebhookDeactivated } from '../domain/webhooks/events.js';

export type ToldEvent = ActedEvent | WebhookDeactivated;

/** The client's people, and who of them a text mentions. */
export type Audience = Readonly<{
  users: ReadonlyMap<string, readonly RoleGrant[]>;
  mentionedIn(text: string): readonly string[];
}>;

/** What one person is told of one event. `items`: of the company and competence. */
export type Telling =
  | Readonly<{
      about: 'returned' | 'mentioned';
      companyId: number;
      competence: Competence;
      items: readonly Pick<ActedItem, 'reconciliationId' | 'accountCode' | 'accountName'>[];
    }>
  | Readonly<{ about: 'webhook'; webhookId: string; reason: 'EXHAUSTED' | 'GONE' }>;

/** By person. Who acted is told of nothing, and nobody of a company they do not see. @param items of the act; none for a webhook */
export function toldAtOnce(
  event: Recorded<ToldEvent>,
  items: readonly ActedItem[],
  audience: Audience,
): ReadonlyMap<string, Telling> {
  if (event.type === 'WebhookDeactivated') return toldOfWebhook(event.data, audience.users);
  const { companyId, competence } = event.data;
  const told = new Map<string, Telling>();
  const tell = (personId: string, about: 'returned' | 'mentioned', some: readonly ActedItem[]): void => {
    const sees = audience.users.get(personId)?.some((grant) => covers(grant, companyId)) ?? false;
    if (sees && personId !== event.metadata.actor.id)
      told.set(personId, { about, companyId, competence, items: some });
  };
  for (const personId of audience.mentionedIn(textOf(event))) tell(personId, 'mentioned', items);
  for (const [personId, some] of returnedTo(items, companyId, audience.users)) tell(personId, 'returned', some);
  return told;
}

/** Those that came back to the Elaborador: to the one who has them, or to all of the company where nobody does. */
function returnedTo(
  items: readonly ActedItem[],
  companyId: number,
  users: Audience['users'],
): ReadonlyMap<string, readonly ActedItem[]> {
  const preparers = [...users].flatMap(([personId, grants]) =>
    grants.some((grant) => grant.role === 'PREPARER' && covers(grant, companyId)) ? [personId] : [],
  );
  const found = new Map<string, ActedItem[]>();
  for (const item of items) {
    const isReturned = item.status === 'RETURNED_BY_REVIEW' || item.status === 'REJECTED';
    if (!isReturned || item.status === item.from) continue;
    for (const personId of item.ownerId === null ? preparers : [item.ownerId])
      found.set(personId, [...(found.get(personId) ?? []), item]);
  }
  return found;
}

function textOf(event: Recorded<ActedEvent>): string {
  switch (event.type) {
    case 'ReconciliationsMoved':
      return event.data.comment ?? '';
    case 'ReconciliationsCommented':
      return event.data.comment;
    case 'VariationExplained':
      return event.data.text;
    default:
      return '';
  }
}

function toldOfWebhook(
  { webhookId, reason }: WebhookDeactivated['data'],
  users: Audience['users'],
): ReadonlyMap<string, Telling> {
  if (reason === 'REQUESTED') return new Map();
  const readers = [...users].filter(([, grants]) =>
    grants.some(({ role, companyIds }) => companyIds === null && CLIENT_READERS.includes(role)),
  );
  return new Map(readers.map(([personId]) => [personId, { about: 'webhook', webhookId, reason }]));
}

function covers({ companyIds }: RoleGrant, companyId: number): boolean {
  return companyIds === null || companyIds.includes(companyId);
}
