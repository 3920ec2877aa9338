// Does to a log's files what nobody should: past the store's rules, straight into its lmdb tables, or by writing the
// whole log anew. The log must be closed.
import { NO_STREAM, type NewEvent } from '../../../src/domain/kernel/log.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import { encodeEvent, encodeIndexEntry, stamp, type StoredEvent } from '../../../src/stores/log/lmdb/records.js';
import { openTables, type Tables } from '../../../src/stores/log/lmdb/tables.js';
import { openEmbeddedLog } from '../../../src/stores/log/lmdb/embeddedLog.js';
import { catchUp } from '../../support/logEvents.js';

export type Place = Readonly<{ stream: string; revision: number }>;

export type Tampering = Readonly<{
  /** Changes what is stored under the same place. */
  alter(place: Place, change: (event: StoredEvent) => Partial<StoredEvent>): void;
  /** Removes body and place in the order, or the body alone. */
  remove(place: Place, what?: 'whole' | 'body'): void;
  /** Adds an event at the end of a stream, which the log's order does not know. */
  addOutsideOrder(stream: string, event: NewEvent): void;
  /** Two events change their places in the log's order. */
  swap(one: Place, other: Place): void;
  /** The stored bytes of an event, to spoil. */
  spoil(place: Place, spoil: (record: Buffer) => Buffer): void;
}>;

export async function tamper(folder: string, act: (with_: Tampering) => void): Promise<void> {
  const tables = openTables(folder);
  try {
    tables.root.transactionSync(() => act(tamperingOf(tables)));
  } finally {
    await tables.root.close();
  }
}

function tamperingOf(tables: Tables): Tampering {
  const keyOf = ({ stream, revision }: Place): [number, number] => [tables.streams.get(stream) ?? 0, revision];
  const get = (place: Place) => tables.events.get(keyOf(place)) as StoredEvent;
  const put = (place: Place, event: StoredEvent) => {
    const data = event.data instanceof Uint8Array ? event.data : JSON.stringify(event.data);
    const record = encodeEvent({ id: event.id, type: event.type, metadata: JSON.stringify(event.metadata), data });
    stamp(record, event.position);
    tables.events.putSync(keyOf(place), record);
  };
  const order = (place: Place, position: number) => {
    const [number, revision] = keyOf(place);
    tables.index.putSync(position, encodeIndexEntry({ number, revision, stream: place.stream }));
  };
  return {
    alter: (place, change) => put(place, { ...get(place), ...change(get(place)) }),
    remove: (place, what = 'whole') => {
      if (what === 'whole') tables.index.removeSync(get(place).position);
      tables.events.removeSync(keyOf(place));
    },
    addOutsideOrder: (stream, { id, type, metadata, data }) => {
      let revision = 0;
      while (get({ stream, revision }) !== undefined) revision += 1;
      put({ stream, revision }, { id, type, metadata, data, position: 1, sizeBytes: 0 });
    },
    swap: (one, other) => {
      const [first, second] = [get(one), get(other)];
      put(one, { ...first, position: second.position });
      put(other, { ...second, position: first.position });
      order(one, second.position);
      order(other, first.position);
    },
    spoil: (place, spoil) => {
      const event = get(place);
      const data = event.data instanceof Uint8Array ? event.data : JSON.stringify(event.data);
      const record = encodeEvent({
        id: event.id,
        type: event.type,
        metadata: JSON.stringify(event.metadata),
        data,
      });
      stamp(record, event.position);
      tables.events.putSync(keyOf(place), spoil(record));
    },
  };
}

/** Writes the log anew into another folder, changed as a whole: revisions and positions fit, ids and times stay. */
export async function rewrite(
  from: string,
  to: string,
  change: (events: readonly Recorded[]) => readonly Recorded[],
): Promise<void> {
  const source = await openEmbeddedLog(from);
  const target = await openEmbeddedLog(to);
  const revisions = new Map<string, number>();
  const events = change((await catchUp(source, 0, [''])).flatMap((batch) => batch.events));
  const appends = events.map(({ stream, id, type, metadata, data }) => {
    const expected = revisions.get(stream) ?? NO_STREAM;
    revisions.set(stream, expected + 1);
    return target.append(stream, [{ id, type, metadata, data }], expected);
  });
  await Promise.all(appends);
  await source.close();
  await target.close();
}
