// The shape of every decision: a fold over past facts, and a pure function from state and command to new facts.
import type { DomainEvent, Recorded } from './event.js';

/**
 * State holds only what some decision reads. `evolve` is total and may mutate the state it was given; nobody else may.
 * `size` estimates the bytes a cached state takes, for the cache's bound.
 */
export type Fold<State> = Readonly<{
  /** Changes with the state's shape, so that a stored snapshot of another shape is not used. */
  version: number;
  initial(): State;
  evolve(state: State, event: Recorded): State;
  size?(state: State): number;
  /** The state is plain JSON and may be kept as a snapshot, so that a restart does not read the stream from its start. */
  snapshot?: true;
}>;

/** No events means “already so”: every command may be sent twice. A refusal is an outcome, not an exception. */
export type Decision<Event extends DomainEvent, Outcome> = Readonly<{
  events: readonly Event[];
  outcome: Outcome;
}>;
