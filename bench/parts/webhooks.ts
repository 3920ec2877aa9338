// Webhooks: deliveries a second against a bare keep-alive client that posts the same bodies, one receiver hanging; how
// long after its append an event is at the receiver; and a live receiver beside dead ones with much waiting for them.
import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ATTEMPTS_IN_FLIGHT_MAX } from '../../src/webhooks/delivery/concurrencyLimits.js';
import { buildMonth } from '../../test/support/builders.js';
import { atLeast, interleave, spreadOf, type Figure } from '../measure.js';
import { operator, startReceivers, type Receivers } from '../processes.js';
import type { Arrival } from '../receiversProtocol.js';
import { CHART_NAME, importOf, type Stage, type BenchService } from '../stage.js';

const RECEIVERS = 20;
const DELIVERIES = 1_000;
const ROUNDS = 7;
/** Of bursts of 100 ms, which differ by a factor of three from one to the next. */
const BURSTS = 15;
/** Events sent one at a time to a service that does nothing else, with so long between two. */
const IDLE_EVENTS = 300;
const IDLE_MS = 30;
const P99_MAX_MS = 100;
const DEAD = 10;
const DEAD_ACCOUNTS = 10_000;
const LIVE_EVENTS = 500;
const LIVE_LINES = 10;

const ENV = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };
/** First attempts wait until the command that caused them has ended: nothing else runs while they are counted. */
const LATER = { ...ENV, WEBHOOK_RETRY_SECONDS: '2,60,300,1800,7200' };

export async function webhooks(stage: Stage): Promise<Figure[]> {
  const receivers = startReceivers();
  try {
    return [await againstBareClient(stage, receivers), ...(await besideTheDead(stage, receivers))];
  } finally {
    await receivers.stop();
  }
}

/** Each round releases a month: one event an account, one delivery an event and webhook. */
async function againstBareClient(stage: Stage, receivers: Receivers): Promise<Figure> {
  const { client } = stage;
  const accounts = DELIVERIES / RECEIVERS;
  const service = await stage.openService('webhooks', { companies: 1, accounts, env: LATER });
  const answering = await receivers.open(Array<'answers'>(RECEIVERS - 1).fill('answers'));
  const [hanging = 0, bareHanging = 0] = await receivers.open(['hangs', 'hangs']);
  for (const port of [...answering, hanging]) await register(service, port, 'reconciliation.created');
  const expected = accounts * answering.length;

  let bodies: readonly string[] = [];
  const ours = async (round: number): Promise<number> => {
    const period = `20${10 + Math.floor(round / 12)}-${String((round % 12) + 1).padStart(2, '0')}`;
    await importOf(client, [monthCall(stage, service, period, 1, accounts)], [201]);
    await receivers.watch(answering);
    await operator(service.dataDir, 'release', '--company', '1', '--period', period);
    const arrivals = await receivers.arrived(expected);
    const distinct = new Set(arrivals.map(({ deliveryId }) => deliveryId)).size;
    if (distinct !== expected) throw new Error(`${distinct} of ${expected} deliveries are distinct`);
    bodies = [...new Set(arrivals.map(({ body }) => body))];
    return rateOf(arrivals);
  };
  const bare = async (): Promise<number> => {
    const files = bodies.map((body) => stage.keepBytes(Buffer.from(body)));
    const calls = files.flatMap((bodyFile) =>
      [...answering, bareHanging].map((port) => ({ port, method: 'POST', path: '/', bodyFile }) as const),
    );
    await receivers.watch(answering);
    const sent = client.send(calls, ATTEMPTS_IN_FLIGHT_MAX);
    const arrivals = await receivers.arrived(expected);
    await receivers.letGo(bareHanging);
    await sent;
    stage.forgetBodies();
    return rateOf(arrivals);
  };
  await ours(0); // the first bodies
  const samples = await interleave(BURSTS, { ours: (round) => ours(round + 1), bare });
  await service.stop();
  return atLeast(
    `${DELIVERIES} deliveries, one of ${RECEIVERS} receivers hanging / bare client`,
    0.6,
    samples.ours,
    samples.bare,
    'deliveries/s',
  );
}

async function besideTheDead(stage: Stage, receivers: Receivers): Promise<Figure[]> {
  const quiet = await openLive(stage, receivers, 'quiet');
  const idle = await fromAppendToReceiver(stage, receivers, quiet);
  const crowded = await openLive(stage, receivers, 'crowded');
  for (const { service } of [quiet, crowded]) process.kill(service.pid(), 'SIGSTOP');
  try {
    await awake(crowded, () => crowd(stage, crowded.service));
    const rate = (live: Live) => () => awake(live, () => sentAgain(receivers, live));
    const samples = await interleave(ROUNDS, { crowded: rate(crowded), quiet: rate(quiet) });
    const waiting = await awake(crowded, () => depthOf(crowded.service));
    if (waiting < DEAD * DEAD_ACCOUNTS) throw new Error(`only ${waiting} deliveries are waiting`);
    const name = `a live receiver beside ${DEAD * DEAD_ACCOUNTS} deliveries for ${DEAD} dead ones / alone`;
    return [idle, atLeast(name, 0.9, samples.crowded, samples.quiet, 'deliveries/s')];
  } finally {
    for (const { service } of [quiet, crowded]) process.kill(service.pid(), 'SIGCONT');
  }
}

