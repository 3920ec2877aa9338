// Asks the nodes of a cluster for the leader, all at once, as some may not answer.
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { Metadata, type ChannelOptions } from '@grpc/grpc-js';
import { lookup } from 'node:dns/promises';
import { withTimeout } from '../../../withTimeout.js';
import { isSameNode, ownConnection, targetOf, type Address, type Node } from './address.js';

/** `leader` is null while the node has none. */
export type ClusterView = Readonly<{ leader: Node | null; members: readonly Node[] }>;

const ANSWER_MS = 1_000;

/**
 * Resolves once more than half of the nodes name the same leader, otherwise when all have answered or the time is over.
 * @returns the views of those that answered
 */
export async function askNodes(address: Address, nodes: readonly Node[]): Promise<readonly ClusterView[]> {
  const views: ClusterView[] = [];
  const clients: InstanceType<typeof gossipGrpc.GossipClient>[] = [];
  await new Promise<void>((resolve) => {
    let left = nodes.length;
    const done = (view: ClusterView | null) => {
      if (view !== null) views.push(view);
      left -= 1;
      if (left === 0 || votesOf(views).some(({ votes }) => 2 * votes > nodes.length)) resolve();
    };
    if (left === 0) resolve();
    for (const node of nodes) clients.push(askNode(address, node, done));
  });
  for (const client of clients) client.close();
  return views;
}

/** The leader that most of the views name; null when none does, or as many name another. */
export function leaderOf(views: readonly ClusterView[]): Node | null {
  const [first, second] = votesOf(views).sort((a, b) => b.votes - a.votes);
  return first === undefined || first.votes === second?.votes ? null : first.node;
}

/** The nodes that the connection string names; for discovery by DNS each address of the name. */
export async function seeds({ hosts, isDiscovered }: Address): Promise<readonly Node[]> {
  const [first] = hosts;
  if (!isDiscovered || first === undefined) return hosts;
  const found = lookup(first.host, { all: true });
  try {
    const addresses = await withTimeout(ANSWER_MS, found, () => new Error('No answer of the name server'));
    const nodes = addresses.map(({ address, family }) => ({
      host: family === 6 ? `[${address}]` : address,
      port: first.port,
    }));
    return nodes.length > 1 ? nodes : [first];
  } catch {
    return [first];
  }
}

function votesOf(views: readonly ClusterView[]): { node: Node; votes: number }[] {
  const found: { node: Node; votes: number }[] = [];
  for (const { leader } of views) {
    if (leader === null) continue;
    const entry = found.find(({ node }) => isSameNode(node, leader));
    if (entry === undefined) found.push({ node: leader, votes: 1 });
    else entry.votes += 1;
  }
  return found;
}

function askNode(address: Address, node: Node, done: (view: ClusterView | null) => void) {
  const client = new gossipGrpc.GossipClient(targetOf(node), address.credentials, {
    ...ownConnection(address),
    ...nameOf(address),
  });
  const deadline = Date.now() + ANSWER_MS;
  client.read(new sharedPb.Empty(), new Metadata(), { deadline }, (error, info) =>
    done(error === null ? viewOf(info) : null),
  );
  return client;
}

/** A certificate contains the name, not the addresses it resolves to. */
function nameOf({ isDiscovered, isSecure, hosts }: Address): ChannelOptions {
  const [first] = hosts;
  return isDiscovered && isSecure && first !== undefined ? { 'grpc.ssl_target_name_override': first.host } : {};
}

function viewOf(info: ClusterInfo): ClusterView {
  const members = info.getMembersList().map((member) => {
    const endPoint = member.getHttpEndPoint();
    return {
      node: { host: endPoint?.getAddress() ?? '', port: endPoint?.getPort() ?? 0 },
      isLeader: member.getIsAlive() && member.getState() === gossipPb.MemberInfo.VNodeState.LEADER,
    };
  });
  return {
    leader: members.find(({ isLeader }) => isLeader)?.node ?? null,
    members: members.map(({ node }) => node),
  };
}
