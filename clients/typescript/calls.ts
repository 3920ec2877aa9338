// One call of the API: the key, the answer as JSON, and patience with the limit of calls and with what passes by
// itself.
import { ApiError } from './apiError.js';

export type ClientOptions = Readonly<{
  /** Of the environment, as `https://conciliacao.exemplo.com.br`. */
  address: string;
  /** The secret of the key. */
  key: string;
  /** How long one call may wait in all, in ms; beyond it the last error is thrown. 15 minutes by default. */
  patienceMs?: number | undefined;
  /** Ends calls and waits of this client. */
  signal?: AbortSignal | undefined;
  /** Called before each wait. */
  onWait?: ((wait: Wait) => void) | undefined;
  /** Sends the requests; the global `fetch` by default. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}>;

/** `status` 0: the connection was lost. */
export type Wait = Readonly<{ seconds: number; status: number; method: string; path: string; attempt: number }>;

export type Call = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as JSON. */
  json?: unknown;
  form?: FormData | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}>;

/** `body` is undefined for an answer without content. */
export type Answer = Readonly<{ response: Response; body: unknown }>;
/** @throws {ApiError} for every answer that is not 2xx, or is neither JSON nor empty */
export type Calls = (call: Call) => Promise<Answer>;

const PATIENCE_MS = 15 * 60_000;
/**
 * 429: the limit of calls. 503: the service cannot answer now, which leaves a write open; sending it again is
 * safe.
 */
const PASSING = [429, 503];
/** For a 503 of something in between that does not say how long. */
const WAIT_SECONDS = 5;
const LOST_MAX = 3;

export function createCalls(options: ClientOptions): Calls {
  const { address, key, patienceMs = PATIENCE_MS, signal, onWait, fetch: send = fetch } = options;
  const base = new URL(address).href.replace(/\/+$/, '');
  const authorization = new Headers({ authorization: `Bearer ${key}` });

  /** Made once for all attempts of a call. */
  function requestOf({ method, path, query, json, form, headers }: Call): [url: string, init: RequestInit] {
    const sent = new Headers({ accept: 'application/json', ...headers });
    authorization.forEach((value, name) => sent.set(name, value));
    if (json !== undefined) sent.set('content-type', 'application/json');
    const body = json === undefined ? form : JSON.stringify(json);
    // A redirect would turn a POST into a GET: it is an error instead.
    const init: RequestInit = { method, headers: sent, redirect: 'manual' };
    if (body !== undefined) init.body = body;
    if (signal !== undefined) init.signal = signal;
    return [base + path + searchOf(query), init];
  }

  return async (call) => {
    const [url, init] = requestOf(call);
    const answer = async (): Promise<Answer> => {
      const response = await send(url, init);
      return { response, body: parsed(await response.text()) };
    };
    let leftMs = patienceMs;
    let lost = 0;
    for (let attempt = 1; ; attempt++) {
      const outcome = await answer().catch((error: unknown) => {
        // What `fetch` throws for a connection; anything else is not for waiting.
        if (error instanceof TypeError && signal?.aborted !== true && ++lost <= LOST_MAX) return error;
        throw error;
      });
      const isLost = outcome instanceof TypeError;
      // Text is what something in between answers.
      if (!isLost && outcome.response.ok && typeof outcome.body !== 'string') return outcome;
      const status = isLost ? 0 : outcome.response.status;
      const seconds = isLost ? 2 ** (lost - 1) : secondsAsked(outcome.response);
      leftMs -= seconds * 1_000;
      if (isLost ? leftMs < 0 : leftMs < 0 || !PASSING.includes(status))
        throw isLost ? outcome : new ApiError(outcome.response, outcome.body);
      onWait?.({ seconds, status, method: call.method, path: call.path, attempt });
      await sleep(seconds * 1_000, signal);
    }
  };
}

function searchOf(query: Call['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? '' : `?${search}`;
}

/** `Retry-After` of the service is in whole seconds. */
function secondsAsked(response: Response): number {
  const asked = response.headers.get('retry-after') ?? '';
  return /^\d+$/.test(asked) ? Math.max(1, Number(asked)) : WAIT_SECONDS;
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      finish();
    };
    const abort = () => end(() => reject(signal?.reason as Error));
    const timer = setTimeout(() => end(resolve), ms);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) abort();
  });
}
