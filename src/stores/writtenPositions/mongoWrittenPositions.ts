// Read-your-writes between processes: the last position each key wrote, in the database of the read models. When noting it
// fails or is late, the write still succeeds and the key's next read through another process may be slightly behind.
import type { Collection } from 'mongodb';
import { READ_YOUR_WRITES_MAX_MS, type WrittenPositions } from '../../api/readYourWrites.js';
import type { Mongo } from '../mongo/connection.js';
import { isDuplicate } from '../mongo/errors.js';

/** How long a write waits for its position to be noted; it may be noted later. */
const NOTE_MS = 200;

/** `_id` contains the log's id: positions are valid in one log only. */
type WrittenDocument = { _id: string; position: number };

export type MongoPositionsOptions = Readonly<{
  mongo: Mongo;
  /** Null before the log was first reached: nothing was written yet. */
  logId(): string | null;
  /** @returns whether the read models show the position in time */
  waitFor(position: number, timeoutMs: number): Promise<boolean>;
  onError(error: unknown): void;
}>;

type Noting = { target: number; stored: number; running: Promise<void> | null };

export function openMongoWrittenPositions({
  mongo,
  logId,
  waitFor,
  onError,
}: MongoPositionsOptions): WrittenPositions {
  const written: Collection<WrittenDocument> = mongo.db.collection('writtenPositions');
  const idOf = (keyId: number): string => `${logId() ?? ''} ${keyId}`;
  /** Positions known to be projected, one number a key. */
  const shown = new Map<string, number>();
  /** Positions written through this process, noted or not, one number a key. */
  const own = new Map<string, number>();
  const noting = new Map<string, Noting>();

  /** Coalesces notes of one key: while one is in progress, the next one carries the highest position that arrives. */
  async function note(id: string, position: number): Promise<void> {
    const key = noting.get(id) ?? { target: 0, stored: 0, running: null };
    noting.set(id, key);
    key.target = Math.max(key.target, position);
    while (key.stored < position) {
      key.running ??= store(id, key).finally(() => (key.running = null));
      await key.running;
    }
  }

  async function store(_id: string, key: Noting): Promise<void> {
    const position = key.target;
    const raise = () =>
      mongo.ask('Noting a position', () => written.updateOne({ _id }, { $max: { position } }, { upsert: true }));
    await raise().catch((error: unknown) => {
      if (isDuplicate(error)) return raise(); // inserted concurrently by another process
      throw error;
    });
    key.stored = position;
  }

  return {
    async note(keyId, position) {
      const id = idOf(keyId);
      own.set(id, Math.max(own.get(id) ?? 0, position));
      await mongo.ask('Waiting for a note', () => note(id, position), NOTE_MS).catch(onError);
    },
    async waitFor(keyId) {
      const id = idOf(keyId);
      const untilMs = performance.now() + READ_YOUR_WRITES_MAX_MS;
      const look = () => written.findOne({ _id: id });
      // If the store is unavailable, the read that follows reports it.
      const noted = await mongo.ask('Reading a position', look, READ_YOUR_WRITES_MAX_MS).catch(() => null);
      const position = Math.max(noted?.position ?? 0, own.get(id) ?? 0);
      if ((shown.get(id) ?? 0) >= position) return;
      if (await waitFor(position, Math.max(0, untilMs - performance.now()))) shown.set(id, position);
    },
  };
}
