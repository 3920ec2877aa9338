// The shape of every decision: a fold over past facts, and a pure function from state and command to new facts.
import type { DomainEvent, Recorded } from './event.js';

/**
 * State holds only what some decision reads. `evolve` is total and may mutate the state it was given; nobody else may.
 * `size` estimates the bytes a cached state takes, for the cache's bound. Facts that name parts elsewhere come with
 * those parts, in order, when `partsOf` tells where they are.
 */
export type Fold<State> = Readonly<{
  /** Changes with the state's shape, so that a stored snapshot of another shape is not used. */
  version: number;
  initial(): State;
  evolve(state: State, event: Recorded, parts?: readonly Uint8Array[]): State;
  partsOf?(event: Recorded): PartsPlace | null;
  size?(state: State): number;
  /** The state is plain JSON and may be kept as a snapshot, so that a restart does not read the stream from its start. */
  snapshot?: true;
}>;

/** Consecutive events of one stream, each a part. */
export type PartsPlace = Readonly<{ stream: string; fromRevision: number; count: number }>;

/** No events means “already so”: every command may be sent twice. A refusal is an outcome, not an exception. */
export type Decision<Event extends DomainEvent, Outcome> = Readonly<{
  events: readonly Event[];
  outcome: Outcome;
}>;
