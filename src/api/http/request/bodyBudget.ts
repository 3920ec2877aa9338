// The bytes of request bodies that a process may hold: arriving, inflated, or waiting to be parsed and decided. A
// body that does not fit is not read until others have ended; clients take turns
// (docs/spec/requests.md#held-bodies).
import { FairQueue, type MayGo } from '../../../runtime/fairQueue.js';
import { ClientGone } from '../problems.js';

type BodyBudgetOptions = Readonly<{
  bytesMax: number;
  waitMs?: number;
  waitingMax?: number;
  /** Called whenever a body has to wait: memory is short. */
  onShort?: () => void;
}>;

/** One body's share of the budget. */
export type Hold = Readonly<ReturnType<BodyBudget['open']>>;

/** A body waits this long for others to end. */
const WAIT_MS = 10_000;
/** Bodies of one client that wait at a time. */
const WAITING_MAX = 256;
/** Bodies up to this size do not wait for larger bodies of their own client. */
const SMALL_BYTES = 65_536;
/** A single body of a client may exceed its share while no more than this part of the budget is held. */
const SINGLE_PART = 7 / 8;
/** The part of the budget that is for small bodies alone, which may take it beyond their client's share. */
const SMALL_PART = 1 / 16;

type Client = { readonly id: number; heldBytes: number; readonly bodies: Set<Body> };

type Body = {
  readonly client: Client;
  /** The most it may come to hold; known from the start, or its route's limit. */
  readonly bytesMax: number;
  heldBytes: number;
  /** Its size is not known yet. */
  isGrowing: boolean;
};

/** A body that takes so many bytes more. */
type Taking = Readonly<{ body: Body; bytes: number }>;

/**
 * Each client may hold half of what the others leave; a single body of a client may exceed that. A body of known
 * size takes all of it before it is read. Bodies of unknown size grow in steps; one of them at a time, the
 * reserved one, holds as much as it may ever need, so that it can always end and make room for the next. All such
 * bodies must have the same limit.
 */
export class BodyBudget {
  readonly #queue: FairQueue<Taking>;
  #heldBytes = 0;
  /** How many of these bytes small bodies hold. */
  #smallBytes = 0;
  readonly #clients = new Map<number, Client>();
  #reserved: Body | null = null;

  constructor(private readonly options: BodyBudgetOptions) {
    this.#queue = new FairQueue({
      mayGo: (taking) => this.#mayGo(taking),
      onTurn: (taking) => this.#grant(taking),
      rankOf,
      placesOfOwnerMax: options.waitingMax ?? WAITING_MAX,
      waitMsMax: options.waitMs ?? WAIT_MS,
    });
  }

  /** @param bytesMax its size where known, else the most it may have @param isSizeKnown takes all in one step */
  open(clientId: number, bytesMax: number, isSizeKnown: boolean) {
    const client = this.#clientOf(clientId);
    const body: Body = { client, bytesMax, heldBytes: 0, isGrowing: !isSizeKnown };
    client.bodies.add(body);
    return {
      take: (bytes: number) => this.#take(body, bytes),
      settle: (bytes: number) => this.#settle(body, bytes),
      release: () => this.#release(body),
    };
  }

  counts(): Readonly<{ heldBytes: number; waiting: number }> {
    return { heldBytes: this.#heldBytes, waiting: this.#queue.counts().waiting };
  }

  /**
   * Resolves once the body may hold so many bytes more.
   * @returns null when it may at once
   * @throws DomainError Unavailable after the time limit, or at once when too many bodies of the client wait
   * @throws ClientGone when released meanwhile
   */
  #take(body: Body, bytes: number): Promise<void> | null {
    const { client } = body;
    if (!client.bodies.has(body)) return Promise.reject(new ClientGone());
    if (body === this.#reserved) return null;
    const taking = { body, bytes };
    const mayPass = this.#needed(taking) <= SMALL_BYTES || this.#queue.counts().waiting === 0;
    if (mayPass && this.#mayGo(taking) === 'now') {
      this.#grant(taking);
      return null;
    }
    if (!this.#queue.isFull(client.id)) this.options.onShort?.();
    return this.#queue.turn(client.id, taking).then((end) => end());
  }

  /** The body has arrived and is this large; the rest is given back. */
  #settle(body: Body, bytes: number): void {
    this.#hold(body, bytes - body.heldBytes);
    this.#stopGrowing(body);
    this.#queue.advance();
  }

  /** Gives everything back. May be called more than once. */
  #release(body: Body): void {
    const { id, bodies } = body.client;
    if (!bodies.delete(body)) return;
    this.#hold(body, -body.heldBytes);
    this.#stopGrowing(body);
    this.#queue.refuse(new ClientGone(), (taking) => taking.body === body);
    if (bodies.size === 0) this.#clients.delete(id);
    this.#queue.advance();
  }

  /** `ownerLater`: when its client's share is larger or it holds less. `allLater`: before any other body. */
  #mayGo(taking: Taking): MayGo {
    const { bytesMax } = this.options;
    const { body } = taking;
    const { client } = body;
    const needed = this.#needed(taking);
    const isOnly = client.heldBytes === body.heldBytes;
    // None of its client's bodies would end without this one.
    const mustEnd = this.#isNextReserved(body) && [...client.bodies].every(({ isGrowing }) => isGrowing);
    const othersBytes = this.#heldBytes - client.heldBytes;
    const share = (bytesMax - othersBytes) / 2 + (needed <= SMALL_BYTES ? bytesMax * SMALL_PART : 0);
    const heldThen = this.#heldBytes + needed;
    const isWithinShare = mustEnd || client.heldBytes + needed <= share;
    if (!isWithinShare && !(isOnly && heldThen <= bytesMax * SINGLE_PART)) return 'ownerLater';
    const largeMax = bytesMax * (1 - SMALL_PART);
    const leavesRoom = isSmall(body) || heldThen - this.#smallBytes <= largeMax;
    return leavesRoom && heldThen <= bytesMax ? 'now' : 'allLater';
  }

  #needed({ body, bytes }: Taking): number {
    return this.#isNextReserved(body) ? body.bytesMax - body.heldBytes : bytes;
  }

  #isNextReserved({ isGrowing }: Body): boolean {
    return isGrowing && this.#reserved === null;
  }

  #grant(taking: Taking): void {
    const needed = this.#needed(taking);
    if (this.#isNextReserved(taking.body)) this.#reserved = taking.body;
    this.#hold(taking.body, needed);
  }

  #hold(body: Body, bytes: number): void {
    body.heldBytes += bytes;
    body.client.heldBytes += bytes;
    this.#heldBytes += bytes;
    if (isSmall(body)) this.#smallBytes += bytes;
  }

  #stopGrowing(body: Body): void {
    body.isGrowing = false;
    if (this.#reserved === body) this.#reserved = null;
  }

  #clientOf(id: number): Client {
    const openClient = this.#clients.get(id);
    if (openClient !== undefined) return openClient;
    const client: Client = { id, heldBytes: 0, bodies: new Set() };
    this.#clients.set(id, client);
    return client;
  }
}

function isSmall({ bytesMax }: Body): boolean {
  return bytesMax <= SMALL_BYTES;
}

/** Within a client: small bodies first, then those that hold something already. */
function rankOf({ body, bytes }: Taking): number {
  if (bytes <= SMALL_BYTES) return 0;
  return body.heldBytes > 0 ? 1 : 2;
}
