export type EventStoreDbOptions = Readonly<{
  /** How long an append may take, with all its repetitions, and how long one page of a read; 10 s. */
  timeoutMs?: number;
  /** How long one try of an append waits for its answer before it is repeated; 4 s. */
  attemptTimeoutMs?: number;
  /** How long a subscription may be silent before the server's head is read; 5 s. */
  silenceMs?: number;
  /** How long a call may receive no data before the other nodes are asked for the leader; 2 s. */
  leaderSilenceMs?: number;
}>;