type Live = Readonly<{ service: BenchService; port: number; webhookId: string }>;

/** A service whose one receiver has got so many events: they are sent again and again. */
async function openLive(stage: Stage, receivers: Receivers, name: string): Promise<Live> {
  const service = await stage.openService(`webhooks-${name}`, { companies: 1, accounts: DEAD_ACCOUNTS, env: ENV });
  const [port = 0] = await receivers.open(['answers']);
  const webhookId = await register(service, port, 'import.completed');
  await receivers.watch([port]);
  const calls = Array.from({ length: LIVE_EVENTS }, (_, variant) =>
    monthCall(stage, service, '2022-03', variant + 1, LIVE_LINES),
  );
  await importOf(stage.client, calls, [201], 8);
  await receivers.arrived(LIVE_EVENTS);
  stage.forgetBodies();
  return { service, port, webhookId };
}

/** An event is made just before it is appended: its own time, in it, is the beginning. */
async function fromAppendToReceiver(stage: Stage, receivers: Receivers, { service, port }: Live): Promise<Figure> {
  const tookMs: number[] = [];
  for (let event = 0; event < IDLE_EVENTS; event++) {
    const call = monthCall(stage, service, '2022-04', event + 1, LIVE_LINES);
    await pause(IDLE_MS);
    await receivers.watch([port]);
    const [[arrival]] = await Promise.all([receivers.arrived(1), importOf(stage.client, [call], [201])]);
    const { createdAt } = JSON.parse(arrival?.body ?? '{}') as { createdAt: string };
    tookMs.push((arrival?.atMs ?? NaN) - Date.parse(createdAt));
  }
  stage.forgetBodies();
  const p99Ms = tookMs.sort((a, b) => a - b)[Math.ceil(tookMs.length * 0.99) - 1] ?? NaN;
  return {
    name: 'from the append to the receiver, idle, p99 in ms',
    target: `< ${P99_MAX_MS}`,
    ratio: p99Ms,
    ok: p99Ms < P99_MAX_MS,
    detail: `median (least–greatest) ${spreadOf(tookMs)} ms`,
  };
}

/** A release of a month for webhooks where nobody listens. */
async function crowd(stage: Stage, service: BenchService): Promise<void> {
  const port = await portOfNobody();
  for (let dead = 0; dead < DEAD; dead++) await register(service, port, 'reconciliation.created');
  await importOf(stage.client, [monthCall(stage, service, '2022-05', 1, DEAD_ACCOUNTS)], [201]);
  await operator(service.dataDir, 'release', '--company', '1', '--period', '2022-05');
  while ((await depthOf(service)) < DEAD * DEAD_ACCOUNTS) await pause(200);
}

async function portOfNobody(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Only the service that is measured runs: the other one's work is none of its. */
async function awake<T>({ service }: Live, work: () => Promise<T>): Promise<T> {
  process.kill(service.pid(), 'SIGCONT');
  try {
    return await work();
  } finally {
    process.kill(service.pid(), 'SIGSTOP');
  }
}

async function sentAgain(receivers: Receivers, { service, port, webhookId }: Live): Promise<number> {
  await receivers.watch([port]);
  const since = '2000-01-01T00:00:00Z';
  const window = { since, until: new Date().toISOString(), types: ['import.completed'], all: true };
  await post(service, `/${webhookId}/replay`, window);
  return rateOf(await receivers.arrived(LIVE_EVENTS));
}

function monthCall(stage: Stage, service: BenchService, period: string, variant: number, lines: number) {
  const month = { cnpj: service.cnpjs[0] ?? '', period, chartName: CHART_NAME, variant };
  return service.importCall(stage.keepBody(buildMonth(service.accounts.slice(0, lines), month)));
}

async function register(service: BenchService, port: number, type: string): Promise<string> {
  const url = `http://127.0.0.1:${port}/eventos`;
  const { data } = await post(service, '', { url, events: [type] });
  return data.id;
}

/** @param path below the root of webhooks */
async function post(service: BenchService, path: string, body: object): Promise<{ data: { id: string } }> {
  const { key } = service.read('');
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${service.port()}/v1/webhooks${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as { data: { id: string } };
    // Of the replay before, the last outcomes are still being stored.
    if (response.status !== 409) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
    await pause(20);
  }
}

async function depthOf(service: BenchService): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${service.port()}/metrics`)).text();
  return Number(/^webhook_queue_depth (\d+)/m.exec(text)?.[1] ?? NaN);
}

/** A second, from the first arrival to the last. */
function rateOf(arrivals: readonly Arrival[]): number {
  const times = arrivals.map(({ atMs }) => atMs);
  return (arrivals.length * 1_000) / Math.max(1, Math.max(...times) - Math.min(...times));
}
