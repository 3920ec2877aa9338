// Where deliveries may go. A URL is checked when it is registered, to help whoever registers it; what protects is the
// check at each connection: every address a name has at that moment, and only what was checked is connected to.
import { isIP } from 'node:net';
import type { UrlCheck } from '../../commands/webhooks/webhookUrl.js';
import type { UrlFault } from '../../domain/webhooks/faults.js';
import { createGuardedConnect, type GuardedConnect, type MayReach } from './guardedAgents.js';
import { createResolve, type Resolve } from './names.js';
import { isPublic, isWithin, type Network } from './networks.js';
import { isServicePort } from './servicePorts.js';

export type AddressGuard = UrlCheck &
  Readonly<{
    connect: GuardedConnect;
  }>;

export type GuardOptions = Readonly<{
  /** May be reached although private, and by http too (`WEBHOOK_ALLOWED_NETWORKS`). */
  allowedNetworks: readonly Network[];
  resolve?: Resolve;
}>;

const URL_LENGTH_MAX = 2_048;
/** A name that takes longer at registration counts as one that does not resolve. */
const RESOLVE_MAX_MS = 2_000;
/** Names of the machine itself, whatever a resolver says (RFC 6761, 6.3). */
const LOCALHOST = /(^|\.)localhost\.?$/;

export function createAddressGuard({ allowedNetworks, resolve = createResolve() }: GuardOptions): AddressGuard {
  const isAllowed = (address: string): boolean => isWithin(address, allowedNetworks);
  const mayReach: MayReach = (address, isHttps) => isAllowed(address) || (isHttps && isPublic(address));
  const httpAllowed = allowedNetworks.length > 0;

  return {
    checkText: (text, ownHost) => textFault(text, ownHost, httpAllowed, mayReach),

    async checkName(text) {
      const { protocol, hostname } = new URL(text);
      if (literalOf(hostname) !== null) return null;
      const isHttps = protocol === 'https:';
      const addresses = await resolvedInTime(resolve, hostname);
      return addresses.every(({ address }) => mayReach(address, isHttps)) ? null : 'ADDRESS_REFUSED';
    },

    connect: createGuardedConnect({ resolve, isAllowed, mayReach }),
  };
}

/** In the order in which they are told: one fault a URL. */
function textFault(
  text: string,
  ownHost: string | null,
  httpAllowed: boolean,
  mayReach: MayReach,
): UrlFault | null {
  if (text.length > URL_LENGTH_MAX) return 'TOO_LONG';
  // Spaces and control characters would be dropped or encoded in silence: what is stored would not be what is called.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'MALFORMED';
  const url = new URL(text);
  const isHttps = url.protocol === 'https:';
  if (!isHttps && !(url.protocol === 'http:' && httpAllowed)) return 'SCHEME';
  if (url.username !== '' || url.password !== '' || text.split(/[/?#]/, 3)[2]?.includes('@')) return 'USER_INFO';
  if (text.includes('#')) return 'FRAGMENT';
  if (isServicePort(url.port)) return 'PORT';
  if (ownHost !== null && url.host === ownHost.toLowerCase()) return 'OWN_HOST';
  const literal = literalOf(url.hostname) ?? (LOCALHOST.test(url.hostname) ? '127.0.0.1' : null);
  if (literal !== null && !mayReach(literal, isHttps)) return isHttps ? 'ADDRESS_REFUSED' : 'SCHEME';
  return null;
}

/** The address that a URL's host is, null for a name. Any spelling of an IPv4 address was made dotted by the parser. */
function literalOf(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
}

async function resolvedInTime(resolve: Resolve, name: string): Promise<Awaited<ReturnType<Resolve>>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<[]>((done) => {
    timer = setTimeout(() => done([]), RESOLVE_MAX_MS);
  });
  return Promise.race([resolve(name).catch(() => []), late]).finally(() => clearTimeout(timer));
}
