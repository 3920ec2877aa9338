// Does to a log's file what nobody should: past the store's rules, straight into its table, or by writing the
// whole log anew. The log must be closed.
import { join } from 'node:path';
import { NO_STREAM, type NewEvent } from '../../../src/domain/kernel/log.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { SqliteFile } from '../../../src/stores/sqlite/sqliteFile.js';
import { catchUp } from '../../support/logEvents.js';

export type Place = Readonly<{ stream: string; revision: number }>;
type Stored = Pick<Recorded, 'id' | 'type' | 'data' | 'metadata'>;

export type Tampering = Readonly<ReturnType<typeof tamperingOf>>;

/** @param folder of the log's file */
export async function tamper(folder: string, act: (with_: Tampering) => void): Promise<void> {
  const file = new SqliteFile(join(folder, 'log.db'), { mode: 'mode=rw' });
  file.transaction(() => act(tamperingOf(file)));
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  file.close();
}

const AT = 'WHERE stream = ? AND revision = ?';

function tamperingOf(file: SqliteFile) {
  const get = ({ stream, revision }: Place): Stored => {
    const row = file.getRaw(`SELECT id, type, data, metadata FROM events ${AT}`, stream, revision);
    const [id, type, data, metadata] = row as [string, string, string | Buffer, string];
    const parsed = (text: string): unknown => JSON.parse(text);
    const found = typeof data === 'string' ? parsed(data) : data;
    return { id, type, data: found, metadata: parsed(metadata) as Stored['metadata'] };
  };
  const dataOf = ({ data }: Pick<Stored, 'data'>) => (data instanceof Uint8Array ? data : JSON.stringify(data));
  const positionOf = ({ stream, revision }: Place): number =>
    file.getRaw(`SELECT position FROM events ${AT}`, stream, revision)?.[0] as number;
  const put = ({ stream, revision }: Place, position: number) =>
    file.run(`UPDATE events SET position = ? ${AT}`, position, stream, revision);
  const numberOf = (sql: string, ...values: string[]): number => file.getRaw(sql, ...values)?.[0] as number;
  return {
    /** Changes what is stored under the same place. */
    alter(place: Place, change: (event: Stored) => Partial<Stored>) {
      const event = { ...get(place), ...change(get(place)) };
      const values = [event.id, event.type, dataOf(event), JSON.stringify(event.metadata)];
      file.run(
        `UPDATE events SET id = ?, type = ?, data = ?, metadata = ? ${AT}`,
        ...values,
        place.stream,
        place.revision,
      );
    },
    remove: ({ stream, revision }: Place) => void file.run(`DELETE FROM events ${AT}`, stream, revision),
    /** Adds an event at the end of a stream, which the log's order does not reach. */
    addOutsideOrder(stream: string, event: NewEvent) {
      const position = Math.min(0, numberOf('SELECT min(position) FROM events')) - 1;
      const revision = numberOf('SELECT max(revision) + 1 FROM events WHERE stream = ?', stream);
      const values = [event.id, event.type, dataOf(event), JSON.stringify(event.metadata)];
      file.run('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)', position, stream, revision, ...values);
    },
    /** Two events change their places in the log's order. */
    swap(one: Place, other: Place) {
      const first = positionOf(one);
      const second = positionOf(other);
      put(one, -first);
      put(other, first);
      put(one, second);
    },
    /** Makes an event unreadable. */
    spoil: ({ stream, revision }: Place) =>
      void file.run(`UPDATE events SET metadata = '{' ${AT}`, stream, revision),
  };
}

/**
 * Writes the log anew into another folder, changed as a whole: revisions and positions fit, ids and times stay.
 */
export async function rewrite(
  from: string,
  to: string,
  change: (events: readonly Recorded[]) => readonly Recorded[],
): Promise<void> {
  const source = await openEmbeddedLog(join(from, 'log.db'), { writesHere: true });
  const target = await openEmbeddedLog(join(to, 'log.db'), { writesHere: true });
  const revisions = new Map<string, number>();
  const events = change((await catchUp(source, 0, [''])).flatMap((batch) => batch.events));
  const appends = events.map(({ stream, id, type, metadata, data }) => {
    const expected = revisions.get(stream) ?? NO_STREAM;
    revisions.set(stream, expected + 1);
    return target.append([{ stream, events: [{ id, type, metadata, data }], expectedRevision: expected }]);
  });
  await Promise.all(appends);
  await source.close();
  await target.close();
}
