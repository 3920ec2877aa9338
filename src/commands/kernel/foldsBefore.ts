// States of streams as they were before an event of the log: for what asks what was known then.
import type { Fold } from '../../domain/kernel/event.js';
import { NO_STREAM, type EventLog } from '../../domain/kernel/log.js';
import type { Folds, Loaded } from './folds.js';
import { withNamedParts } from './parts.js';

/** @param position of the first event that is not read. Each stream is read once, from its start */
export function foldsBefore(log: EventLog, position: number): Folds {
  const states = new Map<string, Promise<Loaded<unknown>>>();
  return {
    load<State>(stream: string, fold: Fold<State>) {
      const loading = states.get(stream) ?? readBefore(log, position, stream, fold);
      states.set(stream, loading);
      return loading as Promise<Loaded<State>>;
    },
    forget: (stream) => void states.delete(stream),
  };
}

async function readBefore<State>(
  log: EventLog,
  position: number,
  stream: string,
  fold: Fold<State>,
): Promise<Loaded<State>> {
  let loaded: Loaded<State> = { state: fold.initial(), revision: NO_STREAM, at: null };
  for await (const { event, parts } of withNamedParts(
    log,
    log.read(stream, 0),
    (one) => fold.partsOf?.(one) ?? null,
  )) {
    if (event.position >= position) break;
    const { revision, metadata } = event;
    loaded = { state: fold.evolve(loaded.state, event, parts), revision, at: metadata.at };
  }
  return loaded;
}
