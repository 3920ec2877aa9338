// One delivery in our hands: attempted, its outcome recorded before anything else is planned, and what follows from it.
import type { WebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import { secretsInForce, type Webhook } from '../../domain/webhooks/fold.js';
import type { SealedSecret } from '../../domain/webhooks/events.js';
import type { Attempt, AttemptResult } from '../sending/sender.js';
import type { Attempted, Claimed, DeliveryQueue, Scheduled, Settlement } from './deliveryQueue.js';
import { webhookEvent } from '../publicEvents.js';
import type { Record } from './recorder.js';
import { scheduledFor, subscribedTo } from './newDeliveries.js';
import { firstDueAt, nextDueAt, type RetrySeconds } from './retrySchedule.js';
import { signatureHeaders } from '../sending/signature.js';
import type { Wire } from './wire.js';

/**
 * Deliveries in a row that used up all attempts before a webhook is deactivated (docs/spec/webhooks.md#deactivation).
 */
export const FAILURES_IN_A_ROW_MAX = 3;

/** The receiver says that it is gone for good. */
const GONE = 410;

export type Deactivate = (webhook: Webhook, reason: 'EXHAUSTED' | 'GONE', deliveryId: string) => Promise<unknown>;

export type DeliverDeps = Readonly<{
  queue: DeliveryQueue;
  attempt: Attempt;
  directory: WebhookDirectory;
  namespace: string;
  retrySeconds: RetrySeconds;
  /** Milliseconds since 1970, never going back. */
  now(): number;
  openSecret(webhookId: string, sealed: SealedSecret): string;
  /** May be asked twice. */
  deactivate: Deactivate;
  /** Why an attempt failed, in words for the webhook's owner. */
  words(result: AttemptResult): string;
  /** Why nothing can be sent any more. */
  bodyGone: string;
  failPoints: FailPoints;
  /** `delivered`, `answered 500` and the like, or what kept the answer away. */
  onAttempt(outcome: string): void;
  onTrouble(error: unknown): void;
}>;

/** `isFresh`: nobody can have taken the claim for abandoned yet. `onTaken`: the receiver has it, the outcome is to be stored. */
export type Holding = Readonly<{ isFresh(): boolean; onTaken(): void }>;

/** @returns whether the receiver took it; null: no attempt was made */
export async function deliver(
  deps: DeliverDeps & Readonly<{ record: Record; wire: Wire }>,
  claimed: Claimed,
  { isFresh, onTaken }: Holding,
): Promise<boolean | null> {
  const { directory, failPoints, queue, record } = deps;
  const webhook = await directory.webhookOf(claimed.clientId, claimed.webhookId);
  const instead = insteadOfAttempt(deps, claimed, webhook);
  if (instead !== null || webhook === null) {
    if (instead !== null) await record(instead);
    return null;
  }
  await failPoints('webhook.claimed');
  const result = await attempted(deps, claimed, webhook, isFresh);
  if (result === null) {
    await queue.release([claimed]); // the process stood still: another may have it in hand by now
    return null;
  }
  deps.onAttempt(outcomeOf(result));
  if (isSuccess(result)) onTaken();
  await failPoints('webhook.sent');
  const settlement = await settlementOf(deps, claimed, webhook, result);
  await record(settlement);
  await failPoints('webhook.recorded');
  if (settlement.status === 'FAILED' && claimed.origin !== 'TEST')
    await afterFailure(deps, webhook, claimed.deliveryId, result);
  return settlement.status === 'DELIVERED';
}

/** @returns null when none was made: it is too late for this claim */
async function attempted(
  deps: DeliverDeps & Readonly<{ wire: Wire }>,
  claimed: Claimed,
  webhook: Webhook,
  isFresh: () => boolean,
): Promise<AttemptResult | null> {
  await deps.wire.enter();
  try {
    if (!isFresh()) return null;
    return await deps.attempt(requestOf(deps, claimed, webhook));
  } finally {
    deps.wire.leave();
  }
}

/** Three in a row under one activation deactivate; asked again it changes nothing. */
export async function deactivateExhausted(
  { queue, deactivate }: Pick<DeliverDeps, 'queue' | 'deactivate'>,
  webhook: Webhook,
  deliveryId: string,
): Promise<void> {
  const { webhookId, activation } = webhook;
  const failures = await queue.failuresInARow(webhookId, activation, FAILURES_IN_A_ROW_MAX);
  if (failures >= FAILURES_IN_A_ROW_MAX) await deactivate(webhook, 'EXHAUSTED', deliveryId);
}

function insteadOfAttempt({ now, bodyGone }: DeliverDeps, claimed: Claimed, webhook: Webhook | null) {
  const at = now();
  if (webhook === null) return settled(claimed, 'CANCELLED', at);
  if (webhook.status === 'INACTIVE' && claimed.origin !== 'TEST') return settled(claimed, 'SKIPPED', at);
  if (claimed.body !== null) return null;
  const { url, activation } = webhook;
  const attempt = { at, url, activation, responseStatus: null, responseBody: '', error: bodyGone };
  return { ...settled(claimed, 'FAILED', at), attempt };
}

function settled({ deliveryId, token }: Claimed, status: Settlement['status'], at: number): Settlement {
  return { claim: { deliveryId, token }, status, attempt: null, dueAt: null, at, announce: null };
}

function requestOf({ now, openSecret }: DeliverDeps, claimed: Claimed, webhook: Webhook) {
  const { eventId, deliveryId, type, body } = claimed;
  const at = new Date(now());
  const { current, next } = secretsInForce(webhook, at.toISOString());
  const open = (sealed: SealedSecret): string => openSecret(webhook.webhookId, sealed);
  const bytes = body ?? Buffer.alloc(0);
  const secrets = { current: open(current), next: next && open(next) };
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Event': type,
    'X-Service-Delivery-Id': deliveryId,
    ...signatureHeaders({ eventId, body: bytes, at }, secrets),
  };
  return { url: webhook.url, headers, body: bytes };
}

