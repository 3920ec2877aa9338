// The steps of every command: load, gather, decide, prepare, append. A lost race repeats all of them.
import { setTimeout as pause } from 'node:timers/promises';
import type { Decision, Fold } from '../../domain/kernel/decider.js';
import type { DomainEvent } from '../../domain/kernel/event.js';
import type { EventLog, NewEvent } from '../../domain/kernel/log.js';
import type { Clock, CommandContext } from './context.js';
import { withDeadline } from './deadline.js';
import type { Folds } from './folds.js';
import { newEvent } from './newEvent.js';

export type Transactor = Readonly<{ log: EventLog; folds: Folds; clock: Clock }>;

/** `Planned`: the decided event before `prepare` adds ids and parts; without `prepare` the event itself. */
export type Transaction<
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
  /** Reserves ids and writes parts before the event that names them. @returns the completed decision */
  prepare?(decision: Decision<Planned, Outcome>, state: State, facts: Facts): Promise<Decision<Event, Outcome>>;
}>;

/** `position` of the last appended event, null when none was appended; `revision` of the stream after the command. */
export type Transacted<Outcome> = Readonly<{ outcome: Outcome; position: number | null; revision: number }>;

/**
 * @throws DomainError `Unavailable` after the command's deadline: an append in progress may have been stored all the same
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
  const { stream, fold, alongside, gather, decide, prepare } = transaction;
  const { deadline } = withDeadline(context, clock);
  for (let attempt = 0; ; attempt++) {
    deadline.check();
    const loading = folds.load(stream, fold);
    alongside?.();
    const { state, revision, at } = await deadline.within(loading);
    const facts = await gather(state);
    const planned = decide(state, facts);
    if (planned.events.length === 0) return { outcome: planned.outcome, position: null, revision };
    let decision = planned as Decision<DomainEvent, Outcome>;
    if (prepare) {
      decision = await prepare(planned, state, facts);
      // The cached state may have changed while ids and parts were written: decide again on the current state.
      if (decision.events.length === 0) continue;
    }
    const events: NewEvent[] = decision.events.map((fact) => newEvent(fact, context, clock, at));
    const result = await deadline.within(log.append(stream, events, revision));
    if (result.ok) return { outcome: decision.outcome, position: result.position, revision: result.revision };
    // Exponential back-off with jitter, for many writers of one stream.
    if (attempt > 0) await pause(Math.random() * Math.min(50, 2 ** attempt));
  }
}
