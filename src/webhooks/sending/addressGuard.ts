// Restricts the addresses of receivers. The check at registration reports mistakes to the webhook's owner; the protection is the
// check at each connection, of every address that the name has at that moment (docs/spec/webhooks.md#addresses).
import { isIP } from 'node:net';
import type { UrlCheck } from '../../commands/webhooks/urlCheck.js';
import type { UrlFault } from '../../domain/webhooks/refusals.js';
import { isBlockedPort } from './blockedPorts.js';
import { createNameResolver, type ResolveName } from './nameResolver.js';
import { isPublic, isWithin, type Network } from './networks.js';

/** Whether a delivery may go to an IP address. */
export type MayReach = (address: string, isHttps: boolean) => boolean;

export type AddressGuard = UrlCheck & Readonly<{ resolve: ResolveName; mayReach: MayReach }>;

export type GuardOptions = Readonly<{
  /** Networks that are allowed though private, and with http (`WEBHOOK_ALLOWED_NETWORKS`). */
  allowedNetworks: readonly Network[];
  /** URLs of this service: the configured one, and that on which it listens. */
  ownUrls?: readonly string[];
  resolve?: ResolveName;
}>;

const URL_CHARACTERS_MAX = 2_048;
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
      const addresses = await resolvedInTime(resolve, hostname);
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
  // The URL parser drops or encodes spaces and control characters: the URL called would differ from the one stored.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'MALFORMED';
  const url = new URL(text);
  const isHttps = url.protocol === 'https:';
  if (!isHttps && !(url.protocol === 'http:' && httpAllowed)) return 'SCHEME';
  if (url.username !== '' || url.password !== '' || text.split(/[/?#]/, 3)[2]?.includes('@')) return 'USER_INFO';
  if (text.includes('#')) return 'FRAGMENT';
  if (isBlockedPort(url.port)) return 'PORT';
  if (!hasName(url)) return 'MALFORMED';
  if (ownUrls.some((own) => hostOf(new URL(own)) === hostOf(url))) return 'OWN_HOST';
  const literal = literalOf(url.hostname) ?? (LOCALHOST.test(url.hostname) ? '127.0.0.1' : null);
  if (literal !== null && !mayReach(literal, isHttps)) return isHttps ? 'ADDRESS_REFUSED' : 'SCHEME';
  return null;
}

/** The URL parser takes `https://.` and `https://a..b`, whose host no resolver knows. A name may end with a dot. */
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

/** The host of a URL if it is an address, null for a name. The URL parser has made any IPv4 address dotted decimal. */
function literalOf(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

async function resolvedInTime(resolve: ResolveName, name: string): ReturnType<ResolveName> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<[]>((done) => {
    timer = setTimeout(() => done([]), RESOLVE_TIMEOUT_MS);
  });
  return Promise.race([resolve(name).catch(() => []), late]).finally(() => clearTimeout(timer));
}
