// Which addresses are public, and which the configuration allows. ipaddr.js knows the reserved ranges.
import ipaddr from 'ipaddr.js';

export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** All IPv6 addresses for public use (RFC 4291, 2.4): without `::7f00:1`, which ipaddr.js calls unicast. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Dotted decimal with four parts: no octal, no hexadecimal, no short form. */
const IPV4_CIDR = /^(?:[0-9]{1,3}\.){3}[0-9]{1,3}\/[0-9]{1,2}$/;

/** @param text CIDRs separated by commas. @returns null when one of them is invalid */
export function parseNetworks(text: string): readonly Network[] | null {
  const networks: Network[] = [];
  for (const one of text.split(',').map((part) => part.trim())) {
    if (!one.includes(':') && !IPV4_CIDR.test(one)) return null;
    if (!ipaddr.isValidCIDR(one)) return null;
    networks.push(ipaddr.parseCIDR(one));
  }
  return networks;
}

/** @param address an IP address, not a name */
export function isWithin(address: string, networks: readonly Network[]): boolean {
  const parsed = ipaddr.parse(address);
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/** @param address an IP address, not a name */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}
