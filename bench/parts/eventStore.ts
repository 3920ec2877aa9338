// The log in EventStoreDB's protocol: what the adapter adds to the client it stands on, both in this process, against a
// server of the protocol in its own. The server is not the real one: only the ratios mean anything.
import {
  binaryEvent,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { NO_STREAM as BEFORE_FIRST, type EventLog, type NewEvent } from '../../src/domain/kernel/log.js';
import { openEventStoreDb } from '../../src/stores/log/eventStoreDb/openEventStoreDb.js';
import { ServerProcess } from '../../test/eventStoreServer/child.js';
import { closed, closedMany, part } from '../../test/support/logEvents.js';
import { atLeast, atMost, interleave, median, type Figure } from '../measure.js';
import type { Stage } from '../stage.js';

type Append = (events: readonly NewEvent[]) => Promise<unknown>;

const ROUNDS = 12;
const APPEND_RATIO = 1.3;
const FOLLOW_RATIO = 0.7;
const WRITERS = 25;
const PREFIX = 'books-';

export async function eventStore(stage: Stage): Promise<Figure[]> {
  const server = new ServerProcess(join(stage.folder, 'eventStore'));
  await server.start();
  const client = EventStoreDBClient.connectionString(server.url);
  const log = await openEventStoreDb(server.url);
  try {
    const bare: Append = (events) =>
      client.appendToStream(streamFor(events), events.map(clientEvent), { expectedRevision: NO_STREAM });
    const adapter: Append = (events) => log.append(streamFor(events), events, BEFORE_FIRST);
    return [
      await compared('append of one event', bare, adapter, (append) => oneByOne(append, 50, () => [closed(1)])),
      await compared('append of 50 events', bare, adapter, (append) => oneByOne(append, 10, () => closedMany(50))),
      await compared('append of a part of 800 kB', bare, adapter, (append) =>
        oneByOne(append, 5, () => [part(new Uint8Array(800_000))]),
      ),
      await compared(`${WRITERS} appends at once`, bare, adapter, (append) => atOnce(append)),
      await followed(client, log),
    ];
  } finally {
    await Promise.all([client.dispose(), log.close()]);
    await server.kill();
  }
}

async function compared(
  name: string,
  bare: Append,
  adapter: Append,
  takeMs: (append: Append) => Promise<number>,
): Promise<Figure> {
  const samples = await interleave(ROUNDS, { adapter: () => takeMs(adapter), bare: () => takeMs(bare) });
  return atMost(`EventStoreDB: ${name}, by the client's`, APPEND_RATIO, samples.adapter, samples.bare);
}

async function oneByOne(append: Append, count: number, make: () => readonly NewEvent[]): Promise<number> {
  const tookMs: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const events = make();
    const start = performance.now();
    await append(events);
    tookMs.push(performance.now() - start);
  }
  return median(tookMs);
}

async function atOnce(append: Append): Promise<number> {
  const events = Array.from({ length: 10 * WRITERS }, () => [closed(1)]);
  const start = performance.now();
  const writer = async () => {
    for (let next = events.pop(); next !== undefined; next = events.pop()) await append(next);
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return (performance.now() - start) / 10;
}

/** From the start of the log to its end, in events a second. */
async function followed(client: EventStoreDBClient, log: EventLog): Promise<Figure> {
  const perSecond = async (follow: () => Promise<number>) => {
    const start = performance.now();
    return (await follow()) / ((performance.now() - start) / 1_000);
  };
  const adapter = async () => {
    let count = 0;
    for await (const batch of log.subscribe(0, [PREFIX], new AbortController().signal)) {
      count += batch.events.length;
      if (batch.caughtUp) break;
    }
    return count;
  };
  const bare = async () => {
    const filter = streamNameFilter({ prefixes: [PREFIX], maxSearchWindow: 512 });
    const subscription = client.subscribeToAll({ fromPosition: START, filter });
    let count = 0;
    subscription.on('data', () => (count += 1));
    await once(subscription, 'caughtUp');
    await subscription.unsubscribe();
    return count;
  };
  const samples = await interleave(8, { adapter: () => perSecond(adapter), bare: () => perSecond(bare) });
  return atLeast(
    "EventStoreDB: events followed, by the client's",
    FOLLOW_RATIO,
    samples.adapter,
    samples.bare,
    '/s',
  );
}

/** Parts lie apart, as they do in the service: nobody follows them. */
function streamFor([first]: readonly NewEvent[]): string {
  return `${first?.data instanceof Uint8Array ? 'lines-' : PREFIX}${randomUUID()}`;
}

function clientEvent({ id, type, data, metadata }: NewEvent) {
  return data instanceof Uint8Array
    ? binaryEvent({ id, type, data, metadata })
    : jsonEvent({ id, type, data: data as Record<string, unknown>, metadata });
}
