// A server that speaks EventStoreDB's gRPC protocol on loopback, as far as its client for Node needs it to append,
// read and subscribe with exact revisions, on top of the embedded log. It behaves as release 23.10 was measured
// to, and can be made to fail in the ways a network and a cluster fail. It is no EventStoreDB: no metadata, no
// deletion.
import { join } from 'node:path';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { UsersService } from '@eventstore/db-client/generated/users_grpc_pb.js';
import { StreamsService, type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { APPEND_BYTES_MAX, type EventLog } from '../../src/domain/kernel/log.js';
import { openEmbeddedLog } from '../../src/stores/log/sqlite/embeddedLog.js';
import { append } from './appending.js';
import { Faults } from './faults.js';
import { readAll, readStream, type ReadCall } from './reading.js';
import { accessDenied, notSupported, Refusal, statusOf, unauthenticated, unexpected } from './statuses.js';
import { subscribeToAll } from './subscribing.js';
import { settingsIn, usersService, type User } from './users.js';

export type EventStoreServer = Readonly<{
  port: number;
  /** A connection string for the client. */
  url: string;
  faults: Faults;
  /** Breaks off every connection and call at once, then frees the store. */
  stop(): Promise<void>;
}>;

export type ServerOptions = Readonly<{
  /** Where the embedded log lies; kept when the server stops. */
  folder: string;
  /** 0 for a free one. */
  port?: number;
  appendBytesMax?: number;
  /** Private key and certificate in PEM, for TLS. */
  tls?: Readonly<{ key: Buffer; certificate: Buffer }>;
  /** 127.0.0.1. */
  host?: string;
  /** With users, a call needs the password of one. They are changed by calls of an administrator. */
  users?: User[];
  /** Sees the authorization header of every call. */
  onAuthorization?: (header: string | undefined) => void;
}>;

/** What a server is in its cluster; without one it is all of it. */
export type Membership = Readonly<{
  members(): readonly Member[];
  /** Refuses a call that requires the leader; null on the leader. */
  refusal(): Refusal | null;
}>;
export type Member = Readonly<{ host: string; port: number; isLeader: boolean; isAlive: boolean }>;

/** As the real one's web server: what comes beyond waits without a word. */
const CALLS_PER_CONNECTION_MAX = 100;

export async function startEventStoreServer(options: ServerOptions): Promise<EventStoreServer> {
  const log = await openEmbeddedLog(join(options.folder, 'log.db'));
  const server = await serveLog(log, options);
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await log.close();
    },
  };
}

/** Stopping it leaves the log open. */
export async function serveLog(
  log: EventLog,
  options: Omit<ServerOptions, 'folder'>,
  membership: Membership | null = null,
): Promise<EventStoreServer> {
  const faults = new Faults();
  const server = new Server({
    'grpc.max_receive_message_length': 17 * 1_048_576,
    'grpc.max_concurrent_streams': CALLS_PER_CONNECTION_MAX,
  });
  server.addService(StreamsService, streams(log, faults, options, membership));
  if (options.users !== undefined) server.addService(UsersService, usersService(options.users));
  server.addService(GossipService, {
    read: (_call: unknown, answer: (error: Refusal | null, response?: unknown) => void) => {
      const refusal = statusOf(faults.next('gossip'));
      if (refusal === null) answer(null, clusterOf(membership?.members() ?? [alone(port)]));
      else answer(refusal);
    },
  });
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: (error: null, response: unknown) => void) => {
      faults.calls.features += 1;
      answer(null, supportedMethods());
    },
  });
  const { tls } = options;
  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }]);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`${options.host ?? '127.0.0.1'}:${options.port ?? 0}`, credentials, (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  );
  return {
    port,
    url: `esdb://127.0.0.1:${port}?tls=${String(tls !== undefined)}`,
    faults,
    stop: async () => server.forceShutdown(),
  };
}

