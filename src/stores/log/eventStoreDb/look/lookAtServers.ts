// Finds out why calls are not answered: checks every node of the connection string, the leader they name, and the user's
// rights there.
import type { LogServersProblem } from '../../../../domain/kernel/logServers.js';
import { StoreUnavailable } from '../../../../domain/kernel/storeUnavailable.js';
import { within } from '../calls.js';
import { isSameNode, targetOf, type Address, type Node } from '../connection/address.js';
import { askNodes, leaderOf, seeds } from '../connection/gossip.js';
import { NodeConnection } from '../connection/nodeConnection.js';
import { lookAtNode, type LookedAt } from './lookAtNode.js';

export type Look = Readonly<{ problems: readonly LogServersProblem[]; certificateEnds: Date | null }>;

const READ_MS = 5_000;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

export async function lookAtServers(address: Address): Promise<Look> {
  const nodes = await seeds(address);
  const looked = await Promise.all(nodes.map((node) => lookAtNode(address, node)));
  const ends = looked.flatMap(({ certificateEnds }) => certificateEnds ?? []);
  const certificateEnds = ends.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const sound = nodes.filter((_, at) => looked[at]?.problem === null);
  if (sound.length === 0) return { problems: looked.flatMap(({ problem }) => problem ?? []), certificateEnds };
  const [problem, leader] = await lookForLeader(address, nodes, sound);
  if (problem !== null || leader === null) return { problems: problem === null ? [] : [problem], certificateEnds };
  const refused = await lookAtRights(address, leader);
  return { problems: refused === null ? [] : [refused], certificateEnds };
}

async function lookForLeader(
  address: Address,
  nodes: readonly Node[],
  sound: readonly Node[],
): Promise<readonly [LogServersProblem | null, Node | null]> {
  const views = await askNodes(address, sound);
  const [first] = sound;
  if (views.length === 0 && first !== undefined) return [{ is: 'NoAnswer', node: targetOf(first) }, null];
  const leader = leaderOf(views);
  if (leader === null) return [{ is: 'NoLeader' }, null];
  const isOnly = nodes.length === 1 && !address.isDiscovered && views[0]?.members.length === 1;
  if (isOnly) return [null, first ?? leader];
  if (nodes.some((node) => isSameNode(node, leader)) && !sound.some((node) => isSameNode(node, leader)))
    return [{ is: 'Unreachable', node: targetOf(leader) }, null];
  const { problem }: LookedAt = await lookAtNode(address, leader);
  if (problem?.is === 'HostNotFound' || problem?.is === 'Unreachable')
    return [{ is: 'AdvertisedUnreachable', node: targetOf(leader) }, null];
  return [problem, leader];
}

async function lookAtRights(address: Address, leader: Node): Promise<LogServersProblem | null> {
  const nothing = () => undefined;
  const connection = new NodeConnection(address, leader, { over: nothing, silence: nothing, silenceMs: READ_MS });
  const read = connection.client.readAll({
    direction: 'backwards',
    fromPosition: 'end',
    maxCount: 1,
    requiresLeader: true,
  });
  const ended = new Promise<void>((resolve, reject) => {
    read.on('error', reject).on('end', resolve).on('data', nothing);
  });
  try {
    await within(READ_MS, 'Looking at the rights', ended);
    return null;
  } catch (error) {
    if (error instanceof StoreUnavailable) return { is: 'NoAnswer', node: targetOf(leader) };
    return refusalOf(error as Error & { type?: string; code?: number }, address);
  } finally {
    void connection.close();
  }
}

function refusalOf(
  { type, code }: Readonly<{ type?: string; code?: number }>,
  { user }: Address,
): LogServersProblem | null {
  if (type !== 'access-denied' && code !== PERMISSION_DENIED && code !== UNAUTHENTICATED) return null;
  if (user === null) return { is: 'UserMissing' };
  return code === UNAUTHENTICATED ? { is: 'PasswordWrong', user } : { is: 'RightsMissing', user };
}
