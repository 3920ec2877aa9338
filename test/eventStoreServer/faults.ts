// What a test makes go wrong, call by call, and what it looks at afterwards.

export type Call = 'append' | 'read' | 'subscribe' | 'gossip';

export type Fault =
  /** Stored, then the call breaks off, as when the connection is cut before the answer. */
  | Readonly<{ is: 'cutAfterStoring' }>
  /** Stored, and no answer ever. */
  | Readonly<{ is: 'silentAfterStoring' }>
  /** Stored and answered without its position, as some repeated appends are. */
  | Readonly<{ is: 'withoutPosition' }>
  /** Neither stored nor answered. */
  | Readonly<{ is: 'silent' }>
  | Readonly<{ is: 'unavailable' }>
  | Readonly<{ is: 'deadline' }>
  | Readonly<{ is: 'wrongRevision'; actual: number }>
  | Readonly<{ is: 'accessDenied' }>
  | Readonly<{ is: 'notLeader'; host: string; port: number }>
  | Readonly<{ is: 'delay'; ms: number }>
  /**
   * Breaks a subscription off after so many events, as a reset connection does, or as the server does to slow
   * readers.
   */
  | Readonly<{ is: 'cutAfterEvents'; count: number; tooSlow?: boolean }>
  /** The subscription stays open and sends nothing any more. */
  | Readonly<{ is: 'silentAfterEvents'; count: number }>;

export class Faults {
  /** Every answer comes so much late: side by side, and in order. */
  lateMs = 0;
  readonly calls = { append: 0, read: 0, subscribe: 0, features: 0 };
  /** Open subscriptions. */
  subscribers = 0;
  /** Events handed to the connections of subscribers. */
  sentEvents = 0;
  readonly #waiting: { call: Call; fault: Fault; times: number }[] = [];

  /** The next `times` calls of a kind meet the fault, in the order injected. */
  inject(call: Call, fault: Fault, times = 1): void {
    this.#waiting.push({ call, fault, times });
  }

  next(call: Call): Fault | null {
    const entry = this.#waiting.find((each) => each.call === call);
    if (entry === undefined) return null;
    entry.times -= 1;
    if (entry.times <= 0) this.#waiting.splice(this.#waiting.indexOf(entry), 1);
    return entry.fault;
  }

  /** Resolves once an answer may leave. */
  async late(): Promise<void> {
    if (this.lateMs > 0) await new Promise((resolve) => setTimeout(resolve, this.lateMs));
  }

  clear(): void {
    this.#waiting.length = 0;
  }
}
