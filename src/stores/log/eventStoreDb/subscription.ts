// A subscription of the port, made of the server's subscriptions one after the other.
//
// The server tells its checkpoints every so many events looked at, never by time: with a wide window a quiet log would
// leave the reader at an old position for ever. So it catches up with a wide window and then goes on with a window of
// one event, where each event brings either itself or a checkpoint. That the end was reached is known without relying
// on what matches: the head was asked for before the subscription began, and the server says when it went live.
//
// A server of 23.10 finds its place after a position by looking for the first match from there on, within the window, and
// passes over what it found: rightly so at the position of a match, else a match is lost. So a wide window begins at the
// log's start or at a match only; from anywhere else a window of one event leads to the next match, or to the end.
import type { Batch } from '../../../domain/kernel/log.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import { unlessAborted } from './calls.js';
import { isReaderTooSlow } from './errors.js';
import type { Feed } from './subscriptionBuffer.js';

export type Source = Readonly<{
  /** @param window after how many events looked at the server tells a checkpoint */
  open(fromPosition: number, window: number): Feed;
  head(): Promise<number>;
  /** A silence that long makes us ask whether the server is still there. */
  silenceMs: number;
}>;

/** `match` is the position of the last event handed over, if any. */
type Progress = { position: number; match: number; told: number | null };
/** `asksHead`: the end is to be known before the subscription begins, for the reader may be anywhere before it. */
type Phase = Readonly<{ window: number; asksHead: boolean; goesLive: boolean; silencesMax: number }>;

const CATCHING_UP: Phase = { window: 512, asksHead: true, goesLive: false, silencesMax: 12 };
/** As live, but with more to come before: from a position that may be no match. */
const BEGINNING: Phase = { window: 1, asksHead: true, goesLive: true, silencesMax: 12 };
const LIVE: Phase = { window: 1, asksHead: false, goesLive: true, silencesMax: 2 };
/** So many matches before the end show that there is much to catch up with: the wide window is faster. */
const BEGINNING_MATCHES_MAX = 64;

/** @throws StoreUnavailable and whatever the subscription failed with */
export async function* follow(
  source: Source,
  fromPosition: number,
  signal: AbortSignal,
): AsyncGenerator<Batch, void> {
  const progress: Progress = { position: fromPosition, match: 0, told: null };
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

/** One subscription of the server, until it is to be followed by another: by a live one if true is returned. */
async function* run(
  source: Source,
  phase: Phase,
  progress: Progress,
  signal: AbortSignal,
): AsyncGenerator<Batch, boolean> {
  const head = phase.asksHead ? await unlessAborted(signal, source.head()) : progress.position;
  if (head === undefined) return false;
  const feed = source.open(progress.position, phase.window);
  let isLive = false;
  let silences = 0;
  let matches = 0;
  try {
    for (;;) {
      if (await feed.wait(source.silenceMs, signal)) silences = 0;
      else if (!signal.aborted && (await isBehind(source, progress, signal))) silences += 1;
      if (signal.aborted) return false;
      if (silences === phase.silencesMax) return stalled(phase, source.silenceMs);
      await nextTurn(); // what came along with the first event makes a batch with it

      const { events, position, caughtUp } = feed.take();
      progress.match = events.at(-1)?.position ?? progress.match;
      progress.position = Math.max(progress.position, position ?? 0, caughtUp ? head : 0);
      matches += events.length;
      isLive ||= caughtUp;
      const batch = { events, position: progress.position, caughtUp: isLive && feed.isEmpty };
      if (events.length > 0 || (batch.caughtUp && progress.told !== batch.position)) {
        if (batch.caughtUp) progress.told = batch.position;
        yield batch;
      }
      if (signal.aborted) return false;
      if (caughtUp && !phase.goesLive) return true;
      if (phase === BEGINNING && !isLive && matches >= BEGINNING_MATCHES_MAX) return false;
    }
  } finally {
    feed.close();
  }
}

/** Whether the log holds more than the reader got: asked only after a silence, so what there is should have come. */
async function isBehind(source: Source, progress: Progress, signal: AbortSignal): Promise<boolean> {
  const head = await unlessAborted(signal, source.head());
  return head !== undefined && head > progress.position;
}

/** A live subscription that went silent is begun anew; one that does not even catch up is given up. */
function stalled(phase: Phase, silenceMs: number): boolean {
  if (phase.goesLive) return false;
  throw new StoreUnavailable(`The subscription did not move for ${phase.silencesMax * silenceMs} ms`);
}
