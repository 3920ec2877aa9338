// Writes of projections to one generation: whole documents, each unless the stored one is newer, so that a
// replayed batch, or a second projector, changes nothing.
import { randomUUID } from 'node:crypto';
import { groupedBy } from '../../domain/kernel/groupedBy.js';
import {
  valueIn,
  type AnyView,
  type Checkpoint,
  type Declared,
  type Filling,
  type Generation,
  type ListRow,
  type PositionedWrite,
  type RowList,
  type StoredRow,
  type Value,
  type Write,
} from '../../projections/engine/readStore.js';
import type { Documents, Puts } from '../../commands/kernel/documents.js';
import {
  PART_ROWS,
  checkpointIn,
  checkpoints,
  keysOf,
  markKey,
  marks,
  partKey,
  partsOf,
  rowKey,
  rowsOf,
  wordOf,
  type CheckpointDocument,
  type KeysDocument,
  type Making,
  type PartDocument,
  type RowDocument,
} from './layout.js';

type Of<Op extends Write['op']> = Extract<Write, { op: Op }>;
type When = Omit<PositionedWrite, 'write'>;
type Changing = When & Readonly<{ write: Of<'put' | 'set'> }>;
type Appending = When & Readonly<{ write: Of<'rows'> }>;
type Fields = Readonly<Record<string, Value>>;
type Rows = Map<number, RowDocument>;

const READ_MAX = 1_000;

/** The live one, or a new one without readers. */
export class WrittenGeneration implements Generation {
  readonly #views: ReadonlyMap<string, Declared['views'][number]>;
  readonly #lists: ReadonlyMap<string, Declared['lists'][number]>;
  /** Log of the stored checkpoint of each projection, once it is known. */
  readonly #logIds = new Map<string, string>();

  constructor(
    readonly name: string,
    protected documents: Documents,
    { views, lists }: Declared,
    readonly replaced: AbortSignal,
  ) {
    this.#views = new Map(views.map((view) => [view.name, view]));
    this.#lists = new Map(lists.map((list) => [list.name, list]));
  }

  checkpoint(projection: string): Promise<Checkpoint | null> {
    return checkpointIn(this.documents, projection);
  }

  /** Rows of lists, rows of views, marks, checkpoint, in this order: a visible header has all its rows. */
  async apply(
    projection: string,
    writes: readonly PositionedWrite[],
    checkpoint: Checkpoint | null,
  ): Promise<void> {
    const puts = [...this.#lines(writes), ...(await this.#rows(writes))];
    if (checkpoint !== null) {
      const { logId, position, changedAt, last = null } = checkpoint;
      await this.#forgetOtherLogs(projection, logId);
      puts.push({
        into: checkpoints,
        documents: [{ _id: projection, logId, position, changedAt, last } as CheckpointDocument],
      });
    }
    if (puts.length > 0) await this.documents.write(puts);
  }

  #lines(writes: readonly PositionedWrite[]): Puts[] {
    const all = writes.filter((each): each is Appending => each.write.op === 'rows');
    return [...groupedBy(all, ({ write }) => write.list)].flatMap(([name, appended]) => {
      const list = requireDeclared(this.#lists, name);
      const keys: KeysDocument[] = []; // complete when all parts were taken
      return [
        { into: partsOf(list), documents: partsIn(list, appended, keys) },
        { into: keysOf(list), documents: keys },
      ];
    });
  }

  /** Merges what is set into the row, stored or of the batch; a stored one is newer or of an earlier batch. */
  async #rows(writes: readonly PositionedWrite[]): Promise<Puts[]> {
    const all = writes.filter((each): each is Changing => each.write.op !== 'rows');
    const puts: Puts[] = [];
    const marked: string[] = [];
    for (const [name, changes] of groupedBy(all, ({ write }) => write.view)) {
      const view = requireDeclared(this.#views, name);
      const stored = await this.#readStored(view, changes);
      const written: Rows = new Map();
      const clients = new Set<number>();
      for (const each of changes) {
        const { write } = each;
        const row =
          write.op === 'put'
            ? rowOf(view, write.row, each)
            : changeRow(view, written.get(write.id) ?? stored.get(write.id), write, each);
        if (row === null) continue;
        written.set(row.id, row);
        clients.add(row.clientId);
      }
      if (written.size > 0) puts.push({ into: rowsOf(view), documents: [...written.values()] });
      for (const clientId of clients) marked.push(markKey(name, clientId));
    }
    // Random: two writers may write at once.
    if (marked.length > 0)
      puts.push({ into: marks, documents: marked.map((_id) => ({ _id, mark: randomUUID() })) });
    return puts;
  }

  /** The rows that are set before they are put. */
  async #readStored(view: AnyView, changes: readonly Changing[]): Promise<Rows> {
    const put = new Set<number>();
    const set = new Set<number>();
    for (const { write } of changes)
      if (write.op === 'put') put.add(write.row.id);
      else if (!put.has(write.id)) set.add(write.id);
    const keys = [...set].map(rowKey);
    const rows: Rows = new Map();
    for (let from = 0; from < keys.length; from += READ_MAX) {
      const some = { _id: { in: keys.slice(from, from + READ_MAX) } };
      for (const each of await this.documents.find(rowsOf(view), some)) rows.set(each.id, each);
    }
    return rows;
  }