async function settlementOf(
  deps: DeliverDeps,
  claimed: Claimed,
  webhook: Webhook,
  result: AttemptResult,
): Promise<Settlement> {
  const { retrySeconds, directory } = deps;
  const at = deps.now();
  const attempt = attemptedOf(deps, webhook, result, at);
  const plain = { ...settled(claimed, 'FAILED', at), attempt };
  if (isSuccess(result))
    return { ...plain, status: 'DELIVERED', announce: await announced(deps, claimed, attempt, true) };
  const isGone = result.is === 'Answered' && result.status === GONE;
  const retryAfter = result.is === 'Answered' ? result.retryAfter : null;
  const dueAt = isGone ? null : nextDueAt(retrySeconds, claimed.attempts + 1, at, retryAfter);
  if (dueAt === null) return { ...plain, announce: await announced(deps, claimed, attempt, false) };
  const today = await directory.webhookOf(claimed.clientId, claimed.webhookId);
  if (today === null) return { ...plain, status: 'CANCELLED' };
  if (today.status === 'INACTIVE' && claimed.origin !== 'TEST') return { ...plain, status: 'SKIPPED' };
  return { ...plain, status: 'RETRYING', dueAt };
}

function attemptedOf({ words }: DeliverDeps, webhook: Webhook, result: AttemptResult, at: number): Attempted {
  const { url, activation } = webhook;
  const answered = result.is === 'Answered';
  return {
    at,
    url,
    activation,
    responseStatus: answered ? result.status : null,
    responseBody: answered ? result.body : '',
    error: isSuccess(result) ? '' : words(result),
  };
}

function isSuccess(result: AttemptResult): boolean {
  return result.is === 'Answered' && result.status >= 200 && result.status < 300;
}

/** Never about a test, nor about a delivery of these two types themselves. */
async function announced(
  { directory, namespace, retrySeconds }: DeliverDeps,
  { clientId, deliveryId, webhookId, eventId, type: eventType, attempts, origin }: Claimed,
  { at, responseStatus }: Attempted,
  succeeded: boolean,
): Promise<Scheduled | null> {
  if (origin === 'TEST' || eventType.startsWith('webhook.')) return null;
  const type = succeeded ? 'webhook.delivered' : 'webhook.failed';
  const webhooks = subscribedTo(type, await directory.webhooksOf(clientId));
  if (webhooks.length === 0) return null;
  const about = { deliveryId, webhookId, eventId, eventType, attempts: attempts + 1, responseStatus };
  const event = webhookEvent({ namespace }, type, clientId, new Date(at).toISOString(), about);
  return scheduledFor(namespace, event, webhooks, firstDueAt(retrySeconds, at));
}

async function afterFailure(
  deps: DeliverDeps,
  webhook: Webhook,
  deliveryId: string,
  result: AttemptResult,
): Promise<void> {
  if (result.is === 'Answered' && result.status === GONE) await deps.deactivate(webhook, 'GONE', deliveryId);
  else await deactivateExhausted(deps, webhook, deliveryId);
}

function outcomeOf(result: AttemptResult): string {
  if (isSuccess(result)) return 'delivered';
  return result.is === 'Answered' ? `answered ${result.status}` : result.error.toLowerCase();
}
