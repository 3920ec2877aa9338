// How many deliveries of whom may be in hand at once. A webhook begins with a few, gets more with each success and
// falls back to one when an attempt fails; what waits for failing ones never fills the places there are, nor the time:
// while others are being delivered to, it rests between attempts. So a dead or slow receiver takes none of the others'
// time. Memory of this process alone.

/** Deliveries in hand in all, on their way or next; those of webhooks whose last attempt failed have fewer places. */
export const IN_HAND_MAX = 384;
const FAILING_MAX = 64;
/** Deliveries that were taken, and whose outcome is still to be stored: beyond, nothing new is sent. */
const UNRECORDED_MAX = 1_024;
/** Of one webhook: at first, and at most. */
const WINDOW_FIRST = 2;
const WINDOW_MAX = 16;
/** To one host, over all webhooks. */
export const PER_HOST_MAX = 32;
/** Between two attempts for failing webhooks, over all of them: each rests so long for every one that fails, up to a bound. */
const FAILING_REST_MS = 20;
const REST_MAX_MS = 1_000;
/** Nobody rests for others that were delivered to longer ago. */
const OTHERS_MS = 250;
/** Webhooks remembered; idle ones are forgotten beyond, the longest unused first. */
const KNOWN_MAX = 10_000;

type Lane = { window: number; failing: boolean; inFlight: number; restUntilMs: number };

export type Lanes = Readonly<{
  /** Places left in all. */
  room(): number;
  /** Whether a failing webhook gives way to others now. */
  rests(webhookId: string): boolean;
  /** Places left for this webhook, on its way to this host (with port). */
  roomOf(webhookId: string, host: string): number;
  /** One is in hand. */
  begin(webhookId: string, host: string): Place;
}>;

/** What one delivery in hand takes up. */
export type Place = Readonly<{
  /** The receiver took it: the next may be on its way while this outcome is being stored. */
  taken(): void;
  /** Nothing more is to be done. @param succeeded null: no attempt was made */
  end(succeeded: boolean | null): void;
}>;

/** @param nowMs of a clock that never jumps */
export function createLanes(nowMs: () => number): Lanes {
  const lanes = new Map<string, Lane>();
  const hosts = new Map<string, number>();
  let inFlight = 0;
  let failing = 0; // in flight, of failing webhooks
  let failingLanes = 0;
  let unrecorded = 0;
  let takenMs = -OTHERS_MS; // when one was delivered last
  const room = (): number => Math.min(IN_HAND_MAX - inFlight, UNRECORDED_MAX - unrecorded);

  function laneOf(webhookId: string): Lane {
    const known = lanes.get(webhookId);
    const lane = known ?? { window: WINDOW_FIRST, failing: false, inFlight: 0, restUntilMs: 0 };
    lanes.delete(webhookId);
    lanes.set(webhookId, lane); // the longest unused is the first
    if (lanes.size > KNOWN_MAX) forgetIdle();
    return lane;
  }

  function forgetIdle(): void {
    for (const [webhookId, lane] of lanes) {
      if (lanes.size <= KNOWN_MAX) return;
      if (lane.inFlight > 0) continue;
      if (lane.failing) failingLanes -= 1;
      lanes.delete(webhookId);
    }
  }

  function leave(lane: Lane, host: string): void {
    if (lane.failing) failing -= 1;
    lane.inFlight -= 1;
    inFlight -= 1;
    const left = (hosts.get(host) ?? 1) - 1;
    if (left > 0) hosts.set(host, left);
    else hosts.delete(host);
  }

  function judge(lane: Lane, succeeded: boolean): void {
    lane.window = succeeded ? Math.min(lane.window + 1, WINDOW_MAX) : 1;
    if (lane.failing === succeeded) {
      lane.failing = !succeeded;
      failing += lane.failing ? lane.inFlight : -lane.inFlight;
      failingLanes += lane.failing ? 1 : -1;
    }
    if (succeeded) takenMs = nowMs();
    else lane.restUntilMs = nowMs() + Math.min(FAILING_REST_MS * failingLanes, REST_MAX_MS);
  }

  return {
    room,
    rests(webhookId) {
      const lane = lanes.get(webhookId);
      if (lane?.failing !== true) return false;
      const now = nowMs();
      return now < lane.restUntilMs && now - takenMs < OTHERS_MS;
    },
    roomOf(webhookId, host) {
      const lane = laneOf(webhookId);
      const places = [
        room(),
        lane.window - lane.inFlight,
        PER_HOST_MAX - (hosts.get(host) ?? 0),
        ...(lane.failing ? [FAILING_MAX - failing] : []),
      ];
      return Math.max(0, Math.min(...places));
    },
    begin(webhookId, host) {
      const lane = laneOf(webhookId);
      lane.inFlight += 1;
      inFlight += 1;
      if (lane.failing) failing += 1;
      hosts.set(host, (hosts.get(host) ?? 0) + 1);
      let isTaken = false;
      return {
        taken() {
          isTaken = true;
          unrecorded += 1;
          leave(lane, host);
          judge(lane, true);
        },
        end(succeeded) {
          if (isTaken) unrecorded -= 1;
          else {
            leave(lane, host);
            if (succeeded !== null) judge(lane, succeeded);
          }
        },
      };
    },
  };
}
