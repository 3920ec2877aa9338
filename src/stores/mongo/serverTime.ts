// Stamps of documents in MongoDB are of the server's clock only: the clocks of processes differ, and a process may be suspended
// before it sends a change.
import type { Mongo } from './connection.js';

/** An insert carries the time read before it; above this duration the documents are stamped again. */
export const LATE_MS = 30_000;
/**
 * Maximum delay between a stamp and its visibility: the longest bulk write, plus the clock difference between servers when another
 * one becomes primary.
 */
export const UNSEEN_MAX_MS = 60_000;

/** The used members of the answer to `hello`; only members of a replica set send `lastWrite`. */
type Hello = Readonly<{ localTime: Date; lastWrite?: Readonly<{ majorityWriteDate?: Date }> }>;

export async function serverTime(mongo: Mongo): Promise<Date> {
  return (await hello(mongo)).localTime;
}

/**
 * Stamps not visible yet will be this time (ms) or later. Reads of a replica set see what its majority has, so later writes count
 * as not visible.
 */
export async function stampedUntil(mongo: Mongo): Promise<number> {
  const { localTime, lastWrite } = await hello(mongo);
  return Math.min(localTime.getTime(), (lastWrite?.majorityWriteDate ?? localTime).getTime()) - UNSEEN_MAX_MS;
}

/** Sent under its older name, which every server knows. */
async function hello(mongo: Mongo): Promise<Hello> {
  return (await mongo.ask('Asking the time', () => mongo.db.command({ isMaster: 1 }))) as Hello & object;
}
