// What the client's errors mean. Told apart by their `type` and `code`, not by class: the client is loaded when the log
// is opened, and a connection that breaks off comes as a bare gRPC error without a type.
import { AppendTooLarge } from '../../../domain/kernel/log.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';

type ClientError = Error & Readonly<{ type?: string }>;

/** The store answered that what was asked is not to be had, now or later: asking again would change nothing. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

const REFUSALS = new Set(['stream-deleted', 'access-denied', 'invalid-argument', 'unsupported']);

export function isStreamMissing(error: unknown): boolean {
  return (error as ClientError).type === 'stream-not-found';
}

/** The server broke a subscription off because its reader did not keep up; from its position on it can go on. */
export function isReaderTooSlow(error: unknown): boolean {
  return (error as ClientError).type === 'timeout';
}

/** Whether the very same call may be repeated: unless it was answered for sure. An append carries its ids along. */
export function mayRepeat(error: unknown): boolean {
  return !(error instanceof StoreRefused || error instanceof AppendTooLarge || isRefusal(error));
}

/** The client's error as one the rest of the program knows. */
export function toOurs(what: string, error: unknown): Error {
  if (error instanceof StoreUnavailable || error instanceof StoreRefused || error instanceof AppendTooLarge)
    return error;
  const { type, message } = error as ClientError;
  const text = `${what}: ${type ?? ''} ${message}`;
  return isRefusal(error)
    ? new StoreRefused(text, { cause: error })
    : new StoreUnavailable(text, { cause: error });
}

function isRefusal(error: unknown): boolean {
  return REFUSALS.has((error as ClientError).type ?? '');
}
