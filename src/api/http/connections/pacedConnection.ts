// Requests reach Node's parser by turns. One packet may hold thousands of them, and Node would parse and begin
// them all at once, whoever else waits (docs/spec/requests.md#connections).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Turns } from '../../../runtime/turns.js';
import { networkOf, plainAddress } from './clientAddress.js';

/** While more requests of a connection than this have no answer, nothing of it is read. */
const UNANSWERED_MAX = 1;
const HEAD_END = '\r\n\r\n';
/**
 * What is passed on at once ends with the first head that ends at or after this byte: no request is shorter than
 * 18 bytes, so it is at most 4 of them, and a body full of blank lines is not passed on by the byte.
 */
const PIECE_BYTES_MIN = 48;

export function connectionOf({ socket }: Pick<IncomingMessage, 'socket'>): Connection {
  return socket as Duplex as Connection;
}

/** What Node's server takes for the socket: the socket, read by turns. */
export class Connection extends Duplex {
  /** "" when the client has gone already. */
  readonly address: string;
  readonly network: string;
  /** Id of the request being served, so that Node's own refusals (a body that came too slowly) carry it. */
  requestId: string | null = null;
  /** Refused below the routes: what still comes in is read and thrown away. */
  isRefused = false;
  /** Whether it has a place kept for health and metrics. */
  isSpare = false;
  /** Oldest first. */
  readonly #unanswered = new Set<ServerResponse>();
  /** What was read of the socket and not yet passed on. */
  #unread: Buffer | null = null;
  #requestsBegun = 0;

  constructor(
    private readonly socket: Socket,
    private readonly turns: Turns,
  ) {
    super();
    this.address = plainAddress(socket.remoteAddress ?? '');
    this.network = networkOf(this.address);
    const wait = (): void => this.#wait();
    socket.on('readable', wait).on('end', wait);
    this.on('resume', wait);
    socket.on('timeout', () => this.emit('timeout'));
    socket.on('error', (error) => this.destroy(error)).on('close', () => this.destroy());
  }

  /** Counts a request that was begun, until its answer has been sent. */
  begin(response: ServerResponse): void {
    this.#requestsBegun++;
    this.#unanswered.add(response);
    response.once('close', () => {
      this.#unanswered.delete(response);
      this.#wait();
    });
  }

  get isServing(): boolean {
    return this.#unanswered.size > 0;
  }

  /** Whether the head of an answer was sent: then no other answer may be written. */
  get hasBegunAnswer(): boolean {
    const [oldest] = this.#unanswered;
    return oldest?.headersSent === true;
  }

  /** Passes on what has come, until requests begin in it. */
  serve(): void {
    const before = this.#requestsBegun;
    while (this.#isOpen() && this.#requestsBegun === before) {
      this.#unread ??= this.socket.read() as Buffer | null;
      if (this.#unread === null) {
        if (this.socket.readableEnded) this.push(null);
        return;
      }
      const headEnd = this.#unread.indexOf(HEAD_END, PIECE_BYTES_MIN - HEAD_END.length);
      const end = headEnd < 0 ? this.#unread.length : headEnd + HEAD_END.length;
      const piece = this.#unread.subarray(0, end);
      this.#unread = end < this.#unread.length ? this.#unread.subarray(end) : null;
      this.push(piece);
    }
    if (this.#isOpen()) this.#wait();
  }

  #wait(): void {
    this.turns.add(this.network, this);
  }

  /** Node pauses a connection whose bodies or answers are not taken. */
  #isOpen(): boolean {
    return this.#unanswered.size <= UNANSWERED_MAX && !this.isPaused() && !this.destroyed;
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress;
  }

  get localAddress(): string | undefined {
    return this.socket.localAddress;
  }

  get localPort(): number | undefined {
    return this.socket.localPort;
  }

  setTimeout(timeoutMs: number): this {
    this.socket.setTimeout(timeoutMs);
    return this;
  }

  /** Ends once all was written; Node calls it after the last answer. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  /** Bytes come by `serve`. */
  override _read(): void {}

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, encoding, done);
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this.socket.cork();
    const lastIndex = chunks.length - 1;
    chunks.forEach(({ chunk, encoding }, at) =>
      this.socket.write(chunk, encoding, at === lastIndex ? done : undefined),
    );
    this.socket.uncork();
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
