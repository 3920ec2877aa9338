// The checkpoint of the fan-out. Without a valid checkpoint in this log, nothing is fanned out until the operator
// gives a start time, so that nothing is sent twice by accident (docs/spec/webhooks.md#fan-out).
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../commands/kernel/context.js';
import { eventsAfter } from '../../commands/log/copyLog.js';
import { readDeploymentState } from '../../commands/log/deployment.js';
import { newEvent } from '../../commands/kernel/events.js';
import { DEPLOYMENT_STREAM, type FanOutStarted } from '../../domain/deployment.js';
import type { Actor, Recorded } from '../../domain/kernel/event.js';
import { resumeIn } from '../../domain/kernel/knownEvent.js';
import { NO_STREAM, type EventLog } from '../../domain/kernel/log.js';
import { SEALS } from '../../domain/seal.js';
import { WEBHOOK_STREAMS } from '../../domain/webhooks/fold.js';
import type { DeliveryQueue, FanOutCheckpoint } from '../delivery/deliveryQueue.js';
import { PUBLIC_STREAMS } from '../publicEvents.js';

/** Includes seals, so that the last event yielded is never far behind the position that was reached. */
export const FAN_OUT_STREAMS: readonly string[] = [WEBHOOK_STREAMS, ...PUBLIC_STREAMS, SEALS];

/** `logId` is the newest one recorded in the log. */
export type CheckpointDeps = Readonly<{ log: EventLog; logId: string; queue: DeliveryQueue; clock: Clock }>;

const SERVICE: Actor = { kind: 'rule', id: 'webhooks' };

/** A checkpoint, and the position from which to subscribe. */
export type ValidCheckpoint = FanOutCheckpoint & Readonly<{ from: number }>;

/**
 * The queue's checkpoint in this log. The first fan-out on a log begins at its start.
 * @returns null when the log names another queue, or the checkpoint is of another log
 * @throws LogWentBack when the checkpoint is ahead of the log
 */
export async function validCheckpoint(deps: CheckpointDeps): Promise<ValidCheckpoint | null> {
  const { log, logId, queue } = deps;
  for (;;) {
    const { state, last } = await readDeploymentState(log);
    const stored = await queue.fanOutCheckpoint();
    if (state.queueId !== null) {
      if (stored?.queueId !== state.queueId) return null;
      const from = await resumeIn(log, logId, stored);
      return from === null ? null : { ...stored, from };
    }
    // A start that was interrupted before its event was appended has stored a queue id, which is reused.
    const isFresh = stored !== null && stored.logId === logId && stored.position === 0;
    const queueId = isFresh ? stored.queueId : randomUUID();
    const started = { queueId, logId, position: 0 };
    await queue.beginFanOut(started);
    if (await appendStarted(deps, last, queueId, SERVICE)) return { ...started, from: 0 };
  }
}

/**
 * Resumes the fan-out at a time; earlier events are not sent. A valid checkpoint is not changed. Writes the queue
 * first, then the log: interrupted between the two, the fan-out stays refused, and the command can be repeated.
 * @param from null: from now on
 */
export async function resumeFanOut(deps: CheckpointDeps, from: Date | null, actor: Actor): Promise<void> {
  const { log, logId, queue } = deps;
  while ((await validCheckpoint(deps)) === null) {
    const { last } = await readDeploymentState(log);
    const queueId = randomUUID();
    await queue.beginFanOut({ queueId, logId, position: await positionBefore(log, from) });
    if (await appendStarted(deps, last, queueId, actor)) return;
  }
}

/** @param last of the stream. @returns false when another writer appended to the stream first */
async function appendStarted(
  { log, clock }: CheckpointDeps,
  last: Recorded | null,
  queueId: string,
  actor: Actor,
): Promise<boolean> {
  const started: FanOutStarted = { type: 'FanOutStarted', data: { queueId } };
  const event = newEvent(started, { actor, requestId: null }, clock, last?.metadata.at ?? null);
  const expectedRevision = last?.revision ?? NO_STREAM;
  return (await log.append([{ stream: DEPLOYMENT_STREAM, events: [event], expectedRevision }])).ok;
}

/** The position of the last event before the time, 0 without one. */
async function positionBefore(log: EventLog, from: Date | null): Promise<number> {
  if (from === null) return log.head();
  const time = from.toISOString();
  let before = 0;
  for await (const event of eventsAfter(log, 0, FAN_OUT_STREAMS)) {
    if (event.metadata.at >= time) break;
    before = event.position;
  }
  return before;
}