function streams(
  log: EventLog,
  faults: Faults,
  options: Omit<ServerOptions, 'folder'>,
  membership: Membership | null,
): IStreamsServer {
  const bytesMax = options.appendBytesMax ?? APPEND_BYTES_MAX;
  const see = (call: { metadata: { get(key: string): unknown[] } }) =>
    options.onAuthorization?.(call.metadata.get('authorization')[0] as string | undefined);
  const notLeader = (call: { metadata: { get(key: string): unknown[] } }) =>
    call.metadata.get('requires-leader')[0] === 'true' ? (membership?.refusal() ?? null) : null;
  return {
    read: (call) => {
      see(call);
      const refusal = notLeader(call) ?? readingRefused(options, call);
      if (refusal !== null) return void call.emit('error', refusal);
      read(log, faults, call).then(
        () => call.end(),
        (error: unknown) => call.emit('error', asRefusal(error)), // what grpc-js sends as the call's status
      );
    },
    append: (call, answer) => {
      see(call);
      faults.calls.append += 1;
      const late: typeof answer = (...answered) => void faults.late().then(() => answer(...answered));
      const refusal = notLeader(call) ?? appendRefused(options, call);
      if (refusal !== null) return late(refusal);
      const settled = settingsIn(log, options.users ?? []);
      append(settled, call, late, bytesMax, faults.next('append')).catch((error: unknown) =>
        late(asRefusal(error)),
      );
    },
    batchAppend: (call) => void call.emit('error', notSupported('The shared call of appends')),
    delete: (_call, answer) => answer(notSupported('Deletion')),
    tombstone: (_call, answer) => answer(notSupported('Deletion')),
  };
}

async function read(log: EventLog, faults: Faults, call: ReadCall): Promise<void> {
  const options = call.request.getOptions();
  if (options === undefined) throw notSupported('Reading without options');
  const kind = options.hasSubscription() ? 'subscribe' : 'read';
  faults.calls[kind] += 1;
  await faults.late();
  const fault = faults.next(kind);
  const refusal = statusOf(fault);
  if (refusal !== null) throw refusal;
  if (fault?.is === 'silent') return new Promise((resolve) => call.on('cancelled', resolve).on('close', resolve));
  if (fault?.is === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  if (options.hasSubscription()) {
    faults.subscribers += 1;
    return subscribeToAll(log, call, options, faults, fault).finally(() => (faults.subscribers -= 1));
  }
  return options.hasStream() ? readStream(log, call, options) : readAll(log, call, options);
}

/** What the call's user may do; null for one who is unknown. */
function rightsOf(
  { users }: Omit<ServerOptions, 'folder'>,
  call: Readonly<{ metadata: { get(key: string): unknown[] } }>,
): User['rights'] | null {
  if (users === undefined) return 'all';
  const header = call.metadata.get('authorization')[0] as string | undefined;
  if (header === undefined) return 'none';
  const sent = Buffer.from(header.replace('Basic ', ''), 'base64').toString();
  return users.find(({ name, password }) => sent === `${name}:${password}`)?.rights ?? null;
}

function appendRefused(
  options: Omit<ServerOptions, 'folder'>,
  call: Parameters<typeof rightsOf>[1],
): Refusal | null {
  const rights = rightsOf(options, call);
  if (rights === 'all' || rights === 'admin') return null;
  return rights === 'none' ? accessDenied() : unauthenticated();
}

/** Streams may be read by every user, and by nobody else. */
function readingRefused(options: Omit<ServerOptions, 'folder'>, call: ReadCall): Refusal | null {
  const rights = rightsOf(options, call);
  if (rights === null) return unauthenticated();
  const isUser = call.metadata.get('authorization').length > 0;
  const isOpen = isUser && call.request.getOptions()?.hasAll() !== true;
  return rights === 'none' && !isOpen ? accessDenied() : null;
}

/**
 * What the server says of itself, as far as the client asks: without the shared call of appends, which only the
 * real one has.
 */
function supportedMethods() {
  const methods = ['append', 'read'].map((name) =>
    new featuresPb.SupportedMethod()
      .setServiceName('event_store.client.streams.streams')
      .setMethodName(name)
      .setFeaturesList([]),
  );
  return new featuresPb.SupportedMethods().setEventStoreServerVersion('23.10.6').setMethodsList(methods);
}

const alone = (port: number): Member => ({ host: '127.0.0.1', port, isLeader: true, isAlive: true });

function clusterOf(members: readonly Member[]) {
  const { LEADER, FOLLOWER } = gossipPb.MemberInfo.VNodeState;
  const list = members.map(({ host, port, isLeader, isAlive }) =>
    new gossipPb.MemberInfo()
      .setState(isLeader ? LEADER : FOLLOWER)
      .setIsAlive(isAlive)
      .setHttpEndPoint(new gossipPb.EndPoint().setAddress(host).setPort(port)),
  );
  return new gossipPb.ClusterInfo().setMembersList(list);
}

function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : unexpected(error);
}
