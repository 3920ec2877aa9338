// Given-when-then for deciders: given these events, when a command is decided, then these events and this outcome.
import { expect } from '#jest';
import type { Actor, Decision, DomainEvent, Fold, Recorded } from '../../src/domain/kernel/event.js';

/** A fact, with the time at which it came and the person it is of where that matters, and its parts where it has any. */
export type Fact = DomainEvent & Readonly<{ at?: string; by?: string; parts?: readonly Uint8Array[] }>;

export type Given<State> = Readonly<{
  /** Folded anew at each call, as `evolve` may mutate the state. */
  state(): State;
  /** The same facts and these after them. */
  and(...facts: readonly Fact[]): Given<State>;
  when<Event extends DomainEvent, Outcome>(
    decide: (state: State) => Decision<Event, Outcome>,
  ): Decided<State, Event, Outcome>;
}>;

export type Decided<State, Event extends DomainEvent, Outcome> = Readonly<{
  events: readonly Event[];
  outcome: Outcome;
  /** Exactly these events, and this outcome where one is named. */
  then(events: readonly unknown[], ...outcome: readonly [unknown?]): void;
  /** No event: nothing to change, or a refusal. */
  thenNothing(...outcome: readonly [unknown?]): void;
  /** Everything up to now, the decided events last. */
  after(): Given<State>;
  /** The same command once more, after its own events. */
  again(): Decided<State, Event, Outcome>;
}>;

type FoldOf<State> = Pick<Fold<State>, 'initial' | 'evolve'>;

/** @param fold starts from nothing: facts alone make the state */
export function given<State>(fold: FoldOf<State>, ...facts: readonly Fact[]): Given<State> {
  const state = () =>
    facts.reduce<State>(
      (now, { parts, ...fact }, revision) => fold.evolve(now, recorded(fact, revision), parts),
      fold.initial(),
    );
  /** No command changes it. */
  let before: Readonly<{ state: State }> | null = null;
  return {
    state,
    and: (...more) => given(fold, ...facts, ...more),
    when(decide) {
      before ??= { state: state() };
      const { events, outcome } = decide(before.state);
      return {
        events,
        outcome,
        then(expected, ...named) {
          expect(events).toEqual(expected);
          if (named.length > 0) expect(outcome).toEqual(named[0]);
        },
        thenNothing(...named) {
          this.then([], ...named);
        },
        after: () => given(fold, ...facts, ...events),
        again: () => given(fold, ...facts, ...events).when(decide),
      };
    },
  };
}

/** The fact, as it came at this time. */
export function dated<Event extends DomainEvent>(at: string, fact: Event): Event & Readonly<{ at: string }> {
  return { ...fact, at };
}

const SOME_DAY = '2026-09-10T12:00:00.000Z';

/** A fact as a log hands it over, the only one of its stream up to there. */
export function recorded<Event extends DomainEvent>(
  { at = SOME_DAY, by, ...fact }: Event & Readonly<{ at?: string; by?: string }>,
  revision: number,
  stream = 'stream-1',
): Recorded<Event> {
  const actor: Actor = by === undefined ? { kind: 'operator', id: 'operator' } : { kind: 'person', id: by };
  return {
    ...(fact as unknown as Event),
    id: `00000000-0000-4000-8000-${String(revision).padStart(12, '0')}`,
    stream,
    revision,
    position: revision + 1,
    metadata: { schemaVersion: 1, at, actor, requestId: null },
  };
}

/** Facts in the order given. */
export function recordedAll<Event extends DomainEvent>(
  events: readonly Event[],
  stream: string,
  at = SOME_DAY,
): Recorded<Event>[] {
  return events.map((event, revision) => recorded({ ...event, at }, revision, stream));
}
