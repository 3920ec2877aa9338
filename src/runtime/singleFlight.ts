// Shares a call in progress among those who ask meanwhile.

export type SingleFlight<Result> = Readonly<{
  /** The result of the call in progress, else of a new one. */
  now(): Promise<Result>;
  /** Result, as of `now`, of a call that begins after this one: that in progress may have read before a change. */
  again(): Promise<Result>;
  idle(): Promise<void>;
  isIdle(): boolean;
}>;

export function singleFlight<Result>(ask: () => Promise<Result>): SingleFlight<Result> {
  let running: Promise<Result> | null = null;
  let next: Promise<Result> | null = null;
  const idle = async (): Promise<void> => void (await running?.catch(() => undefined));
  const now = (): Promise<Result> => (running ??= ask().finally(() => (running = null)));
  const afterwards = async (): Promise<Result> => {
    await idle();
    next = null;
    return now();
  };
  const again = (): Promise<Result> => (running === null ? now() : (next ??= afterwards()));
  return { now, again, idle, isIdle: () => running === null && next === null };
}
