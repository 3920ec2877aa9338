// The envelope of every event.
import type { PartsLocation } from './parts.js';

/** Who caused an event. People appear by opaque id; `name` is set for API keys and the operator only. */
export type Actor = Readonly<{ kind: 'key' | 'person' | 'operator' | 'rule'; id: string; name?: string }>;

/** Names of those that act without being people: a rule, and who runs the command line. */
export const SYSTEM = 'Sistema';
export const OPERATOR = 'Operador';

/** `at` is ISO 8601 UTC with milliseconds and never decreases within a stream. */
export type Metadata = Readonly<{ schemaVersion: number; at: string; actor: Actor; requestId: string | null }>;

/** Type in the past tense; data is plain JSON with integer cents and ISO 8601 strings. */
export type DomainEvent<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Data }>;

/** A stored event, upcast to its newest schema version. */
export type Recorded<Event extends DomainEvent = DomainEvent> = Event &
  Readonly<{ id: string; stream: string; revision: number; position: number; metadata: Metadata }>;

// A decision: a fold over past events, and a pure function from state and command to new events.

/** `State` holds only what a decision reads. */
export type Fold<State> = Readonly<{
  initial(): State;
  /**
   * Accepts every event. May mutate `state`; nothing else may. `parts` are those at `partsOf(event)`, in order.
   */
  evolve(state: State, event: Recorded, parts?: readonly Uint8Array[]): State;
  /** Where the parts of an event are; null for events without parts. */
  partsOf?(event: Recorded): PartsLocation | null;
  /** Estimated memory of the state in bytes, for the cache's limit. */
  size?(state: State): number;
  /** The state follows from the last event alone, so that no event before it is read. */
  ofLastEvent?: true;
}>;

/**
 * No events mean that nothing has to change: every command may be sent twice. A refusal is an outcome, not an
 * exception.
 */
export type Decision<Event extends DomainEvent, Outcome> = Readonly<{
  events: readonly Event[];
  outcome: Outcome;
}>;
