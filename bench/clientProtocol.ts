// The messages to and from the process of the load client.

export type Call = Readonly<{
  port: number;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  key?: string;
  /** Sent as the body; read before the first call of a task begins. */
  bodyFile?: string;
  /** Default: JSON. */
  contentType?: string;
  /** Sent as well. */
  headers?: Readonly<Record<string, string>>;
  /** Under load, these are asked for in turn instead of `path`, each with headers of its own beside the others. */
  paths?: readonly Readonly<{ path: string; headers?: Readonly<Record<string, string>> }>[];
  /** Under load, any other status counts as failed. Default: 200. */
  status?: number;
}>;

/** `startedMs` and `endedMs` are of the client's own clock. */
export type Answered = Readonly<{ status: number; startedMs: number; endedMs: number; body: string }>;

export type LoadResult = Readonly<{ perSecond: number; p50Ms: number; p99Ms: number; failed: number }>;

export type Polled = Readonly<{ calls: number; failed: number; slowestMs: number }>;

export type Task =
  /** All calls, so many at once; answers in the order of the calls. */
  | Readonly<{ do: 'send'; calls: readonly Call[]; concurrency: number }>
  /** One call, or its paths in turn, over and over on kept connections for a time. */
  | Readonly<{ do: 'load'; call: Call; connections: number; forMs: number }>
  /** One GET after another until `stop`, each so long after the answer to the one before. */
  | Readonly<{ do: 'poll'; call: Call; pauseMs: number }>
  | Readonly<{ do: 'stop' }>;

export type Result = readonly Answered[] | LoadResult | Polled;
export type Reply = Readonly<{ result: Result }> | Readonly<{ error: string }>;
