// Reads a stream page by page, each page a call of its own: no call stays open while the reader is busy.
import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client';
import type { Recorded } from '../../../domain/kernel/event.js';
import type { Connection } from './connection.js';
import { bytesOf, fromClient, kindOf, toNumber } from './conversions.js';

/** `next` is the revision to go on from, null at the end of the stream. */
export type Page = Readonly<{ events: readonly Recorded[]; next: number | null }>;

const PAGE_EVENTS = 512;
const PAGE_BYTES = 4 * 1_048_576;
/** About 3 s: long enough for a restart. */
const REPEATS = { retries: 7 };
/** A cancelled read ends as at the end of the stream: only once nobody waits for it. */
const CANCEL_MS = 1_000;

export async function readPage(connection: Connection, stream: string, from: number): Promise<Page> {
  const options = { fromRevision: BigInt(from), maxCount: PAGE_EVENTS, requiresLeader: true };
  return connection.call(`Reading ${stream}`, REPEATS, async (client, timeoutMs) => {
    const { read, isFull } = await take(client.readStream(stream, options), timeoutMs, connection.heard);
    const events = read.flatMap(({ event }) => (event && fromClient(event)) ?? []);
    return { events, next: isFull ? toNumber(read.at(-1)?.event?.revision) + 1 : null };
  });
}

/** The position of the log's last event, of any writer; 0 when it is empty. */
export async function readHead(connection: Connection): Promise<number> {
  const options = { direction: 'backwards', fromPosition: 'end', maxCount: 1, requiresLeader: true } as const;
  return connection.call('Asking for the head', REPEATS, async (client, timeoutMs) => {
    const { read } = await take(client.readAll(options), timeoutMs, connection.heard);
    return toNumber(read[0]?.event?.position?.commit ?? 0);
  });
}

/** Reads until the end, or a page. A missing stream is empty. The client never releases a read that is not cancelled. */
async function take<E extends ResolvedEvent>(events: StreamingRead<E>, timeoutMs: number, heard: () => void) {
  const cancel = () => void events.cancel().catch(() => undefined);
  const timer = setTimeout(cancel, timeoutMs + CANCEL_MS).unref();
  events.on('error', () => undefined); // a late error without a listener would end the process
  const read: E[] = [];
  let sizeBytes = 0;
  try {
    for await (const event of events as AsyncIterable<E>) {
      heard();
      read.push(event);
      sizeBytes += bytesOf(event.event?.data ?? {});
      if (sizeBytes >= PAGE_BYTES) break;
    }
  } catch (error) {
    if (kindOf(error).type !== 'stream-not-found') throw error;
  } finally {
    clearTimeout(timer);
    cancel();
  }
  return { read, isFull: read.length === PAGE_EVENTS || sizeBytes >= PAGE_BYTES };
}
