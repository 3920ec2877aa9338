// Runs one projection: subscription ─► handler ─► writes ─► checkpoint. Each has its own subscription and
// checkpoint, so a failure stops no other. Everything after the checkpoint may be written twice.
import { nextTurn } from '../../runtime/turns.js';
import { changedAfter } from '../../domain/kernel/calendarDate.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { noFailPoints, type FailPoints } from '../../domain/kernel/failPoints.js';
import { knownEvent, resumeAfter, type KnownEvent } from '../../domain/kernel/knownEvent.js';
import { EventUnreadable, LogWentBack, type Batch, type EventLog } from '../../domain/kernel/log.js';
import type { PartsLocation } from '../../domain/kernel/parts.js';
import { SEALS } from '../../domain/seal.js';
import { upcasters } from '../../domain/upcasters.js';
import { FOLLOWING, keepTrying } from '../../runtime/keepTrying.js';
import { ProjectionFailed, type OnProgress, type ProjectionPhase } from './progress.js';
import type { Handlers, Projection, ReadLog } from './projection.js';
import type { Checkpoint, Generation, PositionedWrite, StoredRow, View, Write } from './readStore.js';

/** Rows buffered before they are written: bounds memory for events of any size. */
const GROUP_ROWS_MAX = 10_000;

export type Source = Readonly<{
  log: EventLog;
  /** The newest logId of stream `deployment`. */
  logId: string;
  /** Called each time a projection finds that the log went back; it is tried again. */
  onWentBack?: ((error: LogWentBack) => void) | undefined;
  failPoints?: FailPoints;
  signal: AbortSignal;
}>;

type FollowOptions = Source & Readonly<{ projection: Projection; generation: Generation; onProgress: OnProgress }>;

/**
 * Follows until the signal aborts, through any failure of a store.
 * @throws ProjectionFailed at an event that cannot be projected: unknown type, unreadable, or its handler throws
 */
export async function follow(options: FollowOptions): Promise<void> {
  const { log, projection, generation } = options;
  // A signal of its own: what waits on it doesn't add up over projections to the listeners that Node warns of.
  const signal = AbortSignal.any([options.signal]);
  const run = new ProjectionRun(options);
  const read = async (progressed: () => void): Promise<void> => {
    const checkpoint = await generation.checkpoint(projection.name);
    const from = checkpoint === null ? 0 : await resumeAfter(log, checkpoint);
    run.startAt(from, checkpoint);
    // Includes seals, so that the last event yielded is never far behind the position.
    for await (const batch of log.subscribe(from, [...projection.streamPrefixes, SEALS], signal)) {
      await run.show(batch);
      progressed();
    }
  };
  await keepTrying(signal, FOLLOWING, read, (error) => {
    if (error instanceof ProjectionFailed) throw error;
    if (error instanceof EventUnreadable) throw run.failure(run.position, error.message, error);
    if (error instanceof LogWentBack) options.onWentBack?.(error);
    run.report('retrying', error);
  });
}

/** The state of one projection while it follows. */
class ProjectionRun {
  position = 0;
  #events = 0;
  #group: PositionedWrite[] = [];
  #groupRows = 0;
  #live = false;
  #changedAt = 0;
  #lastEvent: KnownEvent | undefined;
  #on: Handlers = {};

  constructor(private readonly options: FollowOptions) {}

  startAt(position: number, checkpoint: Checkpoint | null): void {
    this.position = position;
    this.#changedAt = checkpoint?.changedAt ?? 0;
    this.#lastEvent = checkpoint?.last;
    this.#group = [];
    this.#groupRows = 0;
    this.#on = this.options.projection.begin();
  }

