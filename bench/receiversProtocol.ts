// The messages to and from the process of the receivers.

/** `hangs`: reads what comes and says nothing until it is let go. */
export type Manner = 'answers' | 'hangs';

/** `atMs`: milliseconds since 1970, when the request's head was read. `deliveryId` empty where none was sent. */
export type Arrival = Readonly<{ port: number; atMs: number; deliveryId: string; body: string }>;

export type ReceiversTask =
  | Readonly<{ do: 'open'; manners: readonly Manner[] }>
  /** From now on keep what arrives at these ports. */
  | Readonly<{ do: 'watch'; ports: readonly number[] }>
  /** Answers once so many have arrived since. */
  | Readonly<{ do: 'arrived'; count: number }>
  /** Answers everything a hanging receiver has in hand, and what comes until something is watched again. */
  | Readonly<{ do: 'letGo'; port: number }>;

export type ReceiversReply = Readonly<{ ports: readonly number[]; arrivals: readonly Arrival[] }>;
