// Deliveries a second against a bare keep-alive client that posts the same bodies to the same receivers.
import { randomUUID } from 'node:crypto';
import { atLeast, interleave, ratio, type Figure } from '../measure.js';
import { operator, startReceivers, type Receivers } from '../processes.js';
import type { Arrival } from '../protocol.js';
import { answersTo, periodOf, type Stage, type BenchService } from '../stage.js';

const RECEIVERS = 20;
const DELIVERIES = 1_000;
/** Of the bare client. */
const ATTEMPTS_IN_FLIGHT = 128;
/** Of bursts of 100 ms, which differ by a factor of three from one to the next. */
const BURSTS = 15;
/** First attempts wait until the command that caused them has ended: nothing else runs while they are counted. */
const ENV = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '2,60,300,1800,7200' };

export async function webhooks(stage: Stage): Promise<Figure[]> {
  const receivers = startReceivers();
  try {
    return [await againstBareClient(stage, receivers)];
  } finally {
    await receivers.stop();
  }
}

/** Each round releases a month: one event an account, one delivery an event and webhook. */
async function againstBareClient(stage: Stage, receivers: Receivers): Promise<Figure> {
  const { client } = stage;
  const accounts = DELIVERIES / RECEIVERS;
  const service = await stage.openService('webhooks', { companies: 1, accounts, env: ENV });
  const ports = await receivers.open(RECEIVERS);
  for (const port of ports) await register(service, port);

  let bodies: readonly string[] = [];
  const ours = async (round: number): Promise<number> => {
    const period = periodOf(round + 240);
    await answersTo(client, [service.monthCall({ period })], 201);
    await operator(service.dataDir, 'release', '--company', '1', '--period', period);
    const arrivals = await receivers.arrived(DELIVERIES);
    const distinct = new Set(arrivals.map(({ deliveryId }) => deliveryId)).size;
    if (distinct !== DELIVERIES) throw new Error(`${distinct} of ${DELIVERIES} deliveries are distinct`);
    bodies = [...new Set(arrivals.map(({ body }) => body))];
    return rateOf(arrivals);
  };
  const bare = async (): Promise<number> => {
    const files = bodies.map((body) => stage.keepBytes(body));
    const calls = files.flatMap((bodyFile) =>
      ports.map((port) => ({ port, method: 'POST', path: '/', bodyFile }) as const),
    );
    await answersTo(client, calls, 204, ATTEMPTS_IN_FLIGHT);
    stage.forgetBodies();
    return rateOf(await receivers.arrived(calls.length));
  };
  await ours(0); // the first bodies
  const samples = await interleave(BURSTS, { ours: (round) => ours(round + 1), bare });
  return atLeast('deliveries / bare client', 0.5, ratio(samples.ours, samples.bare, 'deliveries/s'));
}

async function register(service: BenchService, port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${service.port}/v1/webhooks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.read('').key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ url: `http://127.0.0.1:${port}/eventos`, events: ['reconciliation.created'] }),
  });
  if (!response.ok) throw new Error(`a webhook: ${response.status} ${(await response.text()).slice(0, 500)}`);
}

/** A second, from the first arrival to the last. */
function rateOf(arrivals: readonly Arrival[]): number {
  const times = arrivals.map(({ atMs }) => atMs);
  return (arrivals.length * 1_000) / Math.max(1, Math.max(...times) - Math.min(...times));
}
