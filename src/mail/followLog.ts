// Puts the mails that are sent at once into the outbox, from a subscription of the log. Several processes may do
// it at the same time, and one may begin again before its checkpoint: a mail's id follows from the event and the
// person.
import { readNamedParts } from '../commands/kernel/parts.js';
import { CLIENT_READERS, holdsForClient, holdsRole, roles, type UserRoles } from '../domain/clients/roles.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { FailPoints } from '../domain/kernel/failPoints.js';
import { knownEvent, resumeIn } from '../domain/kernel/knownEvent.js';
import { EventUnreadable, type EventLog } from '../domain/kernel/log.js';
import type { ActedEvent, ActedItem } from '../domain/reconciliation/events.js';
import { actedItems, actedPartsLocation } from '../domain/reconciliation/parts.js';
import { SEALS } from '../domain/seal.js';
import type { WebhookDeactivated } from '../domain/webhooks/events.js';
import { WEBHOOK_STREAMS } from '../domain/webhooks/fold.js';
import type { MailText } from '../messages/mail.js';
import { FOLLOWING, IDLE_CHECKPOINT_MS, keepTrying } from '../runtime/keepTrying.js';
import type { Mail, Outbox } from './outbox.js';

/** Seals, so that the last event read is never far behind the position that was reached. */
const STREAMS: readonly string[] = ['reconciliations-', WEBHOOK_STREAMS, SEALS];

type FollowDeps = Readonly<{
  log: EventLog;
  logId: string;
  outbox: Outbox;
  clock: Readonly<{ now(): Date; monotonicMs(): number }>;
  failPoints: FailPoints;
  /** The client's people as of now. */
  audienceOf(clientId: number): Promise<Audience>;
  wantsAtOnce(clientId: number, personId: string): boolean;
  wording(telling: Telling): MailText;
  onError(error: unknown): void;
  signal: AbortSignal;
}>;

/**
 * Runs until the signal aborts, through any failure of a store. The first time it begins at the end of the log.
 */
export async function followLog(deps: FollowDeps): Promise<void> {
  const failed = (error: unknown): boolean => {
    deps.onError(error);
    return error instanceof EventUnreadable;
  };
  await keepTrying(deps.signal, FOLLOWING, (progressed) => follow(deps, progressed), failed);
}

async function follow(deps: FollowDeps, progressed: () => void): Promise<void> {
  const { log, logId, outbox, clock, failPoints, signal } = deps;
  let checkpoint = (await outbox.checkpoint()) ?? { logId: '', position: 0 };
  let from = await resumeIn(log, logId, checkpoint);
  if (from === null) {
    from = await log.head();
    await outbox.advance((checkpoint = { logId, position: from }));
  }
  let storedMs = clock.monotonicMs();
  for await (const { events, position } of log.subscribe(from, STREAMS, signal)) {
    const mails: Mail[] = [];
    for (const event of events) mails.push(...(await mailsOf(deps, event as Recorded<ToldEvent>)));
    await outbox.add(mails, clock.now().getTime());
    const lastEvent = events.at(-1);
    checkpoint = { ...checkpoint, position, ...(lastEvent && { last: knownEvent(lastEvent) }) };
    if (mails.length > 0 || clock.monotonicMs() - storedMs >= IDLE_CHECKPOINT_MS) {
      if (mails.length > 0) await failPoints('mail.added');
      await outbox.advance(checkpoint);
      storedMs = clock.monotonicMs();
    }
    progressed();
  }
}

/** Mails about an event; none where it tells nobody anything. */
async function mailsOf(deps: FollowDeps, event: Recorded<ToldEvent>): Promise<readonly Mail[]> {
  if (!mayTell(event)) return [];
  const { clientId } = event.data;
  const items = event.type === 'WebhookDeactivated' ? [] : await itemsOf(deps.log, event.data);
  return [...toldAtOnce(event, items, await deps.audienceOf(clientId))]
    .filter(([personId]) => deps.wantsAtOnce(clientId, personId))
    .map(([personId, telling]) => ({
      id: `${event.id}.${personId}`,
      clientId,
      personId,
      companyIds: telling.about === 'webhook' ? [] : [telling.companyId],
      ...deps.wording(telling),
    }));
}

/** Most events do not: their parts need not be read. */
function mayTell(event: Recorded<ToldEvent>): boolean {
  return event.type === 'WebhookDeactivated' ? event.data.reason !== 'REQUESTED' : textOf(event) !== null;
}

async function itemsOf(log: EventLog, data: ActedEvent['data']): Promise<readonly ActedItem[]> {
  return actedItems(data, data.parts ? await readNamedParts(log, actedPartsLocation(data)) : []);
}

// Who is told at once of an event: what was returned to them, where they are mentioned, a webhook that was
// switched off. Pure.
// Source: docs/spec/console.md#mail.

export type ToldEvent = ActedEvent | WebhookDeactivated;

export type Audience = Readonly<{
  users: UserRoles;
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

/**
 * By person. Who acted is told of nothing, and nobody of a company they do not see.
 * @param items of the act; none for a webhook
 */
export function toldAtOnce(
  event: Recorded<ToldEvent>,
  items: readonly ActedItem[],
  audience: Audience,
): ReadonlyMap<string, Telling> {
  if (event.type === 'WebhookDeactivated') return toldOfWebhook(event.data, audience);
  const { companyId, competence } = event.data;
  const tellings = new Map<string, Telling>();
  const tell = (personId: string, about: 'returned' | 'mentioned', some: readonly ActedItem[]): void => {
    const sees = roles.some((role) => holdsRole(audience, personId, role, companyId));
    if (sees && personId !== event.metadata.actor.id)
      tellings.set(personId, { about, companyId, competence, items: some });
  };
  for (const personId of audience.mentionedIn(textOf(event) ?? '')) tell(personId, 'mentioned', items);
  for (const [personId, some] of returnedTo(items, companyId, audience)) tell(personId, 'returned', some);
  return tellings;
}

/** Those that came back to the Elaborador: to the one who has them, or to all of the company where nobody does. */
function returnedTo(
  items: readonly ActedItem[],
  companyId: number,
  audience: Audience,
): ReadonlyMap<string, readonly ActedItem[]> {
  const preparers = [...audience.users.keys()].filter((id) => holdsRole(audience, id, 'PREPARER', companyId));
  const itemsByPerson = new Map<string, ActedItem[]>();
  for (const item of items) {
    const isReturned = item.status === 'RETURNED_BY_REVIEW' || item.status === 'REJECTED';
    if (!isReturned || item.status === item.from) continue;
    for (const personId of item.ownerId === null ? preparers : [item.ownerId])
      itemsByPerson.set(personId, [...(itemsByPerson.get(personId) ?? []), item]);
  }
  return itemsByPerson;
}

/** What a person wrote; null without it. Who returns or rejects says why. */
function textOf(event: Recorded<ActedEvent>): string | null {
  switch (event.type) {
    case 'ReconciliationsMoved':
    case 'ReconciliationsCommented':
      return event.data.comment;
    case 'VariationExplained':
      return event.data.text;
    default:
      return null;
  }
}

function toldOfWebhook(
  { webhookId, reason }: WebhookDeactivated['data'],
  audience: Audience,
): ReadonlyMap<string, Telling> {
  if (reason === 'REQUESTED') return new Map();
  const readers = [...audience.users.keys()].filter((id) => holdsForClient(audience, id, CLIENT_READERS));
  return new Map(readers.map((personId) => [personId, { about: 'webhook', webhookId, reason }]));
}
