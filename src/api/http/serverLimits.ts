// The limits of the HTTP server on connections and times.
import type { PlaceLimits } from './connections/connectionPlaces.js';

export type ServerLimits = PlaceLimits &
  Readonly<{
    /** From the start of the connection, or of the next request on it, to the end of the request's head. */
    headersTimeoutMs: number;
    /** To the end of the whole request. */
    requestTimeoutMs: number;
    /** From an answer to the next request. */
    keepAliveTimeoutMs: number;
    /** How often the server looks for expired connections. */
    checkEveryMs: number;
    headerBytesMax: number;
    /** For the client to receive an answer. */
    answerTimeoutMs: number;
    /** For the client to finish sending a body that was refused. */
    leftoverTimeoutMs: number;
  }>;

const CONNECTIONS_MAX = 2_000;

/** Source: docs/spec/requests.md#connections. */
export const serverLimits: ServerLimits = {
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 120_000,
  keepAliveTimeoutMs: 75_000,
  checkEveryMs: 1_000,
  headerBytesMax: 16_384,
  connectionsMax: CONNECTIONS_MAX,
  connectionsPerAddress: CONNECTIONS_MAX / 10,
  healthConnectionsMax: 20,
  answerTimeoutMs: 60_000,
  leftoverTimeoutMs: 30_000,
};
