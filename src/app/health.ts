// What this process can tell of its parts: reachable, caught up since the start, and how far behind.
import type { Health, PartHealth } from '../api/http/health.js';
import type { RegisterFollower } from '../commands/registers/registerFollower.js';
import type { EventLog } from '../domain/kernel/log.js';
import type { HealthOfProjections } from '../projections/engine/projectionHealth.js';
import type { ReadStore } from '../projections/engine/readStore.js';
import { projections } from '../projections/views/allProjections.js';

/** A store that does not answer within this time is not ready. */
const ANSWER_TIMEOUT_MS = 2_000;

/**
 * @param states what the projector of this process tells, if it runs one
 * @param more what its other roles tell, knowing the head of the log
 */
export function createHealth(
  commandSide: Readonly<{ log: EventLog; logId(): string | null; follower: RegisterFollower }>,
  store: ReadStore,
  states: HealthOfProjections,
  more: (head: number | null) => Promise<readonly PartHealth[]> = async () => [],
): Health {
  const caughtUpOnce = new Set<string>();
  /** The log's head when it was first seen: whoever has come so far since has caught up, however much came after. */
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
    const checkpoint = stored?.logId === commandSide.logId() ? stored : null; // else of a log that was copied or restored
    const lag = head === null || checkpoint === null ? {} : { lagEvents: Math.max(0, head - checkpoint.position) };
    const live = states.all().some(({ projection, phase }) => projection === name && phase === 'live');
    const failed = states.failed().some(({ projection }) => projection === name);
    // Where the projector runs in another process, the stored checkpoint is all there is to go by. Later lag is shown,
    // not failed.
    const isThere = checkpoint !== null && firstHead !== null && checkpoint.position >= firstHead;
    if (live || isThere) caughtUpOnce.add(name);
    return { part, ready: !failed && caughtUpOnce.has(name), ...lag };
  }
}

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
