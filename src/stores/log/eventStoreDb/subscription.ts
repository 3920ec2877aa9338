// A subscription of the port, implemented by successive subscriptions of the server.
//
// The server sends a checkpoint after each window of events scanned, never by time: with a wide window the reader's position
// would stay old while the log is quiet. So a reader catches up with a wide window and continues with a window of one event,
// where each event brings itself or a checkpoint. Reaching the end does not depend on matches: the head is read before the
// subscription begins, and the server reports when it is live.
//
// A 23.10 server resumes after a position by taking the first match within the window as the position, and skips it. That is
// right at the position of a match; elsewhere a match is lost. So a wide window begins only at the log's start or at a match;
// from anywhere else a window of one event leads to the next match, or to the end.
import type { Batch } from '../../../domain/kernel/log.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import { unlessAborted } from './calls.js';
import { isReaderTooSlow } from './errors.js';
import type { SubscriptionBuffer } from './subscriptionBuffer.js';

export type Source = Readonly<{
  /** @returns a function that opens a subscription; `window`: scanned events after which the server sends a checkpoint */
  connect(): Promise<(fromPosition: number, window: number) => SubscriptionBuffer>;
  head(): Promise<number>;
  /** Time without events or checkpoints after which the head is read, to find out whether the reader is behind. */
  silenceMs: number;
}>;

/**
 * `match`: position of the last event yielded, if any; `reportedCaughtUpAt`: where `caughtUp` was last reported;
 * `silencesMax`: silences after which a subscription that is behind is given up.
 */
type Progress = { position: number; match: number; reportedCaughtUpAt: number | null; silencesMax: number };
/** `asksHead`: read the head first, as the reader's distance from it is unknown. */
type Phase = Readonly<{ window: number; asksHead: boolean; goesLive: boolean }>;

const CATCHING_UP: Phase = { window: 512, asksHead: true, goesLive: false };
/** Start at a position that may be no match. */
const BEGINNING: Phase = { window: 1, asksHead: true, goesLive: true };
const LIVE: Phase = { window: 1, asksHead: false, goesLive: true };
/** A node that stopped leading may stay silent for good; one that reads a long log from a disk is only slow. */
const SILENCES_FIRST = 2;
const SILENCES_LAST = 12;
/** Number of matches before the end from which the wide window is faster. */
const BEGINNING_MATCHES_MAX = 64;

/** @throws StoreUnavailable, and the error of the subscription */
export async function* follow(
  source: Source,
  fromPosition: number,
  signal: AbortSignal,
): AsyncGenerator<Batch, void> {
  const progress: Progress = {
    ...{ position: fromPosition, match: 0, reportedCaughtUpAt: null },
    silencesMax: SILENCES_FIRST,
  };
  const from = () => (progress.position === progress.match ? CATCHING_UP : BEGINNING);
  for (let phase = from(); !signal.aborted;) {
    const before = progress.position;
    try {
      phase = (yield* run(source, phase, progress, signal)) ? LIVE : from();
    } catch (error) {
      if (!isReaderTooSlow(error) || progress.position === before) throw error;
      phase = from();
    }
  }
}

/** One subscription of the server. @returns true when a live one is to follow */
async function* run(
  source: Source,
  phase: Phase,
  progress: Progress,
  signal: AbortSignal,
): AsyncGenerator<Batch, boolean> {
  const head = phase.asksHead ? await unlessAborted(signal, source.head()) : progress.position;
  if (head === undefined) return false;
  const open = await unlessAborted(signal, source.connect());
  if (open === undefined) return false;
  const buffer = open(progress.position, phase.window);
  let isLive = false;
  let silences = 0;
  let matches = 0;
  try {
    for (;;) {
      if (await buffer.wait(source.silenceMs, signal)) silences = 0;
      else if (!signal.aborted && (await isBehind(source, progress, signal))) silences += 1;
      if (signal.aborted) return false;
      if (silences >= progress.silencesMax) return stalled(phase, progress, source.silenceMs);
      await nextTurn(); // what arrived with the first event joins its batch

      const { events, position, caughtUp } = buffer.read();
      progress.match = events.at(-1)?.position ?? progress.match;
      const before = progress.position;
      progress.position = Math.max(before, position ?? 0, caughtUp ? head : 0);
      if (progress.position > before) progress.silencesMax = SILENCES_FIRST;
      matches += events.length;
      isLive ||= caughtUp;
      const batch = { events, position: progress.position, caughtUp: isLive && buffer.isEmpty };
      if (events.length > 0 || (batch.caughtUp && progress.reportedCaughtUpAt !== batch.position)) {
        if (batch.caughtUp) progress.reportedCaughtUpAt = batch.position;
        yield batch;
      }
      if (signal.aborted) return false;
      if (caughtUp && !phase.goesLive) return true;
      if (phase === BEGINNING && !isLive && matches >= BEGINNING_MATCHES_MAX) return false;
    }
  } finally {
    buffer.close();
  }
}

/** Whether the log has events that the reader has not received; called only after a silence. */
async function isBehind(source: Source, progress: Progress, signal: AbortSignal): Promise<boolean> {
  const head = await unlessAborted(signal, source.head());
  return head !== undefined && head > progress.position;
}

/** A silent subscription is restarted, with more patience each time; one that never catches up fails. */
function stalled(phase: Phase, progress: Progress, silenceMs: number): boolean {
  if (!phase.goesLive && progress.silencesMax === SILENCES_LAST)
    throw new StoreUnavailable(`The subscription did not move for ${SILENCES_LAST * silenceMs} ms`);
  progress.silencesMax = Math.min(progress.silencesMax * 2, SILENCES_LAST);
  return false;
}
