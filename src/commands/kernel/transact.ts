// The steps of every command: load, gather, decide, prepare, append. A lost race repeats all of them.
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor, Decision, DomainEvent, Fold } from '../../domain/kernel/event.js';
import type { IdKind } from '../../domain/kernel/ids.js';
import type { Appended, EventLog, StreamAppend } from '../../domain/kernel/log.js';
import { refuse, type Problem } from '../../domain/problem.js';
import { FairQueue } from '../../runtime/fairQueue.js';
import { withDeadline, type Clock, type CommandContext, type Deadline } from './context.js';
import { newEvent } from './events.js';
import type { Folds } from './folds.js';
import type { IdAllocator } from './idAllocator.js';

export type Transactor = Readonly<{ log: EventLog; folds: Folds; clock: Clock }>;

/** `Planned`: the decided event before `prepare` adds ids and parts; without `prepare` the event itself. */
type Transaction<
  State,
  Facts,
  Event extends DomainEvent,
  Outcome,
  Planned extends DomainEvent = Event,
> = Readonly<{
  stream: string;
  fold: Fold<State>;
  /** Called while the state is being loaded: starts reads that do not depend on the state. Must not throw. */
  alongside?(): void;
  /** Loads what the decision needs in addition to the state; called again after a lost race. */
  gather(state: State): Promise<Facts>;
  /** Pure. No events: nothing to change, or a refusal in the outcome. */
  decide(state: State, facts: Facts): Decision<Planned, Outcome>;
  /** Ids that `prepare` assigns, reserved in the same append; none when `count` is 0. */
  ids?: Readonly<{ allocator: IdAllocator; kind: IdKind; count(facts: Facts): number }>;
  /** Completes the planned events, stored if the state has not changed since. Again after a lost race. */
  prepare?(planned: readonly Planned[], facts: Facts, firstId: number): Promise<Prepared<Event>>;
}>;

/** `parts` that the events name, before them in the append. `actors`: of events of others than the caller. */
export type Prepared<Event extends DomainEvent> = Readonly<{
  events: readonly Event[];
  parts: readonly StreamAppend[];
  actors?: ReadonlyMap<Event, Actor>;
}>;

/** `position` of the last appended event, null for none; `revision` of the stream after the command. */
export type Transacted<Outcome> = Readonly<{ outcome: Outcome; position: number | null; revision: number }>;

/**
 * @throws DomainError `Unavailable` after the command's deadline: an append in progress may have been stored all
 *   the same
 * @throws what the log throws: whether the event was stored is then unknown, and the API answers 503
 */
export async function transact<
  State,
  Facts,
  Event extends DomainEvent,
  Outcome,
  Planned extends DomainEvent = Event,
>(
  { log, folds, clock }: Transactor,
  context: CommandContext,
  transaction: Transaction<State, Facts, Event, Outcome, Planned>,
): Promise<Transacted<Outcome>> {
  const { stream, fold, alongside, gather, decide, ids, prepare } = transaction;
  const { deadline } = withDeadline(context, clock);
  for (let attempt = 0; ; attempt++) {
    deadline.check();
    const loading = folds.load(stream, fold);
    if (attempt === 0) ids?.allocator.look(ids.kind);
    alongside?.();
    const { state, revision, at } = await deadline.within(loading);
    const facts = await gather(state);
    const { events: planned, outcome } = decide(state, facts);
    if (planned.length === 0) return { outcome, position: null, revision };
    const append = async (firstId: number, reservation: readonly StreamAppend[]): Promise<Appended> => {
      deadline.check();
      const prepared: Prepared<Event> = prepare
        ? await prepare(planned, facts, firstId)
        : { events: planned as readonly DomainEvent[] as readonly Event[], parts: [] };
      const { events, parts, actors } = prepared;
      const newEvents = events.map((fact) => {
        const actor = actors?.get(fact) ?? context.actor;
        return newEvent(fact, { ...context, actor }, clock, at);
      });
      return log.append([...reservation, ...parts, { stream, events: newEvents, expectedRevision: revision }]);
    };
    const count = ids?.count(facts) ?? 0;
    const appending = ids && count > 0 ? ids.allocator.withIds(ids.kind, count, append) : append(0, []);
    const result = await deadline.within(appending);
    if (result.ok) return { outcome, position: result.position, revision: result.revision };
    // Exponential back-off with jitter, for many writers of one stream.
    if (attempt > 0) await pause(Math.random() * Math.min(50, 2 ** attempt));
  }
}

type StreamOf<State> = readonly [stream: string, fold: Fold<State>];

/** Decides on the state alone. As `transact`. */
export async function decideOn<State, Event extends DomainEvent, Outcome>(
  deps: Transactor,
  context: CommandContext,
  [stream, fold]: StreamOf<State>,
  decide: (state: State) => Decision<Event, Outcome>,
): Promise<Transacted<Outcome>> {
  return transact(deps, context, { stream, fold, gather: async () => null, decide });
}

/** `position` of the last event; null: it was so already. */
export type Done = Readonly<{ position: number | null }>;

/** Does `decideOn`. @throws DomainError the outcome, unless it is null */
export async function decideOrRefuse<State, Event extends DomainEvent>(
  deps: Transactor,
  context: CommandContext,
  stream: StreamOf<State>,
  decide: (state: State) => Decision<Event, Problem | null>,
): Promise<Done> {
  const { outcome, position } = await decideOn(deps, context, stream, decide);
  return outcome === null ? { position } : refuse(outcome);
}

/** Work of one owner runs one after the other, of different owners side by side. */
export class OwnerQueue {
  readonly #queue = new FairQueue<Readonly<{ owner: number }>>({
    mayGo: ({ owner }, running) => ([...running].some((one) => one.owner === owner) ? 'ownerLater' : 'now'),
  });

  /** @throws DomainError `Unavailable` when the deadline passes before the work starts; then it never runs */
  async run<Result>(owner: number, work: () => Promise<Result>, deadline: Deadline): Promise<Result> {
    const waiting = new AbortController();
    const turn = this.#queue.turn(owner, { owner }, waiting.signal);
    const end = await deadline.within(turn).catch((error: unknown) => {
      waiting.abort(error);
      void turn.then((endTurn) => endTurn()).catch(() => undefined); // it may have come meanwhile
      throw error;
    });
    try {
      deadline.check();
      return await work();
    } finally {
      end();
    }
  }
}
