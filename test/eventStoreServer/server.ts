// A server that speaks EventStoreDB's gRPC protocol on loopback, as far as its client for Node needs it to append, read
// and subscribe with exact revisions, on top of the embedded log. It behaves as release 23.10 was measured to, and can
// be made to fail in the ways a network and a cluster fail. It is no EventStoreDB: no users, no metadata, no deletion.
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { StreamsService, type IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { APPEND_BYTES_MAX, type EventLog } from '../../src/domain/kernel/log.js';
import { openEmbeddedLog } from '../../src/stores/log/lmdb/embeddedLog.js';
import { append, batchAppend } from './appending.js';
import { Faults } from './faults.js';
import { readAll, readStream, type ReadCall } from './reading.js';
import { notSupported, Refusal, statusOf, unexpected } from './statuses.js';
import { subscribeToAll } from './subscribing.js';

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
  /** Sees the authorization header of every call. */
  onAuthorization?: (header: string | undefined) => void;
}>;

/** As the real one's web server: what comes beyond waits without a word. */
const CALLS_PER_CONNECTION_MAX = 100;

export async function startEventStoreServer(options: ServerOptions): Promise<EventStoreServer> {
  const log = await openEmbeddedLog(options.folder);
  const faults = new Faults();
  const server = new Server({
    'grpc.max_receive_message_length': 17 * 1_048_576,
    'grpc.max_concurrent_streams': CALLS_PER_CONNECTION_MAX,
  });
  server.addService(StreamsService, streams(log, faults, options));
  server.addService(GossipService, {
    read: (_call: unknown, answer: (error: Refusal | null, response?: unknown) => void) => {
      const refusal = statusOf(faults.next('gossip'));
      if (refusal === null) answer(null, clusterOf(port));
      else answer(refusal);
    },
  });
  server.addService(ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: (error: null, response: unknown) => void) =>
      answer(null, supportedMethods()),
  });
  const { tls } = options;
  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }]);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${options.port ?? 0}`, credentials, (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  );
  return {
    port,
    url: `esdb://127.0.0.1:${port}?tls=${String(tls !== undefined)}`,
    faults,
    stop: async () => {
      server.forceShutdown();
      await log.close();
    },
  };
}

function streams(log: EventLog, faults: Faults, options: ServerOptions): IStreamsServer {
  const bytesMax = options.appendBytesMax ?? APPEND_BYTES_MAX;
  const see = (call: { metadata: { get(key: string): unknown[] } }) =>
    options.onAuthorization?.(call.metadata.get('authorization')[0] as string | undefined);
  return {
    read: (call) => {
      see(call);
      read(log, faults, call).then(
        () => call.end(),
        (error: unknown) => call.emit('error', asRefusal(error)), // what grpc-js sends as the call's status
      );
    },
    append: (call, answer) => {
      see(call);
      faults.calls.append += 1;
      append(log, call, answer, bytesMax, faults.next('append')).catch((error: unknown) =>
        answer(asRefusal(error)),
      );
    },
    batchAppend: (call) => {
      see(call);
      batchAppend(log, call, bytesMax, () => {
        faults.calls.batchAppend += 1;
        return faults.next('append');
      });
    },
    delete: (_call, answer) => answer(notSupported('Deletion')),
    tombstone: (_call, answer) => answer(notSupported('Deletion')),
  };
}

async function read(log: EventLog, faults: Faults, call: ReadCall): Promise<void> {
  const options = call.request.getOptions();
  if (options === undefined) throw notSupported('Reading without options');
  const kind = options.hasSubscription() ? 'subscribe' : 'read';
  faults.calls[kind] += 1;
  const fault = faults.next(kind);
  const refusal = statusOf(fault);
  if (refusal !== null) throw refusal;
  if (fault?.is === 'silent') return new Promise((resolve) => call.on('cancelled', resolve).on('close', resolve));
  if (fault?.is === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
  if (options.hasSubscription()) return subscribeToAll(log, call, options, faults, fault);
  return options.hasStream() ? readStream(log, call, options) : readAll(log, call, options);
}

/** What the real server says of itself, as far as the client asks. */
function supportedMethods() {
  const methods = ['append', 'batchappend', 'read'].map((name) =>
    new featuresPb.SupportedMethod()
      .setServiceName('event_store.client.streams.streams')
      .setMethodName(name)
      .setFeaturesList([]),
  );
  return new featuresPb.SupportedMethods().setEventStoreServerVersion('23.10.6').setMethodsList(methods);
}

/** A cluster of which this server is all that is left, and so its leader. */
function clusterOf(port: number) {
  const endPoint = new gossipPb.EndPoint().setAddress('127.0.0.1').setPort(port);
  const member = new gossipPb.MemberInfo()
    .setState(gossipPb.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(endPoint);
  return new gossipPb.ClusterInfo().setMembersList([member]);
}

function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : unexpected(error);
}
