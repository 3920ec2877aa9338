// How many deliveries this process has in flight: in all, per webhook and per host. The limit of a webhook begins low,
// rises with each success and falls to one after a failure. Failing webhooks share few slots, and back off between two
// attempts while others are delivered to: a dead or slow receiver delays nobody else (docs/spec/webhooks.md#deliveries).

/** Deliveries claimed at once, waiting to be sent or in flight. */
export const IN_HAND_MAX = 384;
/** Attempts in flight at once: the deliveries beyond are prepared meanwhile, so that no attempt waits for the queue. */
export const ATTEMPTS_IN_FLIGHT_MAX = 128;
/** Of `IN_HAND_MAX`, for all webhooks whose last attempt failed. */
const FAILING_IN_HAND_MAX = 64;
/** Delivered, but not stored as such yet: beyond this, nothing more is claimed. */
const UNSTORED_MAX = 1_024;
/** Of one webhook: at first, and after enough successes. */
const PER_WEBHOOK_FIRST = 2;
const PER_WEBHOOK_MAX = 16;
/** To one host (with port), over all webhooks. */
export const PER_HOST_MAX = 32;
/** A failing webhook backs off this long for every webhook that fails, up to the second of these. */
const BACKOFF_PER_FAILING_MS = 20;
const BACKOFF_MAX_MS = 1_000;
/** Nobody backs off for others when the last success is older than this. */
const OTHERS_ACTIVE_MS = 250;
/** Webhooks remembered; beyond, the least recently used idle ones are forgotten. */
const WEBHOOKS_MAX = 10_000;

type Load = { limit: number; isFailing: boolean; inHand: number; backsOffUntilMs: number };

export type ConcurrencyLimits = Readonly<{
  /** In all. */
  freeSlots(): number;
  freeSlotsOf(webhookId: string, host: string): number;
  /** Whether a failing webhook gives way to others now. */
  isBackingOff(webhookId: string): boolean;
  acquire(webhookId: string, host: string): Slot;
}>;

/** Held by one claimed delivery. */
export type Slot = Readonly<{
  /** The receiver took it: the slot is free while the outcome is being stored. */
  delivered(): void;
  /** To be called once, at the end. @param succeeded null: no attempt was made */
  release(succeeded: boolean | null): void;
}>;

/** @param nowMs monotonic */
export function createConcurrencyLimits(nowMs: () => number): ConcurrencyLimits {
  const webhooks = new Map<string, Load>();
  const inHandByHost = new Map<string, number>();
  let inHand = 0;
  let failingInHand = 0;
  let failingWebhooks = 0;
  let unstored = 0;
  let lastSuccessMs = -OTHERS_ACTIVE_MS;

  /** Moves it to the end: the first of the map is the least recently used. */
  function loadOf(webhookId: string): Load {
    const unused: Load = { limit: PER_WEBHOOK_FIRST, isFailing: false, inHand: 0, backsOffUntilMs: 0 };
    const load = webhooks.get(webhookId) ?? unused;
    webhooks.delete(webhookId);
    webhooks.set(webhookId, load);
    if (webhooks.size > WEBHOOKS_MAX) forgetIdle();
    return load;
  }

  /** Not lru-cache: a webhook with deliveries in hand must not be evicted. */
  function forgetIdle(): void {
    for (const [webhookId, load] of webhooks) {
      if (webhooks.size <= WEBHOOKS_MAX) return;
      if (load.inHand > 0) continue;
      if (load.isFailing) failingWebhooks -= 1;
      webhooks.delete(webhookId);
    }
  }

  function add(count: 1 | -1, load: Load, host: string): void {
    load.inHand += count;
    inHand += count;
    if (load.isFailing) failingInHand += count;
    const ofHost = (inHandByHost.get(host) ?? 0) + count;
    if (ofHost > 0) inHandByHost.set(host, ofHost);
    else inHandByHost.delete(host);
  }

  function adjust(load: Load, succeeded: boolean): void {
    load.limit = succeeded ? Math.min(load.limit + 1, PER_WEBHOOK_MAX) : 1;
    if (load.isFailing === succeeded) {
      load.isFailing = !succeeded;
      failingInHand += load.isFailing ? load.inHand : -load.inHand;
      failingWebhooks += load.isFailing ? 1 : -1;
    }
    if (succeeded) lastSuccessMs = nowMs();
    else load.backsOffUntilMs = nowMs() + Math.min(BACKOFF_PER_FAILING_MS * failingWebhooks, BACKOFF_MAX_MS);
  }

  const freeSlots = (): number => Math.min(IN_HAND_MAX - inHand, UNSTORED_MAX - unstored);
  return {
    freeSlots,
    freeSlotsOf(webhookId, host) {
      const load = loadOf(webhookId);
      const free = [freeSlots(), load.limit - load.inHand, PER_HOST_MAX - (inHandByHost.get(host) ?? 0)];
      if (load.isFailing) free.push(FAILING_IN_HAND_MAX - failingInHand);
      return Math.max(0, Math.min(...free));
    },
    isBackingOff(webhookId) {
      const load = webhooks.get(webhookId);
      if (load?.isFailing !== true) return false;
      const now = nowMs();
      return now < load.backsOffUntilMs && now - lastSuccessMs < OTHERS_ACTIVE_MS;
    },
    acquire(webhookId, host) {
      const load = loadOf(webhookId);
      add(1, load, host);
      let isDelivered = false;
      return {
        delivered() {
          isDelivered = true;
          unstored += 1;
          add(-1, load, host);
          adjust(load, true);
        },
        release(succeeded) {
          if (isDelivered) unstored -= 1;
          else {
            add(-1, load, host);
            if (succeeded !== null) adjust(load, succeeded);
          }
        },
      };
    },
  };
}
