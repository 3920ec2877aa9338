// The messages to and from the processes of the load client and of the receivers.

export type Call = Readonly<{
  port: number;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  key?: string;
  /** Sent as the body; read before the first call of a task begins. */
  bodyFile?: string;
  /** Default: JSON. */
  contentType?: string;
}>;

/** `startedMs` and `endedMs` are of the client's own clock. */
export type Answered = Readonly<{ status: number; startedMs: number; endedMs: number; body: string }>;

export type LoadResult = Readonly<{ perSecond: number; failed: number }>;

export type Polled = Readonly<{ failed: number; slowestMs: number }>;

export type Task =
  /** All calls, so many at once; answers in the order of the calls. */
  | Readonly<{ do: 'send'; calls: readonly Call[]; concurrency: number }>
  /** One GET over and over on kept connections for a time. */
  | Readonly<{ do: 'load'; call: Call; connections: number; forMs: number }>
  /** One GET after another until `stop`. */
  | Readonly<{ do: 'poll'; call: Call }>
  | Readonly<{ do: 'stop' }>;

export type Result = readonly Answered[] | LoadResult | Polled;
export type Reply = Readonly<{ result: Result }> | Readonly<{ error: string }>;

/** `atMs`: when the request's head was read. `deliveryId` empty where none was sent. */
export type Arrival = Readonly<{ atMs: number; deliveryId: string; body: string }>;

export type ReceiversTask =
  | Readonly<{ do: 'open'; count: number }>
  /** Answers once so many have arrived since the last answer. */
  | Readonly<{ do: 'arrived'; count: number }>;

export type ReceiversReply = Readonly<{ ports: readonly number[]; arrivals: readonly Arrival[] }>;
