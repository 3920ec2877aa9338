// Parses a connection string: the nodes, TLS, and the settings of a connection.
import parser from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import { credentials, type ChannelCredentials, type ChannelOptions } from '@grpc/grpc-js';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';

export type Node = Readonly<{ host: string; port: number }>;

export type Address = Readonly<{
  /** In the form that the client accepts. */
  connectionString: string;
  hosts: readonly Node[];
  /** The first host is a name of all nodes. */
  isDiscovered: boolean;
  isSecure: boolean;
  /** The authority's certificates in PEM; null for Node's own ones. */
  ca: Buffer | null;
  user: string | null;
  credentials: ChannelCredentials;
  keepAlive: ChannelOptions;
}>;

/** The largest event of a server, and some space for its metadata; the client's own limit. */
const MESSAGE_BYTES_MAX = 17 * 1_048_576;
const KEEP_ALIVE_MS = 10_000;

/** The server is called KurrentDB since 2025; its client for Node refuses the new protocol names. */
export function inClientForm(connectionString: string): string {
  return connectionString.trim().replace(/^kurrentdb(\+discover)?:/, 'esdb$1:');
}

/** @throws the client's ParseError; an error of the system for a missing certificate */
export function parseAddress(given: string): Address {
  const connectionString = inClientForm(given);
  const options = parser.parseConnectionString(connectionString);
  const isSecure = options.tls !== false;
  const ca = isSecure ? fileOf(options.tlsCAFile) : null;
  const keepAlive = (ms = KEEP_ALIVE_MS) => (ms < 0 ? Number.MAX_VALUE : ms);
  return {
    connectionString,
    hosts: options.hosts.map(({ address, port }) => ({ host: address, port })),
    isDiscovered: options.dnsDiscover,
    isSecure,
    ca,
    user: isSecure ? (options.defaultCredentials?.username ?? null) : null,
    credentials: isSecure
      ? namingNoAddress(credentials.createSsl(ca, fileOf(options.userKeyFile), fileOf(options.userCertFile)))
      : credentials.createInsecure(),
    keepAlive: {
      'grpc.keepalive_time_ms': keepAlive(options.keepAliveInterval),
      'grpc.keepalive_timeout_ms': keepAlive(options.keepAliveTimeout),
    },
  };
}

/**
 * grpc-js sends the host as server name even if it is an address, which TLS does not allow: Node warns of it (DEP0123), once a
 * process on stderr. No option leaves the name out. The certificate is checked against the host all the same.
 */
function namingNoAddress(secure: ChannelCredentials): ChannelCredentials {
  const create = secure._createSecureConnector.bind(secure);
  secure._createSecureConnector = (...call) => {
    const connector = create(...call);
    const { connectionOptions } = connector as Partial<{ connectionOptions: { servername?: string } }>;
    if (connectionOptions !== undefined && isIP(connectionOptions.servername ?? '') !== 0)
      delete connectionOptions.servername;
    return connector;
  };
  return secure;
}

/** Options of a connection that no other channel of this process shares. */
export function ownConnection({ keepAlive }: Address): ChannelOptions {
  return {
    ...keepAlive,
    'grpc.use_local_subchannel_pool': 1,
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
  };
}

export function targetOf({ host, port }: Node): string {
  return `${host}:${port}`;
}

export function isSameNode(one: Node, other: Node): boolean {
  return one.host === other.host && one.port === other.port;
}

function fileOf(path: string | undefined): Buffer | null {
  return path === undefined ? null : readFileSync(resolve(path));
}
