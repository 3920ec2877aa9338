// Classifies the client's errors by `type`, not by class: the client is loaded when the log is opened, and a broken
// connection comes as a bare gRPC error without a type.
import { AppendTooLarge } from '../../../domain/kernel/log.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';

type ClientError = Error & Readonly<{ type?: string }>;

/** The store refused for good: repeating the call would change nothing. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

const REFUSALS = new Set(['stream-deleted', 'access-denied', 'invalid-argument', 'unsupported']);

export function isStreamMissing(error: unknown): boolean {
  return (error as ClientError).type === 'stream-not-found';
}

/** The server ended a subscription because its reader was too slow; it may resume from its position. */
export function isReaderTooSlow(error: unknown): boolean {
  return (error as ClientError).type === 'timeout';
}

/** Whether the same call may be repeated: unless it was refused. An append carries its ids, so repeating it is safe. */
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
