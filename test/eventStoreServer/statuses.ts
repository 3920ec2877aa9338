// The server's refusals as they travel: a gRPC status, and in its trailers what the client makes its error of.
import { Metadata, status } from '@grpc/grpc-js';
import type { Fault } from './faults.js';

/** Ends a call with a status and trailers. */
export class Refusal extends Error {
  readonly metadata = new Metadata();

  constructor(
    readonly code: status,
    readonly details: string,
    readonly trailers: Readonly<Record<string, string>> = {},
  ) {
    super(details);
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, value);
  }
}

export const unavailable = () => new Refusal(status.UNAVAILABLE, 'Server Is Not Ready');
export const connectionDropped = () => new Refusal(status.UNAVAILABLE, 'Connection dropped');
export const notLeader = (host: string, port: number) =>
  new Refusal(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });
export const accessDenied = () =>
  new Refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
export const unauthenticated = () => new Refusal(status.UNAUTHENTICATED, 'UnAuthenticated');
export const readerTooSlow = () =>
  new Refusal(status.ABORTED, 'Operation timed out: Consumer too slow to handle event while live.');
export const invalidPosition = () => new Refusal(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition');
export const notSupported = (what: string) =>
  new Refusal(status.UNIMPLEMENTED, `${what} is not part of this server`);
export const unexpected = (error: unknown) => new Refusal(status.UNKNOWN, String(error));
export const sizeExceeded = (bytesMax: number) =>
  new Refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${bytesMax} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(bytesMax),
  });

/** Null when the fault is none that a status tells. */
export function statusOf(fault: Fault | null): Refusal | null {
  switch (fault?.is) {
    case 'unavailable':
      return unavailable();
    case 'deadline':
      return new Refusal(status.DEADLINE_EXCEEDED, 'Deadline exceeded');
    case 'accessDenied':
      return accessDenied();
    case 'notLeader':
      return notLeader(fault.host, fault.port);
    default:
      return null;
  }
}
