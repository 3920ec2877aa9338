// A load on running services, and what every answer under it has to be, whatever is taken away meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { bodyOf, problemsIn, type Asked, type Entry } from '../../support/history.js';
import type { Ledger } from '../../support/ledger.js';
import { PATIENCE_MS, until } from '../../support/until.js';

/** `status` 0: the connection broke, or nobody listened. Times are of the monotonic clock. */
export type Call = Readonly<{
  kind: 'write' | 'read';
  url: string;
  path: string;
  askedMs: number;
  tookMs: number;
  status: number;
  code: string | null;
  requestId: string | null;
  retryAfter: string | null;
}>;

export type Load = Readonly<ReturnType<typeof startLoad>>;

export type LoadOptions = Readonly<{
  urls: () => readonly string[];
  ledger: Ledger;
  /** Imports under way at once, each of a company in turn; reads under way at once. */
  writers?: number;
  readers?: number;
  /** Between two calls of one caller: leaves the machine to the service, and little to be proven afterwards. */
  restMs?: number;
  /** What is read, in turn. */
  paths?: readonly string[];
}>;

export const READ_PATHS = [
  '/api/v1/trial-balances?limit=20',
  '/api/v1/companies',
  '/api/v1/reconciliations?limit=5',
] as const;
const PERIODS = ['2026-01', '2026-02', '2026-03'] as const;

export function startLoad({
  urls,
  ledger,
  writers = 2,
  readers = 2,
  restMs = 250,
  paths = READ_PATHS,
}: LoadOptions) {
  const history: Entry[] = [];
  const calls: Call[] = [];
  let over = false;
  let turn = 0;
  const target = (): string => urls()[turn++ % urls().length] ?? '';

  async function write(variant: number): Promise<void> {
    const { cnpjs } = ledger;
    const asked: Asked = {
      company: variant % cnpjs.length,
      period: PERIODS[Math.floor(variant / cnpjs.length) % PERIODS.length] ?? '',
      variant,
    };
    const entry: Entry = { ...asked, askedMs: performance.now(), answeredMs: Infinity, answer: null };
    history.push(entry);
    const { call, body } = await send(
      'write',
      target(),
      '/api/v1/trial-balances',
      ledger.key,
      bodyOf(ledger, asked),
    );
    calls.push(call);
    if (call.status === 0) return;
    const { trialBalanceId = null } = (body as { data?: { trialBalanceId?: number } }).data ?? {};
    entry.answer = { status: call.status, trialBalanceId };
    entry.answeredMs = performance.now();
  }

  async function repeat(act: (nth: number) => Promise<void>, first: number, step: number): Promise<void> {
    for (let nth = first; !over; nth += step) {
      await act(nth);
      await pause(restMs);
    }
  }
  const working = [
    ...Array.from({ length: writers }, (_, at) => repeat(write, at, writers)),
    ...Array.from({ length: readers }, (_, at) =>
      repeat(
        async (nth) => {
          const path = paths[nth % paths.length] ?? '';
          calls.push((await send('read', target(), path, ledger.key)).call);
        },
        at,
        1,
      ),
    ),
  ];

  return {
    /** Of the imports, for the proof afterwards. */
    history,
    /** Every answer so far. */
    calls,
    /** Waits for so many answers of each kind to what is asked from now on, and returns all that came. */
    async next(count: number, atMostMs = PATIENCE_MS) {
      const sinceMs = performance.now();
      const since = (kind: Call['kind']) => calls.filter((call) => call.kind === kind && call.askedMs >= sinceMs);
      const enough = () => [since('write'), since('read')].every(({ length }) => length >= count);
      await until(enough, `${count} answers of each kind`, atMostMs);
      return { writes: since('write'), reads: since('read') };
    },
    async stop() {
      over = true;
      await Promise.all(working);
    },
  };
}

/**
 * What must not be, one sentence each: any 5xx but 503, a 503 that does not say when to come back, an answer
 * without an id, and one that came later than a store may keep a request waiting.
 */
export function unfitAnswers(calls: readonly Call[], atMostMs: number): string[] {
  return calls.flatMap((call) => {
    const description = `${call.kind} ${call.path} asked at ${Math.round(call.askedMs)}: ${JSON.stringify(call)}`;
    if (call.status === 0) return [];
    const wrong = [
      ...(call.status >= 500 && call.status !== 503 ? ['is an error of ours'] : []),
      ...(call.status === 401 ? ['was answered that its key is wrong'] : []),
      ...(call.status === 503 && call.code !== 'SERVICO_INDISPONIVEL' ? ['names another code'] : []),
      ...(call.status === 503 && !(Number(call.retryAfter) >= 1) ? ['does not say when to come back'] : []),
      ...(/^[0-9a-f-]{36}$/.test(call.requestId ?? '') ? [] : ['has no id']),
      ...(call.tookMs > atMostMs ? [`took more than ${atMostMs} ms`] : []),
    ];
    return wrong.map((what) => `${what}: ${description}`);
  });
}

export const statusesOf = (calls: readonly Call[]): number[] =>
  [...new Set(calls.map(({ status }) => status))].sort();

async function send(kind: Call['kind'], url: string, path: string, key: string, body?: object) {
  const askedMs = performance.now();
  const base = { kind, url, path, askedMs };
  try {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { code?: string };
    const call: Call = {
      ...base,
      tookMs: performance.now() - askedMs,
      status: response.status,
      code: answer.code ?? null,
      requestId: response.headers.get('x-request-id'),
      retryAfter: response.headers.get('retry-after'),
    };
    return { call, body: answer };
  } catch {
    const tookMs = performance.now() - askedMs;
    return { call: { ...base, tookMs, status: 0, code: null, requestId: null, retryAfter: null }, body: {} };
  }
}

/** Once the projections have caught up and every store answers: what is wrong then, one sentence each. */
export async function problemsAtRest(url: string, ledger: Ledger, history: readonly Entry[]): Promise<string[]> {
  let problems: string[] = [];
  const look = async (): Promise<boolean> => {
    problems = await problemsIn(url, ledger, history).catch((error: unknown) => [String(error)]);
    return problems.length === 0;
  };
  await until(look, 'the proof', PATIENCE_MS).catch(() => undefined);
  return problems;
}