  /** A checkpoint never decreases within one log, but one of another log is replaced. */
  async #forgetOtherLogs(projection: string, logId: string): Promise<void> {
    if (this.#logIds.get(projection) === logId) return;
    await this.documents.delete(checkpoints, { _id: projection, logId: { not: logId } });
    this.#logIds.set(projection, logId);
  }

  async close(): Promise<void> {
    await this.documents.close();
  }
}

/** One by one: a batch's rows and texts are not all in memory. @param keys get the words of each part */
function* partsIn(
  { filterable }: RowList,
  appended: readonly Appending[],
  keys: KeysDocument[],
): Generator<PartDocument> {
  for (const { write, position, changedAt } of appended) {
    const { clientId, parentId, count } = write;
    const rows = write.rows[Symbol.iterator]();
    for (let from = 0; from < count; from += PART_ROWS) {
      const some = Array.from({ length: Math.min(PART_ROWS, count - from) }, () => rows.next().value as ListRow);
      const first = write.first + from;
      const part = {
        _id: partKey(parentId, first),
        clientId,
        parentId,
        first,
        _position: position,
        _changedAt: changedAt,
      };
      const words = filterable.map((field) => [field, some.map((row) => wordOf(row[field])).join(' ')] as const);
      keys.push({ ...part, ...Object.fromEntries(words) });
      yield { ...part, count: some.length, rows: JSON.stringify(some) };
    }
  }
}

/** Null when there is no such row of the client, or a newer one. */
function changeRow(
  view: AnyView,
  row: RowDocument | undefined,
  { clientId, fields }: Of<'set'>,
  when: When,
): RowDocument | null {
  const unknown = Object.keys(fields).find((field) => !(field in view.fields));
  if (unknown !== undefined) throw new Error(`${view.name} has no field ${unknown}`);
  if (row?.clientId !== clientId || row._position > when.position) return null;
  return rowOf(view, { ...row, ...fields }, when);
}

function rowOf(view: AnyView, row: StoredRow & Fields, { position, changedAt }: When): RowDocument {
  const document: Record<string, Value> = { _id: rowKey(row.id), _position: position, _changedAt: changedAt };
  for (const field in view.fields) document[field] = requireValue(row[field], field);
  for (const field in view.differences) document[field] = valueIn(view, row, field);
  return document as RowDocument;
}

function requireDeclared<Declaration>(declarations: ReadonlyMap<string, Declaration>, name: string): Declaration {
  const declaration = declarations.get(name);
  if (declaration === undefined) throw new Error(`${name} is not declared in this store`);
  return declaration;
}

function requireValue(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new Error(`${field} is missing in a row`);
  return value;
}

/** A generation without readers, until it is live. */
export class NewGeneration extends WrittenGeneration implements Filling {
  #live = false;

  constructor(
    private readonly making: Making,
    declared: Declared,
    private readonly onLive: () => Promise<void>,
  ) {
    super(making.name, making.documents, declared, new AbortController().signal);
  }

  async goLive(): Promise<void> {
    if (this.#live) return;
    this.documents = await this.making.goLive();
    this.#live = true;
    await this.making.release();
    await this.onLive();
  }

  async discard(): Promise<void> {
    if (this.#live) return;
    await this.making.drop();
    await this.making.release();
  }

  override async close(): Promise<void> {
    await super.close();
    if (!this.#live) await this.making.release();
  }
}
