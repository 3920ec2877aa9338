// When deliveries changed, in MongoDB: by the server's clock alone, for those of processes differ and a process may stand
// still with a change in its hands.
import type { Mongo } from '../../mongo/connection.js';

/** With a change: the server tells its time while it makes it, however long the change was on its way. */
export const SET_CHANGED_AT = { $currentDate: { changedAt: true } } as const;

/** A row that took longer than this to be stored is timed again: an insert carries the time asked for before it. */
export const LATE_MS = 30_000;
/**
 * Between the time of a change and the moment others see it: what an insert may take, or the longest change of many rows we
 * wait for, and as much for clocks of servers that differ when one takes the place of another.
 */
export const UNSEEN_MAX_MS = 60_000;

/** What is read of the answer to `hello`; `lastWrite` comes from members of a replica set only. */
type Hello = Readonly<{ localTime: Date; lastWrite?: Readonly<{ majorityWriteDate?: Date }> }>;

export async function serverTime(mongo: Mongo): Promise<Date> {
  return (await hello(mongo)).localTime;
}

/**
 * Whatever cannot be read yet will have changed at this time (ms) or later. Of a replica set nothing is read that its majority
 * does not have, so what came after that counts as not readable yet.
 */
export async function changedUntil(mongo: Mongo): Promise<number> {
  const { localTime, lastWrite } = await hello(mongo);
  return Math.min(localTime.getTime(), (lastWrite?.majorityWriteDate ?? localTime).getTime()) - UNSEEN_MAX_MS;
}

/** Sent under its older name, which every server knows. */
async function hello(mongo: Mongo): Promise<Hello> {
  return (await mongo.ask('Asking the time', () => mongo.db.command({ isMaster: 1 }))) as Hello & object;
}
