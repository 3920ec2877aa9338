// The connection to the current leader.
//
// It ends when it breaks or its node no longer leads; the next call opens another one. A suspended node keeps its connections
// open: after a silence the other nodes are asked for the leader. If they name another node, the calls are repeated there.
import { setTimeout as pause } from 'node:timers/promises';
import type { LogServersStatus } from '../../../../domain/kernel/logServers.js';
import { StoreUnavailable } from '../../../../domain/kernel/storeUnavailable.js';
import { LogClosed } from '../../logClosed.js';
import { isSameNode, type Address, type Node } from './address.js';
import { isAccessDenied, mayRepeat } from '../errors.js';
import { ServersWatch } from '../look/serversWatch.js';
import { askNodes, leaderOf, seeds, type ClusterView } from './gossip.js';
import { ConnectionLeft, NodeConnection } from './nodeConnection.js';

/** How long a new connection waits for an election, and how often it asks. */
const ELECTION_MS = 5_000;
const ELECTION_ASK_MS = 200;
/** Minimum time between two such requests about a silent leader. */
const DOUBT_MS = 500;

export class LeaderConnection {
  readonly #address: Address;
  readonly #silenceMs: number;
  readonly #watch: ServersWatch;
  /** Nodes that have answered as members. */
  #members: readonly Node[] = [];
  #hint: Node | null = null;
  #current: Promise<NodeConnection> | null = null;
  /** The name of the configured node as other members use it, if it differs. */
  #otherName: Node | null = null;
  readonly #open = new Set<NodeConnection>();
  #doubtedMs = -Infinity;
  #isDoubting = false;
  #isClosed = false;
  #lastAskedMs = 0;

  constructor(address: Address, silenceMs: number) {
    this.#address = address;
    this.#silenceMs = silenceMs;
    this.#watch = new ServersWatch(address);
  }

  /**
   * Runs a call on the current connection, and again on the next one when it was left meanwhile. The caller bounds the time.
   * @param call calls its second parameter whenever data arrives
   */
  async run<T>(call: (connection: NodeConnection, heard: () => void) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const connection = await this.connected();
        this.#lastAskedMs = performance.now();
        const result = await connection.run((heard) => call(connection, heard));
        this.#watch.answered();
        return result;
      } catch (error) {
        if (error instanceof ConnectionLeft) continue;
        if (mayRepeat(error) || isAccessDenied(error)) this.#watch.failed(isAccessDenied(error));
        throw error;
      }
    }
  }

  /** When the last call began, on the monotonic clock. */
  get lastAskedMs(): number {
    return this.#lastAskedMs;
  }

  status(): LogServersStatus {
    return this.#watch.status(this.#members.length);
  }

  /** @throws StoreUnavailable when no node names a leader */
  connected(): Promise<NodeConnection> {
    if (this.#isClosed) return Promise.reject(new LogClosed('The log is closed'));
    if (this.#current !== null) return this.#current;
    const opening = this.#connect();
    this.#current = opening;
    opening.catch(() => {
      if (this.#current === opening) this.#current = null;
    });
    return opening;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.close();
    await Promise.all([...this.#open].map((connection) => connection.close()));
  }

  async #connect(): Promise<NodeConnection> {
    const hint = this.#hint;
    this.#hint = null;
    const only = this.#onlyNode();
    const node = hint ?? only ?? (await this.#electedLeader());
    if (this.#isClosed) throw new LogClosed('The log is closed');
    const connection = this.#connectTo(node);
    this.#otherName = null;
    if (hint === null && only !== null) void this.#learn(only);
    return connection;
  }

  #connectTo(node: Node): NodeConnection {
    const connection = new NodeConnection(this.#address, node, {
      over: (leader) => this.#isOver(connection, leader),
      silence: () => void this.#doubt(connection),
      silenceMs: this.#silenceMs,
    });
    this.#open.add(connection);
    return connection;
  }

  /** The node to connect to directly, if only one is known. */
  #onlyNode(): Node | null {
    const { hosts, isDiscovered } = this.#address;
    const [first] = hosts;
    return first !== undefined && hosts.length === 1 && !isDiscovered && this.#members.length < 2 ? first : null;
  }

  async #electedLeader(): Promise<Node> {
    const untilMs = performance.now() + ELECTION_MS;
    for (;;) {
      const views = await this.#ask();
      const leader = leaderOf(views);
      if (leader !== null) return leader;
      if (views.length === 0) throw new StoreUnavailable('No node of the event store answers');
      if (this.#isClosed || performance.now() > untilMs)
        throw new StoreUnavailable('No node of the event store names a leader');
      await pause(ELECTION_ASK_MS);
    }
  }

  /** @param except is not asked */
  async #ask(except: Node | null = null): Promise<readonly ClusterView[]> {
    const nodes: Node[] = [];
    for (const node of [...(await seeds(this.#address)), ...this.#members])
      if (!nodes.some((each) => isSameNode(each, node))) nodes.push(node);
    const others = nodes.filter((node) => except === null || !isSameNode(node, except));
    const views = await askNodes(this.#address, others);
    const members = views.map((view) => view.members).sort((a, b) => b.length - a.length)[0];
    if (members !== undefined && members.length > 0) this.#members = members;
    return views;
  }

  /** Asks the only known node for the members of its cluster, and which of them it is. */
  async #learn(node: Node): Promise<void> {
    const [view] = await askNodes(this.#address, [node]);
    if (view === undefined) return;
    this.#members = view.members;
    this.#otherName = view.leader;
  }

  #isOver(connection: NodeConnection, leader: Node | null): void {
    void this.#current?.then(
      (current) => {
        if (current !== connection) return;
        this.#current = null;
        this.#hint = leader;
        connection.retire(() => this.#open.delete(connection));
      },
      () => undefined,
    );
  }

  async #doubt(connection: NodeConnection): Promise<void> {
    if ((await this.#current?.catch(() => null)) !== connection) return this.#leave(connection); // retired before
    if (this.#isDoubting || performance.now() - this.#doubtedMs < DOUBT_MS) return;
    this.#isDoubting = true;
    const leader = leaderOf(await this.#ask(connection.node));
    this.#doubtedMs = performance.now();
    this.#isDoubting = false;
    const isSame =
      leader === null || [connection.node, this.#otherName].some((name) => name && isSameNode(name, leader));
    if (isSame || this.#isClosed) return;
    if ((await this.#current?.catch(() => null)) === connection)
      this.#current = Promise.resolve(this.#connectTo(leader));
    this.#leave(connection);
  }

  #leave(connection: NodeConnection): void {
    this.#open.delete(connection);
    connection.leave();
  }
}
