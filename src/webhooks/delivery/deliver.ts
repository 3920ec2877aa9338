// Delivers one claimed row: attempt, outcome stored before all else, deactivation where it says so.
import type { Clock } from '../../commands/kernel/context.js';
import type { WebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import type { SealedSecret } from '../../domain/webhooks/events.js';
import { secretsInForce, type Webhook } from '../../domain/webhooks/fold.js';
import { pause } from '../../runtime/keepTrying.js';
import { publicEventOf } from '../envelope.js';
import type { Attempt, AttemptRequest, AttemptResult } from '../sending/sender.js';
import { signatureHeaders } from '../sending/signature.js';
import type { Attempted, Claimed, Scheduled, Settlement } from './deliveries.js';
import type { DeliveryQueue } from './deliveryQueue.js';
import { firstDueAt, nextDueAt, scheduleFor, subscribedTo, type RetrySeconds } from './newDeliveries.js';

/** Deliveries in a row that failed before a webhook is deactivated (docs/spec/webhooks.md#deactivation). */
const FAILURES_IN_A_ROW_MAX = 3;
/** Between two attempts to store an outcome while the queue is unavailable. */
const RETRY_EVERY_MS = 250;

type Deactivate = (webhook: Webhook, reason: 'EXHAUSTED' | 'GONE', deliveryId: string) => Promise<unknown>;

export type DeliverDeps = SettlementDeps &
  Readonly<{
    queue: DeliveryQueue;
    attempt: Attempt;
    clock: Pick<Clock, 'now'>;
    openSecret(webhookId: string, sealed: SealedSecret): string;
    /** May be called twice. */
    deactivate: Deactivate;
    failPoints: FailPoints;
    /** `delivered`, `answered 500` and the like, or the failure. */
    onAttempt(outcome: string): void;
    /** The delivery has this status from here on. */
    onSettled(status: Settlement['status']): void;
    onError(error: unknown): void;
    signal: AbortSignal;
  }>;

/** @param isClaimFresh no other process can have found it expired @returns whether delivered; null: no attempt */
export async function deliver(
  deps: DeliverDeps,
  claimed: Claimed,
  isClaimFresh: () => boolean,
): Promise<boolean | null> {
  const { directory, failPoints, queue } = deps;
  const webhooks = await directory.webhooksOf(claimed.clientId);
  const webhook = webhooks.find(({ webhookId }) => webhookId === claimed.webhookId) ?? null;
  const withoutAttempt = settlementWithoutAttempt(deps, claimed, webhook);
  if (withoutAttempt !== null || webhook === null) {
    if (withoutAttempt !== null) await settle(deps, withoutAttempt);
    return null;
  }
  await failPoints('webhook.claimed');
  if (!isClaimFresh()) {
    await queue.release([claimed]); // the process was suspended: another may hold the delivery by now
    return null;
  }
  const result = await deps.attempt(requestOf(deps, claimed, webhook));
  deps.onAttempt(outcomeOf(result));
  await failPoints('webhook.sent');
  const settlement = await settlementAfter(deps, claimed, { webhook, webhooks }, result);
  await settle(deps, settlement);
  await failPoints('webhook.recorded');
  if (settlement.status === 'FAILED' && claimed.origin !== 'TEST')
    if (isGone(result)) await deps.deactivate(webhook, 'GONE', claimed.deliveryId);
    else await deactivateExhausted(deps, webhook);
  return settlement.status === 'DELIVERED';
}

/**
 * Retries until the outcome is stored: the receiver may already have accepted the delivery.
 * @throws the queue's last error, when the signal aborts while the queue is unavailable
 */
async function settle({ queue, onSettled, onError, signal }: DeliverDeps, settlement: Settlement): Promise<void> {
  for (let isStored = false; !isStored;) {
    try {
      await queue.settle(settlement);
      isStored = true;
    } catch (error) {
      if (signal.aborted) throw error;
      onError(error);
      await pause(RETRY_EVERY_MS, signal);
    }
  }
  onSettled(settlement.status);
}

/** After three failures in a row under one activation; called again, it changes nothing. */
export async function deactivateExhausted(
  { queue, deactivate }: Pick<DeliverDeps, 'queue' | 'deactivate'>,
  webhook: Webhook,
): Promise<void> {
  const { webhookId, activation } = webhook;
  const failed = await queue.failuresInARow(webhookId, activation, FAILURES_IN_A_ROW_MAX);
  const [newest] = failed;
  if (newest !== undefined && failed.length >= FAILURES_IN_A_ROW_MAX)
    await deactivate(webhook, 'EXHAUSTED', newest);
}

/** Signed at the time of the wall clock, which receivers compare with theirs. */
function requestOf({ clock, openSecret }: DeliverDeps, claimed: Claimed, webhook: Webhook): AttemptRequest {
  const { eventId, deliveryId, type } = claimed;
  const at = clock.now();
  const { current, next } = secretsInForce(webhook, at.toISOString());
  const open = (sealed: SealedSecret): string => openSecret(webhook.webhookId, sealed);
  const body = claimed.body ?? Buffer.alloc(0);
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Event': type,
    'X-Service-Delivery-Id': deliveryId,
    ...signatureHeaders({ eventId, body, at }, { current: open(current), next: next && open(next) }),
  };
  return { url: webhook.url, headers, body };
}

