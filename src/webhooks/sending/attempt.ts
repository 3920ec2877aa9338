// One attempt to deliver: a POST, and what came of it. Nothing here knows of events, schedules or webhooks.
import type { Clock } from '../../commands/kernel/context.js';
import type { AttemptFailure } from '../../domain/webhooks/faults.js';
import type { Connection, Connections } from './connections.js';
import { AddressRefused } from './guardedAgents.js';
import { NameNotResolved } from './names.js';
import { TimeLimit } from './timeLimit.js';

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

export function createAttempt(connections: Pick<Connections, 'take'>, clock: Pick<Clock, 'now'>): Attempt {
  const targets = new Map<string, URL>();

  function targetOf(text: string): URL {
    const known = targets.get(text);
    if (known !== undefined) return known;
    const url = new URL(text);
    if (targets.size >= TARGETS_MAX) targets.clear();
    targets.set(text, url);
    return url;
  }

  return async (request, { timeoutMs }) => {
    const limit = new TimeLimit(timeoutMs);
    try {
      const url = targetOf(request.url);
      const over = async (isKept: boolean) =>
        exchange(await connections.take(url, isKept, limit), url, request, limit);
      const answer = await over(true).catch((error: unknown) => {
        if (!(error instanceof StaleConnection) || limit.isOver) throw error;
        return over(false);
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

type RawAnswer = Readonly<{ status: number; retryAfter: string | undefined; body: string }>;

/** Of an answer up to 2 kB: what comes after is not waited for, and its connection not used again. */
function exchange(
  connection: Connection,
  { pathname, search }: URL,
  { headers, body }: AttemptRequest,
  limit: TimeLimit,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let [status, size] = [0, 0];
    let retryAfter: string | undefined;
    const answered = (): void =>
      resolve({ status, retryAfter, body: Buffer.concat(chunks).subarray(0, BODY_BYTES_MAX).toString('utf8') });
    const failed = (error: Error): void => {
      connection.destroy();
      reject(connection.isUsed && status === 0 && isClosed(error) ? new StaleConnection() : error);
    };
    limit.holds(() => failed(new Error('the time is over')));
    const sent = { 'User-Agent': USER_AGENT, Accept: '*/*', ...headers };
    connection.send(
      { method: 'POST', path: pathname + search, headers: sent, body },
      {
        onConnect: () => undefined,
        onHeaders(code, rawHeaders) {
          if (code < 200) return true; // more to come
          status = code;
          retryAfter = valueOf(rawHeaders, 'retry-after');
          return true;
        },
        onData(chunk) {
          chunks.push(chunk);
          size += chunk.length;
          if (size <= BODY_BYTES_MAX) return true;
          answered();
          connection.destroy();
          // Nothing more is read of a destroyed socket; told to pause, undici would fail over one that closes by itself.
          return true;
        },
        onComplete() {
          answered();
          connection.keep();
        },
        onError: failed,
      },
    );
  });
}

/** @param headers name, value, name, value … as they came */
function valueOf(headers: readonly Buffer[], name: string): string | undefined {
  for (let at = 0; at + 1 < headers.length; at += 2)
    if (headers[at]?.toString('latin1').toLowerCase() === name) return headers[at + 1]?.toString('latin1');
  return undefined;
}

/** An answer undici takes for none (`100 Continue` that nobody asked for) came of a delivery that was received. */
function isClosed({ code, message }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE' || (code === 'UND_ERR_SOCKET' && !message.startsWith('bad '));
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
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') return 'RESPONSE_INVALID';
  return TLS.test(code) ? 'TLS_INVALID' : 'CONNECTION_BROKEN';
}
