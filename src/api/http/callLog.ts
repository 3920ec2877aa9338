// The port of the call log: every authenticated call, written in batches within a second and kept 90 days.

export type CallRecord = Readonly<{
  /** Milliseconds since 1970, UTC. */
  at: number;
  requestId: string;
  keyId: number;
  keyName: string;
  clientId: number;
  /** Method and pattern, as in `GET /api/v1/trial-balances/{id}/lines`. */
  route: string;
  status: number;
  durationMs: number;
  /** The client's IP address, "" when its connection had ended. */
  address: string;
}>;

/** Calls of one client; `route`: a part of it, whatever its capitals; `status`: its first digits. */
export type CallFilter = Readonly<{
  clientId: number;
  requestId?: string;
  route?: string;
  status?: string;
  keyId?: number;
}>;

/** Calls of the service, newest first, among which an embedded call log looks for those of a filter. */
export const CALLS_SEARCHED_MAX = 100_000;

export type CallLog = Readonly<{
  /** Returns at once and never throws; what cannot be written is reported by the adapter. */
  record(call: CallRecord): void;
  /** Newest first, what was recorded before included. */
  list(limit: number, filter?: CallFilter): Promise<readonly CallRecord[]>;
  /** The last call of each key, to the minute, in ms since 1970; keys never used are absent. */
  lastUses(): Promise<ReadonlyMap<number, number>>;
  /** Writes pending calls, then releases the store. */
  close(): Promise<void>;
}>;

export function passes(call: CallRecord, { clientId, requestId, route, status, keyId }: CallFilter): boolean {
  return (
    call.clientId === clientId &&
    (requestId === undefined || call.requestId === requestId) &&
    (route === undefined || call.route.toLowerCase().includes(route.toLowerCase())) &&
    (status === undefined || String(call.status).startsWith(status)) &&
    (keyId === undefined || call.keyId === keyId)
  );
}

export const CALL_LOG_DAYS = 90;
