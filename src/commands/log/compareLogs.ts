// Two logs side by side, event by event: how far one is a copy of the other. What a copy that was cut short goes on
// from, and what proves it at the end.
import { DEPLOYMENT_STREAM } from '../../domain/deployment/fold.js';
import { chainText } from './sealChain.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { NO_STREAM, type EventLog } from '../../domain/kernel/log.js';

/** How far both logs are the same: the position in each of the last event that is in both, and how many those are. */
export type CopyPosition = Readonly<{
  source: number;
  target: number;
  events: number;
  /** The last event of `deployment`: what a copy appends there comes after it. */
  deployment: Readonly<{ revision: number; at: string | null }>;
}>;

export const COPY_START: CopyPosition = {
  source: 0,
  target: 0,
  events: 0,
  deployment: { revision: NO_STREAM, at: null },
};

/**
 * `is` tells what comes in the target after the place: nothing; the end of a finished copy, of all the source holds or
 * of what it held then; or something else, and so it is no copy.
 */
export type Comparison = Readonly<{ place: CopyPosition }> &
  (
    | Readonly<{ is: 'Beginning' }>
    | Readonly<{ is: 'Finished' }>
    | Readonly<{ is: 'Outdated' }>
    | Readonly<{ is: 'Another'; stream: string; revision: number }>
  );

/** Compares everything after a place, parts included, up to where the target ends. */
export async function compareLogs(
  source: EventLog,
  target: EventLog,
  from: CopyPosition,
  onProgress: (place: CopyPosition) => void,
): Promise<Comparison> {
  const originals = eventsAfter(source, from.source);
  let place = from;
  try {
    for await (const copy of eventsAfter(target, place.target)) {
      const next = await originals.next();
      const original = next.done === true ? null : next.value;
      if (original === null || chainText(original) !== chainText(copy)) {
        if (!isEndOfCopy(copy) || place.events === 0)
          return { is: 'Another', place, stream: copy.stream, revision: copy.revision };
        return { is: original === null ? 'Finished' : 'Outdated', place };
      }
      place = advanced(place, original, copy.position);
      onProgress(place);
    }
    return { is: 'Beginning', place };
  } finally {
    await originals.return(undefined);
  }
}

/** The place after one more event that is in both. */
export function advanced(
  place: CopyPosition,
  { stream, revision, position, metadata }: Recorded,
  target: number,
): CopyPosition {
  const deployment = stream === DEPLOYMENT_STREAM ? { revision, at: metadata.at } : place.deployment;
  return { source: position, target, events: place.events + 1, deployment };
}

/** Every event after a position, in log order, up to the end of the log when it is reached. */
export async function* eventsAfter(
  log: EventLog,
  position: number,
  streamPrefixes: readonly string[] = [''],
): AsyncGenerator<Recorded, void> {
  const stop = new AbortController();
  try {
    for await (const { events, caughtUp } of log.subscribe(position, streamPrefixes, stop.signal)) {
      yield* events;
      if (caughtUp) return;
    }
  } finally {
    stop.abort();
  }
}

function isEndOfCopy({ stream, type }: Recorded): boolean {
  return stream === DEPLOYMENT_STREAM && type === 'LogCopied';
}
