// The bytes of a body as they come in: handed over chunk by chunk, given up when they come too slowly.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { connectionOf } from '../connections/pacedConnection.js';
import { ClientGone, HttpError } from '../problems.js';

/** `stallMs`: without a byte. `jsonMs`: a JSON body from its first byte to its last. */
export type BodyTimes = Readonly<{ stallMs: number; jsonMs: number }>;

export const bodyTimes: BodyTimes = { stallMs: 15_000, jsonMs: 60_000 };

/** @returns null when the chunk has been taken; otherwise nothing is read until it has */
export type Take = (chunk: Buffer) => Promise<unknown> | null;

/** Without `jsonMs`: no bound on the whole. */
type ArrivalTimes = Pick<BodyTimes, 'stallMs'> & Partial<BodyTimes>;

/** @throws HttpError RequestTimeout; ClientGone; what `take` throws */
export async function receive(request: IncomingMessage, times: ArrivalTimes, take: Take): Promise<void> {
  // Stays after the body is read: a connection that breaks later emits an error too.
  request.on('error', () => undefined);
  if (request.destroyed) throw new ClientGone();
  await pump(request, take, (fail) => watchProgress(request, times, fail)).catch((error: unknown) => {
    throw error === request.errored ? new ClientGone() : error;
  });
  // The server answered 408 while the rest arrived: the request must have no effect.
  if (connectionOf(request).isRefused) throw new ClientGone();
}

/** Calls `fail` with RequestTimeout after `stallMs` without a wanted byte, or `jsonMs`. @returns what ends it */
export function watchProgress(
  request: IncomingMessage,
  { stallMs, jsonMs }: ArrivalTimes,
  fail: (error: HttpError) => void,
): () => void {
  const late = (): void => fail(new HttpError({ is: 'RequestTimeout' }));
  const total = jsonMs === undefined ? undefined : setTimeout(late, jsonMs);
  const timer = setTimeout(() => {
    const isPausedByService = request.isPaused() || request.readableLength > 0;
    if (isPausedByService) timer.refresh();
    else late();
  }, stallMs);
  const progress = (): void => void timer.refresh();
  request.on('data', progress);
  return () => {
    clearTimeout(timer);
    clearTimeout(total);
    request.off('data', progress);
  };
}

type Watch = (fail: (error: Error) => void) => () => void;

/**
 * Hands over each chunk of a stream until its end.
 * @param watch begins with the stream and may make it fail; what it returns is called at the end
 * @throws ClientGone when the stream closes before its end; the stream's error; what `take` throws
 */
export function pump(stream: Readable, take: Take, watch: Watch = () => () => undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let taken: Promise<unknown> = Promise.resolve();
    const finish = (): void => {
      endWatch();
      stream.off('data', hand).off('end', end).off('error', fail).off('close', onGone);
    };
    const fail = (error: Error): void => {
      finish();
      reject(error);
    };
    // A stream that is paused at its last chunk ends nevertheless.
    const end = (): void => {
      finish();
      void taken.then(() => resolve());
    };
    const onGone = (): void => fail(new ClientGone());
    const hand = (chunk: Buffer): void => {
      try {
        const taking = take(chunk);
        if (taking === null) return;
        stream.pause();
        taken = taking.then(() => stream.resume(), fail);
      } catch (error) {
        fail(error as Error);
      }
    };
    stream.on('end', end).on('error', fail).on('close', onGone);
    const endWatch = watch(fail);
    stream.on('data', hand);
  });
}
