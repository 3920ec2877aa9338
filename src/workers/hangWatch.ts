// Tells whether a thread that reads a file hangs, or takes longer than any file may.

export type ReadLimits = Readonly<{ silenceMsMax?: number; readMsMax?: number }>;

/**
 * A thread that reports nothing for so long hangs, if the process computed most of that time: on a busy machine it may
 * only be waiting for a processor, which it is given up to a minute for. One that goes on is given the whole time.
 */
const SILENCE_MS_MAX = 9_000;
const COMPUTING_SHARE = 0.6;
const WAIT_MS_MAX = 60_000;
const READ_MS_MAX = 120_000;

type Moment = Readonly<{ ms: number; computedMs: number }>;

export class HangWatch {
  readonly #started = moment();
  #heard = this.#started;

  constructor(private readonly limits: ReadLimits) {}

  hear(): void {
    this.#heard = moment();
  }

  /** @param onHang called once at most, while the work runs */
  async during<Result>(work: Promise<Result>, onHang: () => void): Promise<Result> {
    const { silenceMsMax = SILENCE_MS_MAX, readMsMax = READ_MS_MAX } = this.limits;
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

/** Computed by all threads of this process. */
function moment(): Moment {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), computedMs: (user + system) / 1_000 };
}

function hangs(heard: Moment, now: Moment, silenceMsMax: number): boolean {
  const silentMs = now.ms - heard.ms;
  const hasComputed = now.computedMs - heard.computedMs > silenceMsMax * COMPUTING_SHARE;
  return silentMs > silenceMsMax && (hasComputed || silentMs > WAIT_MS_MAX);
}
