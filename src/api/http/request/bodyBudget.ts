// The bytes of request bodies that a process may hold: arriving, inflated, or waiting to be parsed and decided. A body
// that does not fit is not read until others have ended; clients take turns (docs/spec/requests.md#held-bodies).
import { DomainError } from '../../../domain/problem.js';
import { ClientGone } from '../response/problems.js';

export type BodyBudgetOptions = Readonly<{
  bytesMax: number;
  waitMs?: number;
  waitingMax?: number;
  /** Called whenever a body has to wait: memory is short. */
  onShort?: () => void;
}>;

/** One body's share of the budget. */
export type Hold = Readonly<{
  /**
   * Resolves once the body may hold so many bytes more.
   * @returns null when it may at once
   * @throws DomainError Unavailable after the time limit, or at once when too many bodies of the client wait
   * @throws ClientGone when released meanwhile
   */
  take(bytes: number): Promise<void> | null;
  /** The body has arrived and is this large; the rest is given back. */
  settle(bytes: number): void;
  /** Gives everything back. May be called more than once. */
  release(): void;
}>;

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

type Client = { readonly id: number; heldBytes: number; readonly bodies: Set<Body>; readonly waiting: Waiting[] };

type Body = {
  readonly client: Client;
  /** The most it may come to hold; known from the start, or its route's limit. */
  readonly bytesMax: number;
  heldBytes: number;
  /** Its size is not known yet. */
  isGrowing: boolean;
};

type Waiting = Readonly<{ body: Body; bytes: number; admit(): void; fail(error: Error): void }>;

/**
 * Each client may hold half of what the others leave; a single body of a client may exceed that. A body of known size takes all of it
 * before it is read. Bodies of unknown size grow in steps; one of them at a time, the reserved one, holds as much as
 * it may ever need, so that it can always end and make room for the next. All such bodies must have the same limit.
 */
export class BodyBudget {
  readonly #bytesMax: number;
  readonly #waitMs: number;
  readonly #waitingMax: number;
  readonly #onShort: () => void;
  #heldBytes = 0;
  /** Of these, held by small bodies. */
  #smallBytes = 0;
  /** Clients that hold or wait, the one served last at the end. */
  readonly #clients = new Map<number, Client>();
  #reserved: Body | null = null;

  constructor({ bytesMax, waitMs = WAIT_MS, waitingMax = WAITING_MAX, onShort }: BodyBudgetOptions) {
    this.#bytesMax = bytesMax;
    this.#waitMs = waitMs;
    this.#waitingMax = waitingMax;
    this.#onShort = onShort ?? (() => undefined);
  }

  /**
   * @param bytesMax the size of the body where it is known, otherwise the most it may have
   * @param isSizeKnown the body takes all of `bytesMax` in one step
   */
  open(clientId: number, bytesMax: number, isSizeKnown: boolean): Hold {
    const client = this.#clientOf(clientId);
    const body: Body = { client, bytesMax, heldBytes: 0, isGrowing: !isSizeKnown };
    client.bodies.add(body);
    return {
      take: (bytes) => this.#take(body, bytes),
      settle: (bytes) => this.#settle(body, bytes),
      release: () => this.#release(body),
    };
  }

  counts(): Readonly<{ heldBytes: number; waiting: number }> {
    let waiting = 0;
    for (const client of this.#clients.values()) waiting += client.waiting.length;
    return { heldBytes: this.#heldBytes, waiting };
  }

  #take(body: Body, bytes: number): Promise<void> | null {
    if (!body.client.bodies.has(body)) return Promise.reject(new ClientGone());
    if (body === this.#reserved) return null;
    const mayPass = this.#needed(body, bytes) <= SMALL_BYTES || this.#isNobodyWaiting();
    if (mayPass && this.#fit(body, bytes) === 'now') {
      this.#grant(body, bytes);
      return null;
    }
    if (body.client.waiting.length >= this.#waitingMax)
      return Promise.reject(new DomainError({ is: 'Unavailable' }));
    this.#onShort();
    return this.#queued(body, bytes);
  }

  #queued(body: Body, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const expire = (): void => {
        fail(new DomainError({ is: 'Unavailable' }));
        this.#admit(); // bodies that waited behind it
      };
      const timer = setTimeout(expire, this.#waitMs).unref();
      const fail = (error: Error): void => {
        clearTimeout(timer);
        const { waiting } = body.client;
        waiting.splice(waiting.indexOf(one), 1);
        reject(error);
      };
      const admit = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const one: Waiting = { body, bytes, admit, fail };
      const { waiting } = body.client;
      waiting.splice(waiting.findLastIndex((other) => rankOf(other) <= rankOf(one)) + 1, 0, one);
      this.#admit();
    });
  }

