// Compares two logs event by event: where an interrupted copy resumes, and proof that a finished copy is complete.
import { DEPLOYMENT_STREAM } from '../../domain/deployment.js';
import { leafText } from '../seals/leafText.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { NO_STREAM, type EventLog } from '../../domain/kernel/log.js';

/** How far two logs are equal: the position of the last common event in each, and the number of common events. */
export type CopyPosition = Readonly<{
  source: number;
  target: number;
  events: number;
  /** The last common event of `deployment`, after which the copy appends. */
  deployment: Readonly<{ revision: number; at: string | null }>;
}>;

export const COPY_START: CopyPosition = {
  source: 0,
  target: 0,
  events: 0,
  deployment: { revision: NO_STREAM, at: null },
};

/**
 * What follows `place` in the target: `Beginning`: nothing; `Finished`: the end of a complete copy; `Outdated`: the end of
 * a copy whose source has newer events; `Another`: an event that is not the source's.
 */
export type Comparison = Readonly<{ place: CopyPosition }> &
  (
    | Readonly<{ is: 'Beginning' }>
    | Readonly<{ is: 'Finished' }>
    | Readonly<{ is: 'Outdated' }>
    | Readonly<{ is: 'Another'; stream: string; revision: number }>
  );

/** Compares all events after a place, including parts, up to the end of the target. */
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
      if (original === null || leafText(original) !== leafText(copy)) {
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

/** The place after one more common event. */
export function advanced(
  place: CopyPosition,
  { stream, revision, position, metadata }: Recorded,
  target: number,
): CopyPosition {
  const deployment = stream === DEPLOYMENT_STREAM ? { revision, at: metadata.at } : place.deployment;
  return { source: position, target, events: place.events + 1, deployment };
}

/** All events after a position, in log order, up to the current end of the log. */
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
