// Three servers of the protocol that share one log, and elect one of them: who leads is in their gossip, the
// others refuse what requires the leader. A node is frozen by its link: connections stay open and nothing is
// answered, as with a paused machine or a cut cable. Once it goes on it believes for a moment that it still leads:
// it answers with the data of its last moment, and appends to it are not answered.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '../../src/domain/kernel/log.js';
import { openEmbeddedLog } from '../../src/stores/log/sqlite/embeddedLog.js';
import { startFaultProxy, type FaultProxy } from '../support/faultProxy.js';
import { freePort } from '../support/installedServers.js';
import { LaggingLog } from './laggingLog.js';
import { serveLog, type EventStoreServer, type Member } from './server.js';
import { notLeader, unavailable } from './statuses.js';

export type Cluster = Readonly<Awaited<ReturnType<typeof startCluster>>>;

export type ClusterOptions = Readonly<{
  folder: string;
  /** How long the others take to elect another leader. */
  electionMs?: number;
  /** How long a woken leader takes to notice that it leads no more. */
  wakingMs?: number;
}>;

const NODES = 3;
/** How long a node that is being stopped waits for open calls. */
const GRACE_MS = 8_000;

export async function startCluster({ folder, electionMs = 1_500, wakingMs = 1_000 }: ClusterOptions) {
  const shared = await openEmbeddedLog(join(folder, 'cluster', 'log.db'));
  const members = Array.from({ length: NODES }, (_, at) => new ClusterMember(at, shared));
  await Promise.all(members.map((member) => member.begin(() => members)));
  const [first] = members;
  if (first !== undefined) first.leads = true;
  const ending = new AbortController();
  const elect = async (): Promise<void> => {
    if (!(await pause(electionMs, true, { signal: ending.signal }).catch(() => false))) return;
    const able = members.filter(({ isAway }) => !isAway);
    const [next] = able;
    if (next !== undefined && able.length > NODES / 2 && !able.some(({ leads }) => leads)) next.leads = true;
  };
  const at = (node: number): ClusterMember => {
    const member = members[node];
    if (member === undefined) throw new RangeError(`No node ${node}`);
    return member;
  };
  const hosts = (name: string) => members.map(({ port }) => `${name}:${port}`).join();
  return {
    /** Under the names that the nodes advertise; under other names; found from one name. */
    urls: {
      advertised: `esdb://${hosts('127.0.0.1')}?tls=false`,
      otherNames: `esdb://${hosts('localhost')}?tls=false`,
      discovered: `esdb+discover://${hosts('localhost').split(',')[0]}?tls=false`,
    },
    /** Null during an election. */
    leader: () => members.find(({ leads, isAway }) => leads && !isAway)?.at ?? null,
    get servers() {
      return members.map(({ server }) => server);
    },
    freeze(node: number) {
      at(node).freeze();
      void elect();
    },
    thaw(node: number) {
      at(node).thaw();
      setTimeout(() => at(node).follow(), wakingMs).unref();
    },
    /** The leader resigns; calls under way on it go on. */
    handOver(node: number) {
      for (const member of members) member.leads = member.at === node;
    },
    async stopNode(node: number) {
      await at(node).stop();
      void elect();
    },
    /**
     * It refuses calls, is still named as the leader, and ends once its subscriptions are over; after 8 s anyway.
     */
    async stopGracefully(node: number) {
      const member = at(node);
      member.isStopping = true;
      const endMs = performance.now() + GRACE_MS;
      while ((member.server?.faults.subscribers ?? 0) > 0 && performance.now() < endMs) await pause(20);
      await member.stop();
      void elect();
    },
    startNode: (node: number) => at(node).start(),
    /** From now on all nodes name themselves by this host. */
    advertise: (host: string) => members.forEach((member) => (member.host = host)),
    /** From now on every answer of every node comes so much later. */
    delayAnswers: (ms: number) => members.forEach(({ link }) => link?.delayAnswers(ms)),
    async close() {
      ending.abort();
      await Promise.all(members.map((member) => member.close()));
      await shared.close();
    },
  };
}

class ClusterMember {
  server: EventStoreServer | null = null;
  link: FaultProxy | null = null;
  host = '127.0.0.1';
  leads = false;
  isAway = false;
  isStopping = false;
  readonly #log: LaggingLog;
  readonly #inner = freePort();
  #all: () => readonly ClusterMember[] = () => [this];

  constructor(
    readonly at: number,
    log: EventLog,
  ) {
    this.#log = new LaggingLog(log);
  }

  get port(): number {
    return this.link?.port ?? 0;
  }

  async begin(all: () => readonly ClusterMember[]): Promise<void> {
    this.#all = all;
    this.link = await startFaultProxy(this.#inner);
    await this.start();
  }

  async start(): Promise<void> {
    this.server = await serveLog(
      this.#log,
      { port: this.#inner },
      { members: () => this.#members(), refusal: () => this.#refusal() },
    );
    this.isAway = this.isStopping = false;
  }

  async stop(): Promise<void> {
    this.isAway = true;
    this.leads = false;
    await this.server?.stop();
    this.server = null;
  }

  /** Learns that another leads, if so. */
  follow(): void {
    this.isAway = false;
    if (this.#others().some(({ leads }) => leads)) this.leads = false;
    this.#log.catchUp();
  }

  freeze(): void {
    this.isAway = true;
    this.#log.lag();
    this.link?.become('stall');
  }

  thaw(): void {
    this.link?.become('pass');
  }

  async close(): Promise<void> {
    this.#log.catchUp();
    await this.stop();
    await this.link?.close();
  }

  #others(): readonly ClusterMember[] {
    return this.#all().filter((member) => member !== this);
  }

  /** One that was away, and does not know yet, names itself. */
  #members(): Member[] {
    const believes = this.leads && this.isAway;
    return this.#all().map(({ host, port, leads, isAway }) => ({
      host,
      port,
      isLeader: believes ? port === this.port : leads,
      isAlive: believes || !isAway,
    }));
  }

  #refusal() {
    if (this.isStopping) return unavailable();
    if (this.leads) return null;
    const leader = this.#others().find(({ leads, isAway }) => leads && !isAway);
    return leader === undefined ? unavailable() : notLeader('127.0.0.1', leader.port);
  }
}
