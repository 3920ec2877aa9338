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

export type CallLog = Readonly<{
  /** Returns at once and never throws; what cannot be written is reported by the adapter. */
  record(call: CallRecord): void;
  /** Newest first, what was recorded before included. */
  list(limit: number): Promise<readonly CallRecord[]>;
  /** The last call of each key, to the minute, in ms since 1970; keys never used are absent. */
  lastUses(): Promise<ReadonlyMap<number, number>>;
  /** Writes pending calls, then releases the store. */
  close(): Promise<void>;
}>;

export const CALL_LOG_DAYS = 90;
