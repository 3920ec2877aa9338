// The integrators: each sends and reads with a key of its own, and looks at every answer it gets.
import { setTimeout as pause } from 'node:timers/promises';
import { everyLineWrong } from '../support/builders.js';
import { client, type Answer, type Row } from '../support/client.js';
import { ask, bodyOf, type Asked, type Entry } from '../support/history.js';
import type { Ledger } from '../support/ledger.js';
import type { Journal } from './journal.js';
import type { Random } from './random.js';

export const PERIODS = ['2026-01', '2026-02', '2026-03', '2026-04'] as const;
/** Only the probes of liveness write here, and nobody closes it. */
export const PROBE_PERIOD = '2025-06';

export type Integrator = Readonly<{ name: string; ledger: Ledger; history: Entry[]; foreign: readonly Ledger[] }>;

/** The processes may be stopped for some seconds, an append may wait 10: past this nobody answers any more. */
const ANSWER_MAX_MS = 40_000;
const REFUSED_PAUSE_MS = 25;

type Deps = Readonly<{ random: Random; journal: Journal; urls: () => readonly string[]; over: () => boolean }>;

/** One connection's worth of work, until it is over. */
export async function actAsIntegrator(integrator: Integrator, who: string, deps: Deps): Promise<void> {
  const { random, journal, urls, over } = deps;
  while (!over()) {
    const choice = random.weighted({ fresh: 30, again: 14, both: 4, wrong: 8, validate: 8, read: 30 });
    const running = urls();
    const asked = chosen(integrator, random, choice === 'again' || choice === 'validate');
    const url = running.length === 0 ? null : random.pick(running);
    if (url === null) {
      await pause(REFUSED_PAUSE_MS);
      continue;
    }
    const startedMs = performance.now();
    if (choice === 'read') await read(integrator, url, who, deps);
    else if (choice === 'wrong') await sendWrong(integrator, url, who, asked, deps);
    else if (choice === 'validate') await validateOnly(integrator, url, who, asked, deps);
    else {
      const targets = choice === 'both' ? [url, random.pick(running)] : [url];
      await Promise.all(targets.map((target) => send(integrator, target, who, asked, journal)));
    }
    const tookMs = performance.now() - startedMs;
    if (tookMs > ANSWER_MAX_MS)
      journal.problem(`${who} waited ${Math.round(tookMs)} ms for the answer to ${choice}`);
  }
}

/** What every answer has to be, whatever was asked (I9). */
export function looksRight(answer: Answer, who: string, journal: Journal): void {
  const { status, headers, text } = answer;
  journal.count(`${status}`);
  if (status >= 500 && status !== 503) journal.problem(`${who} got ${status}: ${text}`);
  if (!/^[0-9a-f-]{36}$/.test(headers.get('x-request-id') ?? ''))
    journal.problem(`${who} got no X-Request-Id: ${text}`);
  if (status < 400) return;
  if (answer.body.success !== false || typeof answer.body.error !== 'string')
    journal.problem(`${who} got ${status} without the envelope: ${text}`);
  if (status !== 503 && status !== 429) return;
  const seconds = headers.get('retry-after') ?? '';
  if (!/^[0-9]+$/.test(seconds) || Number(seconds) < 1 || Number(seconds) > 60)
    journal.problem(`${who} got ${status} with Retry-After “${seconds}”`);
}

export async function send(
  { ledger, history }: Integrator,
  url: string,
  who: string,
  asked: Asked,
  journal: Journal,
): Promise<Entry> {
  return journal.during(
    who,
    { url, sends: asked },
    () =>
      ask(url, ledger, history, asked, (answer) => {
        looksRight(answer, who, journal);
        if (![200, 201, 409, 503].includes(answer.status))
          journal.problem(`${who} got ${answer.status}: ${answer.text}`);
      }),
    ({ answer }) => answer ?? { lost: true },
  );
}

function chosen({ ledger, history }: Integrator, random: Random, again: boolean): Asked {
  const whole = {
    company: random.whole(ledger.cnpjs.length),
    period: random.pick(PERIODS),
    variant: random.whole(1e6),
  };
  if (!again || history.length === 0) return whole;
  const { company, period, variant } = history[Math.max(0, history.length - 1 - random.whole(10))] ?? whole;
  return { company, period, variant };
}

