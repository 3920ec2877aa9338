// Detects a thread that hangs while it reads a file, or that exceeds the time limit of a file.

export type ReadTimeLimits = Readonly<{ silenceMsMax?: number; stepSilenceMsMax?: number; readMsMax?: number }>;

/**
 * A thread without progress for this long hangs, provided that the process used the processor for most of that time. On a
 * busy machine it may only wait for a processor: then up to a minute. Any progress restarts the measurement.
 */
const SILENCE_MS_MAX = 9_000;
/**
 * Of a step that reports no progress: a check, which takes 6 s for 3,900,000 lines, a file of 50 MB; opening a file, which parses
 * all of an XLS.
 */
const STEP_SILENCE_MS_MAX = 30_000;
const COMPUTING_SHARE = 0.6;
const PROCESSOR_WAIT_MS_MAX = 60_000;
const READ_MS_MAX = 120_000;

type Moment = Readonly<{ ms: number; computedMs: number }>;

export class HangWatch {
  readonly #started = moment();
  #heard = this.#started;

  constructor(private readonly limits: ReadTimeLimits) {}

  hear(): void {
    this.#heard = moment();
  }

  /** @param onHang called at most once, while the work runs */
  duringRead<Result>(work: Promise<Result>, onHang: () => void): Promise<Result> {
    return this.#during(work, onHang, this.limits.silenceMsMax ?? SILENCE_MS_MAX);
  }

  /** @param onHang called at most once, while the work runs */
  duringStep<Result>(work: Promise<Result>, onHang: () => void): Promise<Result> {
    return this.#during(work, onHang, this.limits.stepSilenceMsMax ?? STEP_SILENCE_MS_MAX);
  }

  async #during<Result>(work: Promise<Result>, onHang: () => void, silenceMsMax: number): Promise<Result> {
    const { readMsMax = READ_MS_MAX } = this.limits;
    this.hear();
    const timer = setInterval(
      () => {
        const now = moment();
        if (now.ms - this.#started.ms <= readMsMax && !hangs(this.#heard, now, silenceMsMax)) return;
        clearInterval(timer);
        onHang();
      },
      Math.min(200, silenceMsMax),
    );
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }
}

/** The processor time is that of all threads of this process. */
function moment(): Moment {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), computedMs: (user + system) / 1_000 };
}

function hangs(heard: Moment, now: Moment, silenceMsMax: number): boolean {
  const silentMs = now.ms - heard.ms;
  const hasComputed = now.computedMs - heard.computedMs > silenceMsMax * COMPUTING_SHARE;
  return silentMs > silenceMsMax && (hasComputed || silentMs > PROCESSOR_WAIT_MS_MAX);
}
