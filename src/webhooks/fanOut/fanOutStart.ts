// Where the fan-out begins. Nothing is ever sent again by accident: a queue that does not know this log, or lost its
// place in it, fans nothing out until the operator says from when.
// Source: docs/spec/webhooks.md#fan-out.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../commands/kernel/context.js';
import { DEPLOYMENT_STREAM } from '../../domain/deployment/fold.js';
import { newEvent } from '../../commands/kernel/newEvent.js';
import type { FanOutStarted } from '../../domain/deployment/events.js';
import type { Actor } from '../../domain/kernel/event.js';
import { NO_STREAM, type EventLog } from '../../domain/kernel/log.js';
import { WEBHOOK_STREAMS } from '../../domain/webhooks/events.js';
import type { DeliveryQueue, FanOutCheckpoint } from '../delivery/deliveryQueue.js';
import { PUBLIC_STREAMS } from '../publicEvents.js';

export const FAN_OUT_STREAMS: readonly string[] = [WEBHOOK_STREAMS, ...PUBLIC_STREAMS];

/** `logId` is the newest one the log calls itself. */
export type FanOutPlace = Readonly<{ log: EventLog; logId: string; queue: DeliveryQueue; clock: Clock }>;

const BY_ITSELF: Actor = { kind: 'rule', id: 'webhooks' };

/**
 * The place the queue has in this log. The first fan-out on a log begins at the log's start.
 * @returns null when the log names a queue that is not this one, or this one is not where the log is
 */
export async function fanOutPlace(place: FanOutPlace): Promise<FanOutCheckpoint | null> {
  const { log, logId, queue } = place;
  for (;;) {
    const named = await lastStarted(log);
    const stored = await queue.fanOutCheckpoint();
    if (named.queueId !== null) {
      const isKnown = stored?.queueId === named.queueId && stored.logId === logId;
      return isKnown && stored.position <= (await log.head()) ? stored : null;
    }
    // A start cut short before its event has left its id: that one is used.
    const isFresh = stored !== null && stored.logId === logId && stored.position === 0;
    const queueId = isFresh ? stored.queueId : randomUUID();
    const started = { queueId, logId, position: 0 };
    await queue.beginFanOut(started);
    if (await appendStarted(place, named, queueId, BY_ITSELF)) return started;
  }
}

/**
 * Lets the fan-out go on from a time; events before it are told to nobody. Of a queue that is in its place nothing is
 * changed. The queue first, then the log: cut short between the two, it is still refused, and can be said again.
 * @param from null: from now on
 */
export async function resumeFanOut(place: FanOutPlace, from: Date | null, actor: Actor): Promise<void> {
  const { log, logId, queue } = place;
  while ((await fanOutPlace(place)) === null) {
    const named = await lastStarted(log);
    const queueId = randomUUID();
    await queue.beginFanOut({ queueId, logId, position: await positionBefore(log, from) });
    if (await appendStarted(place, named, queueId, actor)) return;
  }
}

/** `queueId` null before the first start; `revision` and `at` of the stream's last event. */
type Named = Readonly<{ queueId: string | null; revision: number; at: string | null }>;

async function lastStarted(log: EventLog): Promise<Named> {
  let named: Named = { queueId: null, revision: NO_STREAM, at: null };
  for await (const { type, data, revision, metadata } of log.read(DEPLOYMENT_STREAM, 0)) {
    const queueId = type === 'FanOutStarted' ? (data as FanOutStarted['data']).queueId : named.queueId;
    named = { queueId, revision, at: metadata.at };
  }
  return named;
}

/** @returns false when somebody else wrote to the stream meanwhile */
async function appendStarted(
  { log, clock }: FanOutPlace,
  { revision, at }: Named,
  queueId: string,
  actor: Actor,
): Promise<boolean> {
  const fact: FanOutStarted = { type: 'FanOutStarted', data: { queueId } };
  const event = newEvent(fact, { actor, requestId: null }, clock, at);
  return (await log.append(DEPLOYMENT_STREAM, [event], revision)).ok;
}

/**
 * The position after which the first event not before the time comes. Positions need not be consecutive: only one that the
 * log has told can be subscribed from.
 */
async function positionBefore(log: EventLog, from: Date | null): Promise<number> {
  if (from === null) return log.head();
  const time = from.toISOString();
  const enough = new AbortController();
  let before = 0;
  try {
    for await (const { events, position, caughtUp } of log.subscribe(0, FAN_OUT_STREAMS, enough.signal)) {
      for (const event of events) {
        if (event.metadata.at >= time) return before;
        before = event.position;
      }
      if (caughtUp) return position;
      before = position;
    }
  } finally {
    enough.abort();
  }
  return log.head();
}
