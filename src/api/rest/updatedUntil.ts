// What a client asks with next time to see every change exactly once or more, never less (`X-Updated-Until`).
import { LRUCache } from 'lru-cache';

/** Readings of lists under way at once, and how long one may pause between two pages. */
const READINGS_MAX = 10_000;
/** Characters of their names together: a filter may be as long as an address. */
const NAMES_LENGTH_MAX = 5_000_000;
const PAUSE_MAX_MS = 15 * 60_000;

export type Reading = Readonly<{
  /** Key, list, filters and size of a page: everything but its number. */
  name: string;
  page: number;
  /** What was asked for, ms. */
  changedSince: number | undefined;
  /** Whatever is not in this page yet will have changed then or later, ms. */
  changedUntil: number;
}>;

/**
 * Between two pages a row of an earlier one may change. So all pages of a reading carry the value of its first page; one
 * whose first page is not known here (it was read from another process, or long ago) what it was asked with, which
 * repeats rows and misses none.
 */
export function createUpdatedUntil() {
  const firstPages = new LRUCache<string, number>({
    max: READINGS_MAX,
    maxSize: NAMES_LENGTH_MAX,
    sizeCalculation: (_, name) => name.length,
    ttl: PAUSE_MAX_MS,
    updateAgeOnGet: true,
  });
  return ({ name, page, changedSince, changedUntil }: Reading): string => {
    if (page === 1) {
      if (!firstPages.has(name)) firstPages.set(name, changedUntil);
      return new Date(changedUntil).toISOString();
    }
    const known = firstPages.get(name) ?? changedSince ?? 0;
    return new Date(Math.min(known, changedUntil)).toISOString();
  };
}
