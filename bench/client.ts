// The load client, in a separate process so that it does not disturb the measurement.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import type { Answered, Call, LoadResult, Polled, Reply, Result, Task } from './protocol.js';

/** Idle connections go before the service closes them, 5 s after their last answer. */
const IDLE_MS = 4_000;
const agent = new Agent({ keepAlive: true, maxSockets: 128, timeout: IDLE_MS });
const NO_BODY = Buffer.alloc(0);
let polling = false;

process.on('message', (task: Task) => {
  if (task.do === 'stop') {
    polling = false;
    return;
  }
  perform(task).then(
    (result) => reply({ result }),
    (error: unknown) => reply({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

async function perform(task: Exclude<Task, { do: 'stop' }>): Promise<Result> {
  if (task.do === 'send') return sendAll(task.calls, task.concurrency);
  if (task.do === 'load') return loadFor(task.call, task.connections, task.forMs);
  return poll(task.call);
}

function reply(message: Reply): void {
  process.send?.(message);
}

async function sendAll(calls: readonly Call[], concurrency: number): Promise<Answered[]> {
  const bodies = calls.map(({ bodyFile }) => (bodyFile === undefined ? NO_BODY : readFileSync(bodyFile)));
  const answers: Answered[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < calls.length; index = next++) {
      const call = calls[index];
      if (call) answers[index] = await send(call, bodies[index] ?? NO_BODY);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return answers;
}

/** What of autocannon is used. `npm run bench` brings it. */
type Autocannon = (
  options: Readonly<{
    url: string;
    connections: number;
    duration: number;
    headers: Readonly<Record<string, string>>;
  }>,
) => Promise<
  Readonly<{
    requests: Readonly<{ total: number }>;
    duration: number;
    errors: number;
    timeouts: number;
    statusCodeStats?: Readonly<Record<string, Readonly<{ count: number }>>>;
  }>
>;

async function loadFor(call: Call, connections: number, forMs: number): Promise<LoadResult> {
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
  const { requests, duration, errors, timeouts, statusCodeStats } = await autocannon({
    url: `http://127.0.0.1:${call.port}${call.path}`,
    connections,
    duration: forMs / 1_000,
    headers: call.key === undefined ? {} : { authorization: `Bearer ${call.key}` },
  });
  const answered = statusCodeStats?.['200']?.count ?? 0;
  return { perSecond: requests.total / duration, failed: requests.total - answered + errors + timeouts };
}

async function poll(call: Call): Promise<Polled> {
  polling = true;
  let failed = 0;
  let slowestMs = 0;
  while (polling) {
    const { status, startedMs, endedMs } = await send(call, NO_BODY);
    if (status !== 200) failed++;
    slowestMs = Math.max(slowestMs, endedMs - startedMs);
  }
  return { failed, slowestMs };
}

function send(
  { port, method, path, key, contentType = 'application/json' }: Call,
  body: Buffer,
): Promise<Answered> {
  const headers: Record<string, string | number> = { 'content-length': body.length };
  if (body.length > 0) headers['content-type'] = contentType;
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const endedMs = performance.now();
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: incoming.statusCode ?? 0, startedMs, endedMs, body: text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
