// Read-your-writes between processes: the last position each key wrote, beside the read models. Noting it may fail or
// come too late without harm to the write: then the key's next read through another process may be a moment behind.
import type { Collection } from 'mongodb';
import { READ_YOUR_WRITES_MAX_MS, type WrittenPositions } from '../../api/writtenPositions.js';
import type { Mongo } from '../mongo/connection.js';
import { isDuplicate } from '../mongo/errors.js';

/** A write waits no longer for its position to be noted. */
const NOTE_MS = 200;

/** One log's positions mean nothing in another. */
type WrittenDocument = { _id: string; position: number };

export type MongoPositionsOptions = Readonly<{
  mongo: Mongo;
  /** Null while the log has not been reached yet: nothing can have been written then. */
  logId(): string | null;
  /** @returns whether the read models show the position in time */
  waitFor(position: number, timeoutMs: number): Promise<boolean>;
  onError(error: unknown): void;
}>;

type Noting = { wanted: number; stored: number; running: Promise<void> | null };

export function openMongoWrittenPositions({
  mongo,
  logId,
  waitFor,
  onError,
}: MongoPositionsOptions): WrittenPositions {
  const written: Collection<WrittenDocument> = mongo.db.collection('writtenPositions');
  const idOf = (keyId: number): string => `${logId() ?? ''} ${keyId}`;
  /** Shown already: of most keys the last write is long past. One number a key. */
  const shown = new Map<string, number>();
  /** What was written through this process is known here, whether it could be noted or not. One number a key. */
  const own = new Map<string, number>();
  const noting = new Map<string, Noting>();

  /** Notes of one key join: while one is under way, the next carries the farthest of those that came meanwhile. */
  async function note(id: string, position: number): Promise<void> {
    const key = noting.get(id) ?? { wanted: 0, stored: 0, running: null };
    noting.set(id, key);
    key.wanted = Math.max(key.wanted, position);
    while (key.stored < position) {
      key.running ??= store(id, key).finally(() => (key.running = null));
      await key.running;
    }
  }

  async function store(_id: string, key: Noting): Promise<void> {
    const position = key.wanted;
    const raise = () => written.updateOne({ _id }, { $max: { position } }, { upsert: true });
    await raise().catch((error: unknown) => {
      if (isDuplicate(error)) return raise(); // another process made it just now
      throw error;
    });
    key.stored = position;
  }

  return {
    async note(keyId, position) {
      const id = idOf(keyId);
      own.set(id, Math.max(own.get(id) ?? 0, position));
      await mongo.ask('Noting a position', () => note(id, position), NOTE_MS).catch(onError);
    },
    async waitFor(keyId) {
      const id = idOf(keyId);
      const untilMs = performance.now() + READ_YOUR_WRITES_MAX_MS;
      const look = () => written.findOne({ _id: id });
      // Of a store that is away the read that follows tells.
      const noted = await mongo.ask('Reading a position', look, READ_YOUR_WRITES_MAX_MS).catch(() => null);
      const position = Math.max(noted?.position ?? 0, own.get(id) ?? 0);
      if ((shown.get(id) ?? 0) >= position) return;
      if (await waitFor(position, Math.max(0, untilMs - performance.now()))) shown.set(id, position);
    },
  };
}