/** A body in which nothing adds up, or no amount is one: refused, and nothing of it is ever seen. */
async function sendWrong(
  { ledger }: Integrator,
  url: string,
  who: string,
  asked: Asked,
  deps: Deps,
): Promise<void> {
  const { random, journal } = deps;
  const body = everyLineWrong(bodyOf(ledger, asked), random.pick(['movement', 'amount']));
  const answer = await answered(who, { url, sendsWrong: asked }, journal, () =>
    client(url, ledger.key).post('/api/v1/trial-balances', body),
  );
  if (answer && ![400, 409, 503].includes(answer.status))
    journal.problem(`${who} sent wrong lines and got ${answer.status}: ${answer.text}`);
}

async function validateOnly(
  { ledger }: Integrator,
  url: string,
  who: string,
  asked: Asked,
  { journal }: Deps,
): Promise<void> {
  const answer = await answered(who, { url, validates: asked }, journal, () =>
    client(url, ledger.key).post('/api/v1/trial-balances?validateOnly=true', bodyOf(ledger, asked)),
  );
  if (answer && ![200, 409, 503].includes(answer.status))
    journal.problem(`${who} asked for validation only and got ${answer.status}: ${answer.text}`);
}

/** Lists and lines, own ones and others': no row of another client may ever be in an answer (I8). */
async function read({ ledger, foreign }: Integrator, url: string, who: string, deps: Deps): Promise<void> {
  const { random, journal } = deps;
  const get = (path: string) => answered(who, { url, path }, journal, () => client(url, ledger.key).get(path));
  const own = new Set<unknown>(ledger.companyIds);
  const path = random.pick([
    '/companies',
    '/trial-balances',
    '/reconciliations',
    `/chart-of-accounts?companyId=${ledger.companyIds[0]}`,
  ]);
  const page = random.whole(3) + 1;
  const list = await get(`/api/v1${path}${path.includes('?') ? '&' : '?'}page=${page}&limit=20`);
  if (!list || list.status === 503) return;
  if (list.status !== 200) return journal.problem(`${who} got ${list.status} for ${path}: ${list.text}`);
  for (const row of list.body.data)
    if (!own.has(row[path === '/companies' ? 'id' : 'empresaId']))
      journal.problem(`${who} was shown another's row: ${JSON.stringify(row)}`);
  const strangers = foreign.flatMap(({ companyIds }) => companyIds);
  const stranger = await get(`/api/v1/trial-balances?companyId=${random.pick(strangers)}`);
  if (stranger && ![404, 503].includes(stranger.status))
    journal.problem(`${who} asked for another's company and got ${stranger.status}: ${stranger.text}`);
  if (path === '/trial-balances' && list.body.data.length > 0)
    await readLines(random.pick(list.body.data), get, who, journal);
}

/** A version is seen with all its lines, or not at all (I5). */
async function readLines(
  header: Row,
  get: (path: string) => Promise<Answer | null>,
  who: string,
  journal: Journal,
): Promise<void> {
  const path = `/api/v1/trial-balances/${String(header['id'])}/lines?limit=100`;
  const lines = await get(path);
  if (!lines || lines.status === 503) return;
  if (lines.status !== 200) return journal.problem(`${who} got ${lines.status} for ${path}: ${lines.text}`);
  if (lines.body.pagination.total !== header['linhas'])
    journal.problem(`${who} was shown ${lines.body.pagination.total} lines of ${JSON.stringify(header)}`);
  for (const line of lines.body.data)
    if (line['empresaId'] !== header['empresaId'] || line['balanceteId'] !== header['id'])
      journal.problem(`${who} was shown another's line: ${JSON.stringify(line)}`);
}

/** @returns null when no answer came */
async function answered(
  who: string,
  act: object,
  journal: Journal,
  run: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    const answer = await journal.during(who, act, run, ({ status }) => ({ status }));
    looksRight(answer, who, journal);
    return answer;
  } catch {
    journal.count('lost');
    return null;
  }
}
