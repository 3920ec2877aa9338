// What a command knows beside its own fields: who asks, under which request, and until when it may try.
import type { Actor } from '../../domain/kernel/event.js';
import type { Deadline } from './deadline.js';

export type CommandContext = Readonly<{
  actor: Actor;
  /** The request's UUID; null for the operator. */
  requestId: string | null;
  /** The time left for the command this is part of; without it one begins. */
  deadline?: Deadline;
}>;

/** Wall clock for facts, monotonic clock for waits; a test passes its own. */
export type Clock = Readonly<{ now(): Date; monotonicMs(): number }>;

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
