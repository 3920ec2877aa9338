// Resolves names to addresses; a slow name does not delay the others.
import { Resolver, lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

export type Address = Readonly<{ address: string; family: 4 | 6 }>;

/** @returns all addresses of a name, at least one. @throws NameNotResolved */
export type ResolveName = (name: string) => Promise<readonly Address[]>;

export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved';
  constructor() {
    super('The name does not resolve');
  }
}

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;
const CACHED_MS = 5_000;
const NAMES_MAX = 2_000;

/**
 * Queries the name servers directly. The system's lookup occupies one of few threads, so names whose servers never answer would
 * block all others: it is used for one name at a time, and only for names that the name servers do not have (hosts file, search
 * domains). Results and failures are cached for some seconds.
 */
export function createNameResolver(): ResolveName {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  const cache = new LRUCache<string, Promise<readonly Address[]>>({ max: NAMES_MAX, ttl: CACHED_MS });
  const oneAtATime = pLimit(1);

  async function fromNameServers(name: string): Promise<readonly Address[]> {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 }) as const) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 }) as const) : []),
    ];
  }

  async function fromSystem(name: string): Promise<readonly Address[]> {
    const addresses = await oneAtATime(() => lookup(name, { all: true }));
    return addresses.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  }

  async function resolve(name: string): Promise<readonly Address[]> {
    const found = await fromNameServers(name);
    if (found.length > 0) return found;
    const others = await fromSystem(name).catch(() => []);
    if (others.length === 0) throw new NameNotResolved();
    return others;
  }

  return (name) => {
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const resolved = resolve(name);
    resolved.catch(() => undefined); // callers get the rejection
    cache.set(name, resolved);
    return resolved;
  };
}
