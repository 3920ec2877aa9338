// Classifies the client's errors by `type`, not by class: the client is loaded when the log is opened, and a broken
// connection comes as a bare gRPC error without a type.
import { AppendTooLarge } from '../../../domain/kernel/log.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';

type ClientError = Error & Readonly<{ type?: string; code?: number }>;

/** The store refused permanently: repeating the call has the same result. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

/** The user is unknown or lacks the right: repeating has the same result until an administrator changes that. */
export class AccessDenied extends StoreUnavailable {}

const REFUSALS = new Set(['stream-deleted', 'invalid-argument', 'unsupported']);
/** gRPC statuses for an unknown user or a missing right. */
const DENIALS = new Set([7, 16]);

export function isStreamMissing(error: unknown): boolean {
  return (error as ClientError).type === 'stream-not-found';
}

/** The server ended a subscription because its reader was too slow; it may resume from its position. */
export function isReaderTooSlow(error: unknown): boolean {
  return (error as ClientError).type === 'timeout';
}

/** Whether the same call may be repeated: unless it was refused. An append carries its ids, so repeating it is safe. */
export function mayRepeat(error: unknown): boolean {
  return !(
    error instanceof StoreRefused ||
    error instanceof AppendTooLarge ||
    isRefusal(error) ||
    isAccessDenied(error)
  );
}

export function isAccessDenied(error: unknown): boolean {
  const { type, code } = error as ClientError;
  return error instanceof AccessDenied || type === 'access-denied' || DENIALS.has(code ?? -1);
}

/** Converts the client's error to one of the program. */
export function toOurs(what: string, error: unknown): Error {
  if (error instanceof StoreUnavailable || error instanceof StoreRefused || error instanceof AppendTooLarge)
    return error;
  const { type, message } = error as ClientError;
  const text = `${what}: ${type ?? ''} ${message}`;
  if (isAccessDenied(error)) return new AccessDenied(text, { cause: error });
  return isRefusal(error)
    ? new StoreRefused(text, { cause: error })
    : new StoreUnavailable(text, { cause: error });
}

function isRefusal(error: unknown): boolean {
  return REFUSALS.has((error as ClientError).type ?? '');
}
