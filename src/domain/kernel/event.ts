// What every fact carries, whatever it is about.

/** Who did it. People appear by an opaque id only; `name` is set for keys and for the operator. */
export type Actor = Readonly<{ kind: 'key' | 'person' | 'operator' | 'rule'; id: string; name?: string }>;

/** How a fact came to be. `at` is ISO 8601 UTC with milliseconds and never goes backwards inside a stream. */
export type Metadata = Readonly<{ schemaVersion: number; at: string; actor: Actor; requestId: string | null }>;

/** A fact: past tense, plain JSON data, integer cents, ISO 8601 strings. */
export type DomainEvent<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Data }>;

/** A fact as the log keeps it, lifted to its newest shape. */
export type Recorded<Event extends DomainEvent = DomainEvent> = Event &
  Readonly<{ id: string; stream: string; revision: number; position: number; metadata: Metadata }>;
