// Times of changes in MongoDB come from the server's clock only: the clocks of processes differ, and a process may be suspended
// before it sends a change.
import type { Mongo } from '../../mongo/connection.js';

/** Part of an update: the server sets its own time when it applies it. */
export const SET_CHANGED_AT = { $currentDate: { changedAt: true } } as const;

/** An insert carries the time read before it; above this duration the row's time is set again. */
export const LATE_MS = 30_000;
/**
 * Maximum delay between a change's time and its visibility: the longest bulk write, plus the clock difference between servers
 * when another one becomes primary.
 */
export const UNSEEN_MAX_MS = 60_000;

/** The used members of the answer to `hello`; only members of a replica set send `lastWrite`. */
type Hello = Readonly<{ localTime: Date; lastWrite?: Readonly<{ majorityWriteDate?: Date }> }>;

export async function serverTime(mongo: Mongo): Promise<Date> {
  return (await hello(mongo)).localTime;
}

/**
 * Changes not visible yet will have this time (ms) or a later one. Reads of a replica set see what its majority has, so later
 * writes count as not visible.
 */
export async function changedUntil(mongo: Mongo): Promise<number> {
  const { localTime, lastWrite } = await hello(mongo);
  return Math.min(localTime.getTime(), (lastWrite?.majorityWriteDate ?? localTime).getTime()) - UNSEEN_MAX_MS;
}

/** Sent under its older name, which every server knows. */
async function hello(mongo: Mongo): Promise<Hello> {
  return (await mongo.ask('Asking the time', () => mongo.db.command({ isMaster: 1 }))) as Hello & object;
}
