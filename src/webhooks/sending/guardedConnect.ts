// The undici connector for receivers: connects only to addresses that it has checked, whether they are in the URL or the result
// of its own name resolution (docs/spec/webhooks.md#addresses).
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressGuard } from './addressGuard.js';
import { NameNotResolved, type ResolveName } from './nameResolver.js';

export type GuardedConnect = buildConnector.connector;

/** The address of the receiver is not allowed. The error contains no address. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  constructor() {
    super('The address may not be reached');
  }
}

/** How long one of several addresses of a name is tried before the next: Node's 250 ms are too short for other continents. */
const NEXT_ADDRESS_MS = 1_000;

/** @param timeoutMs for the name, the connection and, for https, the handshake together */
export function createGuardedConnect(
  { resolve, mayReach }: Pick<AddressGuard, 'resolve' | 'mayReach'>,
  timeoutMs: number,
): GuardedConnect {
  const connectorFor = (isHttps: boolean) =>
    buildConnector({
      lookup: checkedLookup(resolve, (address) => mayReach(address, isHttps)),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      rejectUnauthorized: true, // also where NODE_TLS_REJECT_UNAUTHORIZED says otherwise
      maxCachedSessions: 0, // a resumed session does not verify the certificate again
      timeout: timeoutMs,
    });
  const connectors = { http: connectorFor(false), https: connectorFor(true) };
  return (options, callback) => {
    const isHttps = options.protocol === 'https:';
    const isLiteral = isIP(options.hostname) !== 0; // Node looks up names only
    if (isLiteral && !mayReach(options.hostname, isHttps)) callback(new AddressRefused(), null);
    else (isHttps ? connectors.https : connectors.http)(options, callback);
  };
}

/** Answers all addresses of a name, or none when one of them may not be reached. */
function checkedLookup(resolve: ResolveName, mayReach: (address: string) => boolean): LookupFunction {
  return (name, { all }, callback) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(new NameNotResolved(), []);
        if (!addresses.every(({ address }) => mayReach(address))) return callback(new AddressRefused(), []);
        return all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}