  #settle(body: Body, bytes: number): void {
    this.#giveBack(body, body.heldBytes - bytes);
    this.#stopGrowing(body);
    this.#admit();
  }

  #release(body: Body): void {
    const { id, bodies, waiting } = body.client;
    if (!bodies.delete(body)) return;
    this.#giveBack(body, body.heldBytes);
    this.#stopGrowing(body);
    for (const one of waiting.filter((other) => other.body === body)) one.fail(new ClientGone());
    if (bodies.size === 0) this.#clients.delete(id);
    this.#admit();
  }

  /** Clients in turn; each gets one body in, then the others have theirs. */
  #admit(): void {
    while (this.#admitNext());
  }

  #admitNext(): boolean {
    for (const { waiting } of this.#clients.values()) {
      const [first] = waiting;
      if (first === undefined) continue;
      const fit = this.#fit(first.body, first.bytes);
      if (fit === 'later') continue;
      if (fit === 'next') return false;
      waiting.shift();
      this.#grant(first.body, first.bytes);
      first.admit();
      return true;
    }
    return false;
  }

  /** `later`: when its client's share is larger, or its client holds less. `next`: before any other body. */
  #fit(body: Body, bytes: number): 'now' | 'next' | 'later' {
    const { client } = body;
    const needed = this.#needed(body, bytes);
    const isOnly = client.heldBytes === body.heldBytes;
    // None of its client's bodies would end without this one.
    const mustEnd = this.#isNextReserved(body) && [...client.bodies].every(({ isGrowing }) => isGrowing);
    const others = this.#heldBytes - client.heldBytes;
    const share = (this.#bytesMax - others) / 2 + (needed <= SMALL_BYTES ? this.#bytesMax * SMALL_PART : 0);
    const heldThen = this.#heldBytes + needed;
    const isWithinShare = mustEnd || client.heldBytes + needed <= share;
    if (!isWithinShare && !(isOnly && heldThen <= this.#bytesMax * SINGLE_PART)) return 'later';
    const largeMax = this.#bytesMax * (1 - SMALL_PART);
    const leavesRoom = isSmall(body) || heldThen - this.#smallBytes <= largeMax;
    return leavesRoom && heldThen <= this.#bytesMax ? 'now' : 'next';
  }

  #needed(body: Body, bytes: number): number {
    return this.#isNextReserved(body) ? body.bytesMax - body.heldBytes : bytes;
  }

  #isNextReserved({ isGrowing }: Body): boolean {
    return isGrowing && this.#reserved === null;
  }

  #grant(body: Body, bytes: number): void {
    const needed = this.#needed(body, bytes);
    if (this.#isNextReserved(body)) this.#reserved = body;
    this.#hold(body, needed);
    this.#clients.delete(body.client.id);
    this.#clients.set(body.client.id, body.client);
  }

  #giveBack(body: Body, bytes: number): void {
    this.#hold(body, -bytes);
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

  #isNobodyWaiting(): boolean {
    for (const { waiting } of this.#clients.values()) if (waiting.length > 0) return false;
    return true;
  }

  #clientOf(id: number): Client {
    const known = this.#clients.get(id);
    if (known !== undefined) return known;
    const client: Client = { id, heldBytes: 0, bodies: new Set(), waiting: [] };
    this.#clients.set(id, client);
    return client;
  }
}

function isSmall({ bytesMax }: Body): boolean {
  return bytesMax <= SMALL_BYTES;
}

/** Within a client: small bodies first, then those that hold something already. */
function rankOf({ body, bytes }: Waiting): number {
  if (bytes <= SMALL_BYTES) return 0;
  return body.heldBytes > 0 ? 1 : 2;
}
