// Decides the outcome of a delivery, with or without an attempt, and the public event about it.
import type { WebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { webhookEvent } from '../eventEnvelope.js';
import type { AttemptResult } from '../sending/sender.js';
import type { Attempted, Claimed, Scheduled, Settlement } from './deliveryQueue.js';
import { scheduledFor, subscribedTo } from './newDeliveries.js';
import { firstDueAt, nextDueAt, type RetrySeconds } from './retrySchedule.js';

export type SettlementDeps = Readonly<{
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

export function isSuccess(result: AttemptResult): boolean {
  return result.is === 'Answered' && result.status >= 200 && result.status < 300;
}

/** Status 410: the receiver was removed permanently. */
export function isGone(result: AttemptResult): boolean {
  return result.is === 'Answered' && result.status === GONE;
}

/** @returns null when an attempt must be made */
export function settlementWithoutAttempt(
  { now, bodyGoneText }: SettlementDeps,
  claimed: Claimed,
  webhook: Webhook | null,
): Settlement | null {
  const at = now();
  if (webhook === null) return settled(claimed, 'CANCELLED', at);
  if (webhook.status === 'INACTIVE' && claimed.origin !== 'TEST') return settled(claimed, 'SKIPPED', at);
  if (claimed.body !== null) return null;
  const { url, activation } = webhook;
  const attempt = { at, url, activation, responseStatus: null, error: bodyGoneText };
  return { ...settled(claimed, 'FAILED', at), attempt };
}

export async function settlementAfter(
  deps: SettlementDeps,
  claimed: Claimed,
  webhook: Webhook,
  result: AttemptResult,
): Promise<Settlement> {
  const at = deps.now();
  const attempt = attemptedOf(deps, webhook, result, at);
  const final = { ...settled(claimed, 'FAILED', at), attempt };
  if (isSuccess(result))
    return {
      ...final,
      status: 'DELIVERED',
      announce: await announced(deps, claimed, attempt, 'webhook.delivered'),
    };
  const retryAfter = result.is === 'Answered' ? result.retryAfter : null;
  const dueAt = isGone(result) ? null : nextDueAt(deps.retrySeconds, claimed.attempts + 1, at, retryAfter);
  if (dueAt === null) return { ...final, announce: await announced(deps, claimed, attempt, 'webhook.failed') };
  const current = await deps.directory.webhookOf(claimed.clientId, claimed.webhookId);
  if (current === null) return { ...final, status: 'CANCELLED' };
  if (current.status === 'INACTIVE' && claimed.origin !== 'TEST') return { ...final, status: 'SKIPPED' };
  return { ...final, status: 'RETRYING', dueAt };
}

function settled({ deliveryId, token }: Claimed, status: Settlement['status'], at: number): Settlement {
  return { claim: { deliveryId, token }, status, attempt: null, dueAt: null, at, announce: null };
}

function attemptedOf(
  { failureText }: SettlementDeps,
  { url, activation }: Webhook,
  result: AttemptResult,
  at: number,
): Attempted {
  const error = isSuccess(result) ? '' : failureText(result);
  if (result.is === 'Failed') return { at, url, activation, responseStatus: null, error };
  return { at, url, activation, responseStatus: result.status, error };
}

/** None about tests, nor about deliveries of these two types themselves (docs/spec/webhooks.md#events). */
async function announced(
  { directory, namespace, retrySeconds }: SettlementDeps,
  { clientId, deliveryId, webhookId, eventId, type: eventType, attempts, origin }: Claimed,
  { at, responseStatus }: Attempted,
  type: 'webhook.delivered' | 'webhook.failed',
): Promise<Scheduled | null> {
  if (origin === 'TEST' || eventType.startsWith('webhook.')) return null;
  const webhooks = subscribedTo(type, await directory.webhooksOf(clientId));
  if (webhooks.length === 0) return null;
  const data = { deliveryId, webhookId, eventId, eventType, attempts: attempts + 1, responseStatus };
  const event = webhookEvent(namespace, type, clientId, new Date(at).toISOString(), data);
  return scheduledFor(namespace, event, webhooks, firstDueAt(retrySeconds, at));
}
