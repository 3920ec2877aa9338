// Restricts the addresses of receivers. The check at registration reports mistakes to the webhook's owner; the
// protection is the check at each connection, of every address that the name has at that moment
// (docs/spec/webhooks.md#addresses).
import { LRUCache } from 'lru-cache';
import { Resolver, lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import pLimit from 'p-limit';
import { inTime } from '../../commands/kernel/context.js';
import type { UrlCheck } from '../../commands/webhooks/webhookCommands.js';
import { URL_CHARACTERS_MAX } from '../../domain/webhooks/events.js';
import type { UrlFault } from '../../domain/webhooks/refusals.js';
import { isPublic, isWithin, type Network } from './networks.js';

/** Those that browsers block (Fetch Standard, 2.9 “Port blocking”), and those of common databases. */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
  110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530,
  531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190,
  5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  // PostgreSQL, MySQL, SQL Server, Oracle, Redis, MongoDB, memcached, Cassandra, EventStoreDB
  5432, 3306, 1433, 1521, 6379, 27017, 11211, 9042, 1113, 2113,
]);

type MayReach = (address: string, isHttps: boolean) => boolean;

export type AddressGuard = UrlCheck & Readonly<{ resolve: ResolveName; mayReach: MayReach }>;

type GuardOptions = Readonly<{
  /** Networks that are allowed though private, and with http (`WEBHOOK_ALLOWED_NETWORKS`). */
  allowedNetworks: readonly Network[];
  /** URLs of this service: the configured one, and that on which it listens. */
  ownUrls?: readonly string[];
  resolve?: ResolveName;
}>;

/** At registration, a name that takes longer is treated as one that does not resolve. */
const RESOLVE_TIMEOUT_MS = 2_000;
/** Loopback, regardless of a resolver's answer (RFC 6761, 6.3). */
const LOCALHOST = /(^|\.)localhost\.?$/;

export function createAddressGuard({
  allowedNetworks,
  ownUrls = [],
  resolve = createNameResolver(),
}: GuardOptions): AddressGuard {
  const mayReach: MayReach = (address, isHttps) =>
    isWithin(address, allowedNetworks) || (isHttps && isPublic(address));
  const httpAllowed = allowedNetworks.length > 0;

  return {
    checkText: (text) => textFault(text, ownUrls, httpAllowed, mayReach),

    async checkName(text) {
      const { protocol, hostname } = new URL(text);
      if (literalOf(hostname) !== null) return null;
      const isHttps = protocol === 'https:';
      const addresses = await inTime(RESOLVE_TIMEOUT_MS, resolve(hostname)).catch(() => []);
      // Nothing tells that the name lies in an allowed network, the only ones for http.
      if (!isHttps && addresses.length === 0) return 'SCHEME';
      return addresses.every(({ address }) => mayReach(address, isHttps)) ? null : 'ADDRESS_REFUSED';
    },

    resolve,
    mayReach,
  };
}

/** @returns the first fault found, in this order */
function textFault(
  text: string,
  ownUrls: readonly string[],
  httpAllowed: boolean,
  mayReach: MayReach,
): UrlFault | null {
  if (text.length > URL_CHARACTERS_MAX) return 'TOO_LONG';
  // The URL parser drops or encodes spaces and control characters: the URL called would not be the one stored.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'MALFORMED';
  const url = new URL(text);
  const isHttps = url.protocol === 'https:';
  if (!isHttps && !(url.protocol === 'http:' && httpAllowed)) return 'SCHEME';
  if (url.username !== '' || url.password !== '' || text.split(/[/?#]/, 3)[2]?.includes('@')) return 'USER_INFO';
  if (text.includes('#')) return 'FRAGMENT';
  if (url.port !== '' && BLOCKED_PORTS.has(Number(url.port))) return 'PORT';
  if (!hasName(url)) return 'MALFORMED';
  if (ownUrls.some((ownUrl) => hostOf(new URL(ownUrl)) === hostOf(url))) return 'OWN_HOST';
  const literal = literalOf(url.hostname) ?? (LOCALHOST.test(url.hostname) ? '127.0.0.1' : null);
  if (literal !== null && !mayReach(literal, isHttps)) return isHttps ? 'ADDRESS_REFUSED' : 'SCHEME';
  return null;
}

/** The URL parser takes `https://.` and `https://a..b`, which no resolver knows. A name may end with a dot. */
function hasName({ hostname }: URL): boolean {
  return hostname
    .replace(/\.$/, '')
    .split('.')
    .every((label) => label !== '');
}

/** Host and port, for comparison: names of this machine are one. */
function hostOf({ hostname, port }: URL): string {
  return `${LOCALHOST.test(hostname) ? '127.0.0.1' : hostname.replace(/\.$/, '')}:${port}`;
}

/** A URL's host if it is an address, null for a name. The URL parser made any IPv4 address dotted decimal. */
function literalOf(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

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
 * Queries the name servers directly. The system's lookup occupies one of few threads, so names whose servers never
 * answer would block all others: it is used for one name at a time, and only for names that the name servers do
 * not have (hosts file, search domains). Results and failures are cached for some seconds.
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
    const addresses = await fromNameServers(name);
    if (addresses.length > 0) return addresses;
    const systemAddresses = await fromSystem(name).catch(() => []);
    if (systemAddresses.length === 0) throw new NameNotResolved();
    return systemAddresses;
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