function outcomeOf(result: AttemptResult): string {
  if (isSuccess(result)) return 'delivered';
  return result.is === 'Answered' ? `answered ${result.status}` : result.error.toLowerCase();
}

type SettlementDeps = Readonly<{
  directory: WebhookDirectory;
  /** The deployment's namespace, from which ids derive. */
  namespace: string;
  retrySeconds: RetrySeconds;
  /** Milliseconds since 1970, never decreasing. */
  now(): number;
  /** The error of a failed attempt, as a sentence for the webhook's owner. */
  failureText(result: AttemptResult): string;
  /** The error of a delivery whose body was purged. */
  bodyGoneText: string;
}>;

const GONE = 410;

function isSuccess(result: AttemptResult): boolean {
  return result.is === 'Answered' && result.status >= 200 && result.status < 300;
}

/** Status 410: the receiver was removed permanently. */
function isGone(result: AttemptResult): boolean {
  return result.is === 'Answered' && result.status === GONE;
}

/** @returns null when an attempt must be made */
function settlementWithoutAttempt(
  { now, bodyGoneText }: SettlementDeps,
  claimed: Claimed,
  webhook: Webhook | null,
): Settlement | null {
  const at = now();
  if (webhook === null) return settlementOf(claimed, 'CANCELLED', at);
  if (webhook.status === 'INACTIVE' && claimed.origin !== 'TEST') return settlementOf(claimed, 'SKIPPED', at);
  if (claimed.body !== null) return null;
  const { url, activation } = webhook;
  const attempt = { at, url, activation, responseStatus: null, error: bodyGoneText };
  return { ...settlementOf(claimed, 'FAILED', at), attempt };
}

async function settlementAfter(
  deps: SettlementDeps,
  claimed: Claimed,
  { webhook, webhooks }: Readonly<{ webhook: Webhook; webhooks: readonly Webhook[] }>,
  result: AttemptResult,
): Promise<Settlement> {
  const at = deps.now();
  const attempt = attemptOf(deps, claimed, webhook, result, at);
  const final = { ...settlementOf(claimed, 'FAILED', at), attempt };
  const announce = announcementsOf(deps, claimed, attempt, webhooks);
  if (isSuccess(result)) return { ...final, status: 'DELIVERED', announce: announce('webhook.delivered') };
  const retryAfter = result.is === 'Answered' ? result.retryAfter : null;
  const dueAt = isGone(result) ? null : nextDueAt(deps.retrySeconds, claimed.attempts + 1, at, retryAfter);
  if (dueAt === null) return { ...final, announce: announce('webhook.failed') };
  const current = await deps.directory.webhookOf(claimed.clientId, claimed.webhookId);
  if (current === null) return { ...final, status: 'CANCELLED' };
  if (current.status === 'INACTIVE' && claimed.origin !== 'TEST') return { ...final, status: 'SKIPPED' };
  return { ...final, status: 'RETRYING', dueAt };
}

function settlementOf({ deliveryId, token }: Claimed, status: Settlement['status'], at: number): Settlement {
  return { claim: { deliveryId, token }, status, attempt: null, dueAt: null, at, announce: null };
}

/** A test keeps its activation, so that the end of the webhook's does not close it while it waits. */
function attemptOf(
  { failureText }: SettlementDeps,
  { origin, activation: scheduledFor }: Claimed,
  { url, activation: current }: Webhook,
  result: AttemptResult,
  at: number,
): Attempted {
  const activation = origin === 'TEST' ? scheduledFor : current;
  const responseStatus = result.is === 'Answered' ? result.status : null;
  return { at, url, activation, responseStatus, error: isSuccess(result) ? '' : failureText(result) };
}

/**
 * At most one of each type for a delivery; none about tests, nor about deliveries of these two types
 * (docs/spec/webhooks.md#events).
 * @param webhooks of the client when the attempt began
 */
function announcementsOf(
  { namespace, retrySeconds }: SettlementDeps,
  { clientId, deliveryId, webhookId, eventId, type: eventType, attempts, origin }: Claimed,
  { at, responseStatus }: Attempted,
  webhooks: readonly Webhook[],
): (type: 'webhook.delivered' | 'webhook.failed') => Scheduled | null {
  return (type) => {
    const subscribed = subscribedTo(type, webhooks);
    if (subscribed.length === 0 || origin === 'TEST' || eventType.startsWith('webhook.')) return null;
    const data = { deliveryId, webhookId, eventId, eventType, attempts: attempts + 1, responseStatus };
    const source = { id: deliveryId, clientId, at: new Date(at).toISOString() };
    const event = publicEventOf(namespace, source, type, { item: '', data });
    return scheduleFor(namespace, event, subscribed, firstDueAt(retrySeconds, at));
  };
}
