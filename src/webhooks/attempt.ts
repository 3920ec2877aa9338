// One attempt to deliver: a POST, and what came of it. Nothing here knows of events, schedules or webhooks.
import {
  request as httpRequest,
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { Clock } from '../commands/context.js';
import type { AttemptFailure } from '../domain/webhooks/faults.js';
import type { AddressGuard } from './addressGuard.js';
import { AddressRefused } from './guardedAgents.js';
import { NameNotResolved } from './names.js';

/** `body` is sent byte for byte. */
export type AttemptRequest = Readonly<{ url: string; headers: Readonly<Record<string, string>>; body: Buffer }>;

/**
 * `retryAfterSeconds` from the receiver's `Retry-After` (at most a day), null without one that can be read; `body` are
 * the first 2 kB, for diagnosis.
 */
export type AttemptResult =
  | Readonly<{ is: 'Answered'; status: number; retryAfterSeconds: number | null; body: string }>
  | Readonly<{ is: 'Failed'; error: AttemptFailure }>;

/** Never rejects. Redirects are answers like any other. */
export type Attempt = (
  request: AttemptRequest,
  options: Readonly<{ timeoutMs: number }>,
) => Promise<AttemptResult>;

const BODY_BYTES_MAX = 2_048;
const RETRY_AFTER_MAX_SECONDS = 86_400;
/** URLs remembered in parts. */
const TARGETS_MAX = 1_000;
const USER_AGENT = 'Accounting-Reconciliation-Service';

/** A connection kept from an earlier delivery was closed by the receiver just as it was used again. */
class StaleConnection extends Error {}

/** Breaks off whatever is under way when the time is over. An `AbortSignal` would cost each attempt several times more. */
class TimeLimit {
  isOver = false;
  #underWay: ClientRequest | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#underWay?.destroy(new Error('the time is over'));
    }, milliseconds);
  }

  holds(underWay: ClientRequest): void {
    this.#underWay = underWay;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

export function createAttempt(guard: Pick<AddressGuard, 'agentFor'>, clock: Pick<Clock, 'now'>): Attempt {
  const targets = new Map<string, Target>();

  function targetOf(text: string): Target {
    const known = targets.get(text);
    if (known !== undefined) return known;
    const url = new URL(text);
    const target = { url, options: urlToHttpOptions(url) };
    if (targets.size >= TARGETS_MAX) targets.clear();
    targets.set(text, target);
    return target;
  }

  return async (request, { timeoutMs }) => {
    const limit = new TimeLimit(timeoutMs);
    try {
      const target = targetOf(request.url);
      const to = (isKept: boolean) => exchange(target, request, guard.agentFor(target.url, isKept), limit);
      const answer = await to(true).catch((error: unknown) => {
        if (!(error instanceof StaleConnection) || limit.isOver) throw error;
        return to(false);
      });
      const retryAfterSeconds = readRetryAfter(answer.retryAfter, clock.now());
      return { is: 'Answered', status: answer.status, retryAfterSeconds, body: answer.body };
    } catch (error) {
      return { is: 'Failed', error: limit.isOver ? 'TIMEOUT' : failureOf(error) };
    } finally {
      limit.end();
    }
  };
}

/** A URL taken apart, once for many deliveries. */
type Target = Readonly<{ url: URL; options: RequestOptions }>;

type RawAnswer = Readonly<{ status: number; retryAfter: string | undefined; body: string }>;

function exchange(
  { url, options }: Target,
  { headers, body }: AttemptRequest,
  agent: Agent,
  limit: TimeLimit,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing: ClientRequest = send({
      ...options,
      method: 'POST',
      agent,
      headers: { 'User-Agent': USER_AGENT, Accept: '*/*', ...headers, 'Content-Length': body.length },
    });
    limit.holds(outgoing);
    let answered = false;
    outgoing.on('response', (incoming) => {
      answered = true;
      readAnswer(incoming).then(resolve, reject);
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale =
        outgoing.reusedSocket && !answered && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnection() : error);
    });
    outgoing.on('close', () => {
      if (!answered) reject(new Error('closed without an answer'));
    });
    outgoing.end(body);
  });
}

/** Up to 2 kB: what comes after is not waited for, and its connection not used again. */
function readAnswer(incoming: IncomingMessage): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      const body = Buffer.concat(chunks).subarray(0, BODY_BYTES_MAX).toString('utf8');
      resolve({ status: incoming.statusCode ?? 0, retryAfter: incoming.headers['retry-after'], body });
    };
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= BODY_BYTES_MAX) return;
      done();
      incoming.destroy();
    });
    incoming.on('end', done);
    incoming.on('error', reject);
    incoming.on('close', () => {
      if (!incoming.readableEnded) reject(new Error('closed before the end of the answer'));
    });
  });
}

/** Seconds, or the time of a date from now on. */
function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const seconds = /^[0-9]{1,10}$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - now.getTime()) / 1000);
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : null;
}

const REFUSED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM']);
const TLS = /SSL|TLS|CERT|EPROTO|HOSTNAME_MISMATCH|^INVALID_|^CRL_|PATH_LENGTH/;

function failureOf(error: unknown): AttemptFailure {
  if (error instanceof AddressRefused) return 'ADDRESS_REFUSED';
  if (error instanceof NameNotResolved) return 'NAME_NOT_RESOLVED';
  const { code = '' } = error as { code?: string };
  if (REFUSED.has(code)) return 'CONNECTION_REFUSED';
  if (code === 'ETIMEDOUT') return 'TIMEOUT';
  if (code.startsWith('HPE_')) return 'RESPONSE_INVALID';
  return TLS.test(code) ? 'TLS_INVALID' : 'CONNECTION_BROKEN';
}
