// From names to addresses, so that names that resolve slowly hold up nobody else's deliveries.
import { Resolver, lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';

export type Address = Readonly<{ address: string; family: 4 | 6 }>;

/** All addresses of a name, at least one. @throws NameNotResolved */
export type Resolve = (name: string) => Promise<readonly Address[]>;

export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved';
  constructor() {
    super('The name does not resolve');
  }
}

const QUERY_MAX_MS = 2_000;
const QUERY_TRIES = 2;
const KNOWN_MS = 5_000;
const NAMES_MAX = 2_000;

/**
 * Asks the name servers directly: the system's own way waits in one of two threads, so that a few names whose servers
 * never answer would stop all others. It is used, one name at a time, for what only the system knows (its hosts file,
 * search domains). Each name is asked once at a time and remembered for a few seconds, found or not.
 */
export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: QUERY_MAX_MS, tries: QUERY_TRIES });
  const known = new LRUCache<string, Promise<readonly Address[]>>({ max: NAMES_MAX, ttl: KNOWN_MS });
  let lastSystemLookup: Promise<unknown> = Promise.resolve();

  async function fromNameServers(name: string): Promise<readonly Address[]> {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 }) as const) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 }) as const) : []),
    ];
  }

  function fromSystem(name: string): Promise<readonly Address[]> {
    const found = lastSystemLookup.then(async () => {
      const addresses = await lookup(name, { all: true });
      return addresses.map(({ address, family }): Address => ({ address, family: family === 6 ? 6 : 4 }));
    });
    lastSystemLookup = found.catch(() => undefined);
    return found;
  }

  async function ask(name: string): Promise<readonly Address[]> {
    const found = await fromNameServers(name);
    if (found.length > 0) return found;
    const others = await fromSystem(name).catch(() => []);
    if (others.length === 0) throw new NameNotResolved();
    return others;
  }

  return (name) => {
    const remembered = known.get(name);
    if (remembered) return remembered;
    const asked = ask(name);
    asked.catch(() => undefined); // whoever waits for it is told
    known.set(name, asked);
    return asked;
  };
}
