// Health of the parts of this process: reachable, caught up since the start, and their lag.
import type { Health, PartHealth } from '../api/http/health.js';
import type { RegisterFollower } from '../commands/registers/registerFollower.js';
import type { EventLog } from '../domain/kernel/log.js';
import type { HealthOfProjections } from '../projections/engine/projectionHealth.js';
import type { ReadStore } from '../projections/engine/readStore.js';
import { projections } from '../projections/views/allProjections.js';

/** A store that takes longer is not ready. */
const ANSWER_TIMEOUT_MS = 2_000;

/**
 * @param states progress of this process's projector, if it runs one
 * @param more health of its other roles, given the head of the log
 */
export function createHealth(
  commandSide: Readonly<{ log: EventLog; logId(): string | null; follower: RegisterFollower }>,
  store: ReadStore,
  states: HealthOfProjections,
  more: (head: number | null) => Promise<readonly PartHealth[]> = async () => [],
): Health {
  const caughtUpOnce = new Set<string>();
  /** The head at the first check: a part that reaches it has caught up, whatever is appended later. */
  let firstHead: number | null = null;
  return async () => {
    const [head, readable] = await Promise.all([
      withTimeout(() => commandSide.log.head()),
      withTimeout(() => store.checkpoint(projections[0]?.name ?? '').then(() => true)),
    ]);
    firstHead ??= head;
    const { caughtUp, failing } = commandSide.follower.status();
    return [
      { part: 'log', ready: head !== null && commandSide.logId() !== null },
      { part: 'read models', ready: readable === true },
      { part: 'registers', ready: caughtUp && !failing },
      ...(await Promise.all(projections.map(({ name }) => projectionHealth(name, head)))),
      ...(await more(head)),
    ];
  };

  async function projectionHealth(name: string, head: number | null): Promise<PartHealth> {
    const part = `projection ${name}`;
    const stored = await withTimeout(() => store.checkpoint(name));
    const checkpoint = stored?.logId === commandSide.logId() ? stored : null; // otherwise the checkpoint is of a log before a copy or restore
    const lag = head === null || checkpoint === null ? {} : { lagEvents: Math.max(0, head - checkpoint.position) };
    const live = states.all().some(({ projection, phase }) => projection === name && phase === 'live');
    const failed = states.failed().some(({ projection }) => projection === name);
    // For a projector in another process only the checkpoint is known. Later lag is reported, but stays ready.
    const isCaughtUp = checkpoint !== null && firstHead !== null && checkpoint.position >= firstHead;
    if (live || isCaughtUp) caughtUpOnce.add(name);
    return { part, ready: !failed && caughtUpOnce.has(name), ...lag };
  }
}

/** Null when the call fails or takes longer than ANSWER_TIMEOUT_MS. */
export async function withTimeout<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([ask(), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
