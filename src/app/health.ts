// Health of the parts of this process: reachable, caught up since the start, and their lag.
import type { Health, PartHealth } from '../api/http/health.js';
import type { RegisterFollower } from '../commands/registers/registerFollower.js';
import type { EventLog } from '../domain/kernel/log.js';
import { LOG_IS_EARLIER, LOG_MAY_BE_EARLIER, logServersReason } from '../messages/stores.js';
import type { ProjectionProgress } from '../projections/engine/progress.js';
import type { Projection } from '../projections/engine/projection.js';
import type { ReadStore } from '../projections/engine/readStore.js';
import type { LogGuard } from './logChecks.js';
import { projections } from '../projections/views/allProjections.js';
import { withTimeout } from '../runtime/withTimeout.js';

/** The health of a part that has reached this position of the log; empty while the log's head is unknown. */
export type LagBehind = (position: number) => Pick<PartHealth, 'lagEvents' | 'lagSeconds'>;

/** A store that takes longer is not ready. */
const ANSWER_TIMEOUT_MS = 2_000;

/** @param states the last progress of each own projection @param moreParts health of its other roles */
export function createHealth(
  commandSide: Readonly<{
    rawLog?: Pick<EventLog, 'servers'>;
    log: EventLog;
    guard: Pick<LogGuard, 'state'>;
    logId(): string | null;
    follower: Pick<RegisterFollower, 'status'>;
  }>,
  store: ReadStore,
  states: ReadonlyMap<string, ProjectionProgress>,
  moreParts: (lagBehind: LagBehind) => Promise<readonly PartHealth[]> = async () => [],
): Health {
  const caughtUpOnce = new Set<string>();
  /** The head at the first check: a part that reaches it has caught up, regardless of later events. */
  let firstHead: number | null = null;
  const lagTimes = new LagTimes(() => performance.now());
  return async () => {
    const [head, readable] = await Promise.all([
      answerOrNull(() => commandSide.log.head()),
      answerOrNull(() => store.checkpoint(projections[0]?.name ?? '').then(() => true)),
    ]);
    firstHead ??= head;
    if (head !== null) lagTimes.note(head);
    const lagBehind: LagBehind = (position) =>
      head === null
        ? {}
        : { lagEvents: Math.max(0, head - position), lagSeconds: lagTimes.secondsBehind(position) };
    const { caughtUp, failing } = commandSide.follower.status();
    return [
      { part: 'log', ready: head !== null && commandSide.logId() !== null, ...reasonOf(commandSide.rawLog) },
      ...healthOfGuard(commandSide.guard),
      { part: 'read models', ready: readable === true },
      { part: 'registers', ready: caughtUp && !failing },
      ...(await Promise.all(projections.map((projection) => projectionHealth(projection, lagBehind)))),
      ...(await moreParts(lagBehind)),
    ];
  };

  async function projectionHealth({ name, views }: Projection, lagBehind: LagBehind): Promise<PartHealth> {
    const part = `projection ${name}`;
    const stored = await answerOrNull(async () => {
      // Throws for a view of an earlier shape, which is refilled beside the live ones.
      for (const view of views) await store.changeMark(view, 0);
      return store.checkpoint(name);
    });
    // Otherwise the checkpoint is of a log before a copy or restore.
    const checkpoint = stored?.logId === commandSide.logId() ? stored : null;
    const lag = checkpoint === null ? {} : lagBehind(checkpoint.position);
    const phase = states.get(name)?.phase;
    // For a projector in another process only the checkpoint is known. Later lag is reported, but stays ready.
    const isCaughtUp = checkpoint !== null && firstHead !== null && checkpoint.position >= firstHead;
    if (phase === 'live' || isCaughtUp) caughtUpOnce.add(name);
    return { part, ready: phase !== 'failed' && caughtUpOnce.has(name), ...lag };
  }
}

function reasonOf(rawLog: Pick<EventLog, 'servers'> | undefined): { reason?: string } {
  const problems = rawLog?.servers?.().problems ?? [];
  return problems.length === 0 ? {} : { reason: logServersReason(problems) };
}

/** The health of a log that may have gone back; empty while it is sound. */
function healthOfGuard(guard: Pick<LogGuard, 'state'>): readonly PartHealth[] {
  const state = guard.state;
  return state === 'sound'
    ? []
    : [{ part: state === 'asking' ? LOG_MAY_BE_EARLIER : LOG_IS_EARLIER, ready: false }];
}

/** Null when the call fails or takes longer than ANSWER_TIMEOUT_MS. */
export async function answerOrNull<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  return withTimeout(ANSWER_TIMEOUT_MS, ask(), () => new Error('late')).catch(() => null);
}

/** Largest number of remembered heads; above it, every second one is dropped. */
const SEEN_MAX = 2_048;

/** How long parts lag at least: since health checks first saw a head they have not reached. Reads nothing. */
export class LagTimes {
  /** Oldest first; heads grow. */
  #heads: { head: number; atMs: number }[] = [];

  constructor(private readonly nowMs: () => number) {}

  note(head: number): void {
    const newestHead = this.#heads.at(-1);
    // The log was restored to an earlier state.
    if (newestHead !== undefined && head < newestHead.head) this.#heads = [];
    if (newestHead?.head !== head) this.#heads.push({ head, atMs: this.nowMs() });
    if (this.#heads.length > SEEN_MAX) this.#heads = this.#heads.filter((_, index) => index % 2 === 0);
  }

  /** Seconds since a head beyond the position was first seen; 0 for a part that has reached the last one. */
  secondsBehind(position: number): number {
    const first = this.#heads.find(({ head }) => head > position);
    return first === undefined ? 0 : Math.round(Math.max(0, this.nowMs() - first.atMs)) / 1_000;
  }
}
