// The envelope of every event.

/** Who caused an event. People appear by opaque id; `name` is set for API keys and the operator only. */
export type Actor = Readonly<{ kind: 'key' | 'person' | 'operator' | 'rule'; id: string; name?: string }>;

/** `at` is ISO 8601 UTC with milliseconds and never decreases within a stream. */
export type Metadata = Readonly<{ schemaVersion: number; at: string; actor: Actor; requestId: string | null }>;

/** Type in the past tense; data is plain JSON with integer cents and ISO 8601 strings. */
export type DomainEvent<Type extends string = string, Data = unknown> = Readonly<{ type: Type; data: Data }>;

/** A stored event, upcast to its newest schema version. */
export type Recorded<Event extends DomainEvent = DomainEvent> = Event &
  Readonly<{ id: string; stream: string; revision: number; position: number; metadata: Metadata }>;
