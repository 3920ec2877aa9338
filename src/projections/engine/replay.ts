// The rows of a view at a time in the past: replays the events of some streams through the projection's handlers.
import type { EventLog } from '../../domain/kernel/log.js';
import type { Projection } from './projection.js';
import { writesOf } from './eventWrites.js';
import type { StoredRow, View, Write } from './readStore.js';

/** Writes after which other work has its turn: a month of 20,000 accounts is as many. */
const WRITES_PER_TURN = 500;

/**
 * @param streams in an order in which later ones only touch what earlier ones put
 * @param until ISO 8601 UTC, inclusive
 * @returns rows in ascending id
 */
export async function replay<Row extends StoredRow>(
  log: EventLog,
  view: View<Row>,
  { on }: Pick<Projection, 'on'>,
  { streams, until }: Readonly<{ streams: readonly string[]; until: string }>,
): Promise<readonly Row[]> {
  const rows = new Map<number, StoredRow>();
  let writes = 0;
  for (const stream of streams)
    for await (const event of log.read(stream, 0)) {
      if (event.metadata.at > until) break; // times never go backwards inside a stream
      for await (const write of writesOf(log, on, event)) {
        apply(rows, view.name, write);
        if (++writes % WRITES_PER_TURN === 0) await nextTurn();
      }
    }
  return [...rows.values()].sort((a, b) => a.id - b.id) as unknown as readonly Row[];
}

function apply(rows: Map<number, StoredRow>, view: string, write: Write): void {
  if (write.op === 'rows' || write.view !== view) return;
  if (write.op === 'put') return void rows.set(write.row.id, write.row);
  const row = rows.get(write.id);
  if (row !== undefined) rows.set(write.id, { ...row, ...write.fields });
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
