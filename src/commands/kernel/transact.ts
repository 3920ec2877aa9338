// How every command is decided: load, gather, decide, prepare, append; a lost race repeats all of it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Decision, Fold } from '../../domain/kernel/decider.js';
import type { DomainEvent } from '../../domain/kernel/event.js';
import type { EventLog, NewEvent } from '../../domain/kernel/log.js';
import type { Clock, CommandContext } from './context.js';
import { withDeadline } from './deadline.js';
import type { Folds } from './folds.js';
import { newEvent } from './newEvent.js';

export type Transactor = Readonly<{ log: EventLog; folds: Folds; clock: Clock }>;

/** `Planned` is what is decided before ids and parts are there; without `prepare` the event itself. */
export type Transaction<
  State,
  Facts,
  Event extends DomainEvent,
  Outcome,
  Planned extends DomainEvent = Event,
> = Readonly<{
  stream: string;
  fold: Fold<State>;
  /** What else the decision needs; asked again after a lost race. */
  gather(state: State): Promise<Facts>;
  /** Pure. No events means “already so”, or a refusal told by the outcome. */
  decide(state: State, facts: Facts): Decision<Planned, Outcome>;
  /** Ids and parts, written before the fact that names them; gets the decision and returns it completed. */
  prepare?(decision: Decision<Planned, Outcome>, state: State, facts: Facts): Promise<Decision<Event, Outcome>>;
}>;

/** `position` is that of the last event appended, null when nothing was; `revision` the one the stream then had. */
export type Transacted<Outcome> = Readonly<{ outcome: Outcome; position: number | null; revision: number }>;

/**
 * @throws DomainError `Unavailable` past the command's deadline: a fact under way may have been stored all the same
 * @throws whatever the log throws: then it is unknown whether the fact was stored, and the caller answers 503
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
  const { stream, fold, gather, decide, prepare } = transaction;
  const { deadline } = withDeadline(context, clock);
  for (let attempt = 0; ; attempt++) {
    deadline.check();
    const { state, revision, at } = await deadline.within(folds.load(stream, fold));
    const facts = await gather(state);
    const planned = decide(state, facts);
    if (planned.events.length === 0) return { outcome: planned.outcome, position: null, revision };
    let decision = planned as Decision<DomainEvent, Outcome>;
    if (prepare) {
      decision = await prepare(planned, state, facts);
      // The state is the folds' own and moves on while ids and parts are written: what it says now is decided anew.
      if (decision.events.length === 0) continue;
    }
    const events: NewEvent[] = decision.events.map((fact) => newEvent(fact, context, clock, at));
    const result = await deadline.within(log.append(stream, events, revision));
    if (result.ok) return { outcome: decision.outcome, position: result.position, revision: result.revision };
    // The more often lost, the longer the wait: so that many writers of one stream do not only disturb each other.
    if (attempt > 0) await pause(Math.random() * Math.min(50, 2 ** attempt));
  }
}