  async show(batch: Batch): Promise<void> {
    const { projection, generation, logId, failPoints = noFailPoints } = this.options;
    const projectedEvents = batch.events.filter(({ stream }) => stream !== SEALS);
    for (const event of projectedEvents) await this.#showEvent(event);
    await this.#flush();
    if (projectedEvents.length > 0) await failPoints('projector.batchWritten');
    const lastEvent = batch.events.at(-1);
    if (lastEvent !== undefined) this.#lastEvent = knownEvent(lastEvent);
    await generation.apply(projection.name, [], {
      logId,
      position: batch.position,
      changedAt: this.#changedAt,
      last: this.#lastEvent,
    });
    this.position = batch.position;
    this.#events += projectedEvents.length;
    this.#live ||= batch.caughtUp;
    this.report(this.#live ? 'live' : 'catchingUp', null);
  }

  report(phase: ProjectionPhase, error: unknown): void {
    const { projection, onProgress } = this.options;
    onProgress({
      projection: projection.name,
      phase,
      position: this.position,
      events: this.#events,
      error: error instanceof Error ? `${error.name}: ${error.message}` : null,
    });
  }

  failure(position: number, message: string, cause: unknown): ProjectionFailed {
    const failure = new ProjectionFailed(this.options.projection.name, position, message, { cause });
    this.report('failed', failure);
    return failure;
  }

  async #showEvent(event: Recorded): Promise<void> {
    const { position } = event;
    const where = `${event.type} ${event.revision} of ${event.stream} at position ${position}`;
    const changedAt = (this.#changedAt = changedAfter(this.#changedAt, event.metadata.at));
    const written = writesOf(this.options.log, this.#on, event);
    for (;;) {
      let next: IteratorResult<Write>;
      try {
        next = await written.next();
      } catch (error) {
        if (error instanceof LogAway) throw error;
        throw this.failure(position, `${where}: ${error instanceof Error ? error.message : String(error)}`, error);
      }
      if (next.done === true) return;
      this.#group.push({ write: next.value, position, changedAt });
      this.#groupRows += next.value.op === 'rows' ? next.value.count : 1;
      if (this.#groupRows < GROUP_ROWS_MAX) continue;
      await this.#flush();
      await this.options.failPoints?.('projector.rowsWritten');
    }
  }

  async #flush(): Promise<void> {
    if (this.#group.length === 0) return;
    const group = this.#group;
    this.#group = [];
    this.#groupRows = 0;
    await this.options.generation.apply(this.options.projection.name, group, null);
  }
}

/** @throws LogAway when parts could not be read from the log; any other error concerns the event */
async function* writesOf(log: Pick<EventLog, 'read'>, on: Handlers, event: Recorded): AsyncGenerator<Write> {
  const handlers = on[event.type];
  if (handlers === undefined && !Object.hasOwn(upcasters, event.type))
    throw new Error('no handler knows this type');
  const reading: ReadLog = {
    parts: (location) => partsOf(log, location),
    stream: (stream) => eventsOf(log, stream, 0),
  };
  for (const handler of handlers ?? []) yield* handler(event, reading);
}

/** Parts could not be read from the log; the event may be fine. */
class LogAway extends Error {
  override readonly name = 'LogAway';
}

/** The named parts in order. Ends with an error when the log holds fewer. */
async function* partsOf(log: Pick<EventLog, 'read'>, { stream, fromRevision, count }: PartsLocation) {
  let remaining = count;
  if (remaining === 0) return;
  for await (const { data } of eventsOf(log, stream, fromRevision)) {
    if (!(data instanceof Uint8Array)) throw new Error(`${stream} holds something else than parts`);
    remaining -= 1;
    yield data;
    if (remaining === 0) return;
  }
  throw new Error(`${remaining} of ${count} parts are missing in ${stream}`);
}

/** @throws EventUnreadable; LogAway for any other error of the log */
async function* eventsOf(
  log: Pick<EventLog, 'read'>,
  stream: string,
  from: number,
): AsyncGenerator<Recorded, void> {
  const events = log.read(stream, from)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await events.next().catch((error: unknown) => {
        if (error instanceof EventUnreadable) throw error;
        throw new LogAway(`${stream} could not be read`, { cause: error });
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await events.return?.();
  }
}

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
  { begin }: Pick<Projection, 'begin'>,
  { streams, until }: Readonly<{ streams: readonly string[]; until: string }>,
): Promise<readonly Row[]> {
  const on = begin();
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
