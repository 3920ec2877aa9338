// The address of a client, also behind a trusted proxy that reports it (docs/spec/requests.md#connections).
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

export class Networks {
  readonly #networks = new BlockList();
  readonly #isEmpty: boolean;

  /** @param networks CIDRs */
  constructor(networks: readonly string[] = []) {
    this.#isEmpty = networks.length === 0;
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      this.#networks.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
    }
  }

  /** @param address in any notation */
  has(address: string): boolean {
    return !this.#isEmpty && this.#networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
}

/** Proxies whose `X-Forwarded-For` is believed. */
export class TrustedProxies extends Networks {
  /**
   * The last address of `X-Forwarded-For` that is not a trusted proxy: what stands before it was written by the
   * client.
   * @returns "" when the connection has ended
   */
  clientOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
    let client = plainAddress(socket.remoteAddress ?? '');
    if (client === '' || !this.has(client)) return client;
    const { 'x-forwarded-for': forwardedFor = '' } = headers;
    const hops = (Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor).split(',').reverse();
    for (const hop of hops) {
      const address = addressIn(hop.trim());
      if (address === null) break;
      client = address;
      if (!this.has(client)) break;
    }
    return client;
  }
}

/** IPv4 addresses in IPv4 notation, also on a socket that listens on IPv6. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:((?:[0-9]{1,3}\.){3}[0-9]{1,3})$/i.exec(address)?.[1];
  return mapped ?? address;
}

/** What one customer of a network has: an IPv4 address, or the first four groups (/64) of an IPv6 one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const canonical = new URL(`http://[${address.split('%')[0] ?? ''}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/** One entry of `X-Forwarded-For`; some proxies add the port. @returns null when it is no address */
function addressIn(hop: string): string | null {
  const withoutPort = /^\[([^\]]+)\](?::[0-9]+)?$/.exec(hop)?.[1] ?? /^([^:]+):[0-9]+$/.exec(hop)?.[1] ?? hop;
  return isIP(withoutPort) === 0 ? null : plainAddress(withoutPort);
}
