// Limits the deliveries in flight of this process: in total, per webhook and per host. The limit of a webhook
// starts low, rises with each success and falls to one after a failure. Failing webhooks share a few slots, and
// back off between attempts while other webhooks succeed: a dead or slow receiver does not delay the others
// (docs/spec/webhooks.md#deliveries).

export const CLAIMED_MAX = 256;
/** The share of `CLAIMED_MAX` for all webhooks whose last attempt failed. */
const FAILING_CLAIMED_MAX = 64;
/** The limit of one webhook: initial, and maximum. */
const PER_WEBHOOK_FIRST = 2;
const PER_WEBHOOK_MAX = 16;
/** The limit of one host and port, over all webhooks. */
export const PER_HOST_MAX = 32;
/** A failing webhook backs off this long, times the number of failing webhooks, up to a maximum. */
const BACKOFF_PER_FAILING_MS = 20;
const BACKOFF_MAX_MS = 1_000;
/** No webhook backs off when the last success of any is older than this. */
const OTHERS_ACTIVE_MS = 250;

type Load = { limit: number; isFailing: boolean; claimed: number; backsOffUntilMs: number };

/** Frees the slot of a claimed delivery; called once, at the end. @param succeeded null: no attempt was made */
type Release = (succeeded: boolean | null) => void;

export class ConcurrencyLimits {
  /** Loads of every webhook delivered to since the start: fewer than the registers hold in memory. */
  readonly #webhooks = new Map<string, Load>();
  readonly #claimedByHost = new Map<string, number>();
  #claimed = 0;
  #failingClaimed = 0;
  #failingWebhooks = 0;
  #lastSuccessMs = -OTHERS_ACTIVE_MS;

  /** @param nowMs monotonic */
  constructor(private readonly nowMs: () => number) {}

  freeSlots(): number {
    return CLAIMED_MAX - this.#claimed;
  }

  freeSlotsOf(webhookId: string, host: string): number {
    const load = this.#loadOf(webhookId);
    const ofHost = PER_HOST_MAX - (this.#claimedByHost.get(host) ?? 0);
    const ofFailing = load.isFailing ? FAILING_CLAIMED_MAX - this.#failingClaimed : Infinity;
    return Math.max(0, Math.min(this.freeSlots(), load.limit - load.claimed, ofHost, ofFailing));
  }

  /** Whether a failing webhook waits now, so that others are delivered to. */
  isBackingOff(webhookId: string): boolean {
    const load = this.#webhooks.get(webhookId);
    if (load?.isFailing !== true) return false;
    const now = this.nowMs();
    return now < load.backsOffUntilMs && now - this.#lastSuccessMs < OTHERS_ACTIVE_MS;
  }

  acquire(webhookId: string, host: string): Release {
    const load = this.#loadOf(webhookId);
    this.#add(1, load, host);
    return (succeeded) => {
      this.#add(-1, load, host);
      if (succeeded !== null) this.#adjust(load, succeeded);
    };
  }

  #loadOf(webhookId: string): Load {
    const unused: Load = { limit: PER_WEBHOOK_FIRST, isFailing: false, claimed: 0, backsOffUntilMs: 0 };
    const load = this.#webhooks.get(webhookId) ?? unused;
    this.#webhooks.set(webhookId, load);
    return load;
  }

  #add(count: 1 | -1, load: Load, host: string): void {
    load.claimed += count;
    this.#claimed += count;
    if (load.isFailing) this.#failingClaimed += count;
    const ofHost = (this.#claimedByHost.get(host) ?? 0) + count;
    if (ofHost > 0) this.#claimedByHost.set(host, ofHost);
    else this.#claimedByHost.delete(host);
  }

  #adjust(load: Load, succeeded: boolean): void {
    load.limit = succeeded ? Math.min(load.limit + 1, PER_WEBHOOK_MAX) : 1;
    if (load.isFailing === succeeded) {
      load.isFailing = !succeeded;
      this.#failingClaimed += load.isFailing ? load.claimed : -load.claimed;
      this.#failingWebhooks += load.isFailing ? 1 : -1;
    }
    const now = this.nowMs();
    if (succeeded) this.#lastSuccessMs = now;
    else load.backsOffUntilMs = now + Math.min(BACKOFF_PER_FAILING_MS * this.#failingWebhooks, BACKOFF_MAX_MS);
  }
}
