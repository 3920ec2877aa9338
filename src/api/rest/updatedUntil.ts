// `X-Updated-Until`: the `updatedSince` of the client's next reading, chosen so that every change is seen at least once.
import { LRUCache } from 'lru-cache';

/** Readings remembered at once, and how long a client may pause between two pages. */
const READINGS_MAX = 10_000;
/** Total characters of their names: a filter may be as long as a URL. */
const NAMES_LENGTH_MAX = 5_000_000;
const PAUSE_MAX_MS = 15 * 60_000;

export type Reading = Readonly<{
  /** Key, list, filters and page size: everything but the page number. */
  name: string;
  page: number;
  /** `updatedSince` of the request, ms. */
  changedSince: number | undefined;
  /** Changes missing from this page will have this time, in ms, or a later one. */
  changedUntil: number;
}>;

/**
 * A row of an earlier page may change before the next page is read, so all pages of a reading carry the value of its first
 * page. When the first page is unknown (another process answered it, or too long ago), the page carries the request's own
 * `updatedSince`, which repeats rows but misses none.
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
