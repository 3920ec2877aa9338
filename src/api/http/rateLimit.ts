// The port of the rate limit (countCall.ts): counts calls, in a window that starts with the first of them.

/** Calls of a key on a route, unless `RATE_LIMIT_PER_MINUTE` says otherwise. */
export const CALLS_PER_MINUTE = 30;

/** Calls of a person on a console route for each call of a key: an act on an account loads its page thrice. */
export const PERSON_TIMES = 4;

export const RATE_WINDOW_SECONDS = 60;

/** `allowed` false: one call too many. `remaining` calls are left until `resetMs` milliseconds from now. */
export type Hit = Readonly<{ allowed: boolean; remaining: number; resetMs: number }>;

export type RateLimit = Readonly<{
  perMinute: number;
  /** Exact under any concurrency: of parallel calls with one counter, `perMinute` are allowed. */
  hit(counter: string): Promise<Hit>;
}>;
