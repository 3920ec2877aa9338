// The context of a command: its actor, request and deadline.
import type { Actor } from '../../domain/kernel/event.js';
import type { Deadline } from './deadline.js';

export type CommandContext = Readonly<{
  actor: Actor;
  /** The request's UUID; null for the operator. */
  requestId: string | null;
  /** The deadline of the enclosing command; absent: the command starts its own. */
  deadline?: Deadline;
}>;

/** Wall clock for times in events, monotonic clock for durations. */
export type Clock = Readonly<{ now(): Date; monotonicMs(): number }>;

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
