// Delivers one claimed row: makes an attempt, stores its outcome before anything else is planned, and deactivates the
// webhook if the outcome says so.
import type { LimitFunction } from 'p-limit';
import type { FailPoints } from '../../domain/kernel/failPoints.js';
import { secretsInForce, type Webhook } from '../../domain/webhooks/fold.js';
import type { SealedSecret } from '../../domain/webhooks/events.js';
import type { Attempt, AttemptRequest, AttemptResult } from '../sending/sender.js';
import { signatureHeaders } from '../sending/signature.js';
import type { Claimed, DeliveryQueue, Settlement } from './deliveryQueue.js';
import {
  isGone,
  isSuccess,
  settlementAfter,
  settlementWithoutAttempt,
  type SettlementDeps,
} from './settlement.js';
import type { WriteSettlement } from './settlementWriter.js';

/** Deliveries in a row that used up all attempts before a webhook is deactivated (docs/spec/webhooks.md#deactivation). */
export const FAILURES_IN_A_ROW_MAX = 3;

export type Deactivate = (webhook: Webhook, reason: 'EXHAUSTED' | 'GONE', deliveryId: string) => Promise<unknown>;

export type DeliverDeps = SettlementDeps &
  Readonly<{
    queue: DeliveryQueue;
    attempt: Attempt;
    openSecret(webhookId: string, sealed: SealedSecret): string;
    /** May be called twice. */
    deactivate: Deactivate;
    failPoints: FailPoints;
    /** `delivered`, `answered 500` and the like, or the failure. */
    onAttempt(outcome: string): void;
    /** The delivery has this status from here on. */
    onSettled(status: Settlement['status']): void;
    onError(error: unknown): void;
  }>;

/** Shared by all deliveries of a dispatcher. */
export type SharedDeps = Readonly<{ writeSettlement: WriteSettlement; attemptLimit: LimitFunction }>;

/**
 * `isClaimFresh`: no other process can have found the claim expired. `onDelivered`: the receiver accepted it; the outcome is not
 * stored yet.
 */
export type DeliveryCallbacks = Readonly<{ isClaimFresh(): boolean; onDelivered(): void }>;

/** @returns whether it was delivered; null: no attempt was made */
export async function deliver(
  deps: DeliverDeps & SharedDeps,
  claimed: Claimed,
  { isClaimFresh, onDelivered }: DeliveryCallbacks,
): Promise<boolean | null> {
  const { directory, failPoints, queue } = deps;
  const webhook = await directory.webhookOf(claimed.clientId, claimed.webhookId);
  const withoutAttempt = settlementWithoutAttempt(deps, claimed, webhook);
  if (withoutAttempt !== null || webhook === null) {
    if (withoutAttempt !== null) await settle(deps, withoutAttempt);
    return null;
  }
  await failPoints('webhook.claimed');
  const result = await deps.attemptLimit(async () =>
    isClaimFresh() ? deps.attempt(requestOf(deps, claimed, webhook)) : null,
  );
  if (result === null) {
    await queue.release([claimed]); // the process was suspended: another may hold the delivery by now
    return null;
  }
  deps.onAttempt(outcomeOf(result));
  if (isSuccess(result)) onDelivered();
  await failPoints('webhook.sent');
  const settlement = await settlementAfter(deps, claimed, webhook, result);
  await settle(deps, settlement);
  await failPoints('webhook.recorded');
  if (settlement.status === 'FAILED' && claimed.origin !== 'TEST')
    await afterFailure(deps, webhook, claimed.deliveryId, result);
  return settlement.status === 'DELIVERED';
}

async function settle(
  { writeSettlement, onSettled }: Pick<DeliverDeps & SharedDeps, 'writeSettlement' | 'onSettled'>,
  settlement: Settlement,
): Promise<void> {
  await writeSettlement(settlement);
  onSettled(settlement.status);
}

/** After three failures in a row under one activation; called again, it changes nothing. */
export async function deactivateExhausted(
  { queue, deactivate }: Pick<DeliverDeps, 'queue' | 'deactivate'>,
  webhook: Webhook,
  deliveryId: string,
): Promise<void> {
  const { webhookId, activation } = webhook;
  const failures = await queue.failuresInARow(webhookId, activation, FAILURES_IN_A_ROW_MAX);
  if (failures >= FAILURES_IN_A_ROW_MAX) await deactivate(webhook, 'EXHAUSTED', deliveryId);
}

function requestOf({ now, openSecret }: DeliverDeps, claimed: Claimed, webhook: Webhook): AttemptRequest {
  const { eventId, deliveryId, type } = claimed;
  const at = new Date(now());
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

async function afterFailure(
  deps: DeliverDeps,
  webhook: Webhook,
  deliveryId: string,
  result: AttemptResult,
): Promise<void> {
  if (isGone(result)) await deps.deactivate(webhook, 'GONE', deliveryId);
  else await deactivateExhausted(deps, webhook, deliveryId);
}

function outcomeOf(result: AttemptResult): string {
  if (isSuccess(result)) return 'delivered';
  return result.is === 'Answered' ? `answered ${result.status}` : result.error.toLowerCase();
}
