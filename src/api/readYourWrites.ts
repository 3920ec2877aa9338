// Read-your-writes, also between processes: a write notes its position; the next reads of the same key wait until the read models
// have reached it. When noting it fails or is late, the write still succeeds, and the key's next read through another process may
// be slightly behind. app.ts waits before reads. Source: docs/spec/requests.md#read-your-writes.
import { collection, put, type Documents } from '../commands/kernel/documents.js';
import { StoreUnavailable } from '../domain/kernel/storeError.js';
import { withTimeout } from '../runtime/withTimeout.js';

/** How long a read waits at most, looking up the position included. After that it answers from the read models as they are. */
export const READ_YOUR_WRITES_MAX_MS = 2_000;

/** How long a write waits for its position to be noted; it may be noted later. */
const NOTE_MS = 200;

/** `_id` contains the log's id: positions are valid in one log only. */
type Written = Readonly<{ _id: string; position: number }>;

export const writtenPositions = collection<Written>('writtenPositions');

export type WrittenPositionsOptions = Readonly<{
  documents: Documents;
  /** Null before the log was first reached: nothing was written yet. */
  logId(): string | null;
  /** @returns whether the read models show the position in time */
  waitFor(position: number, timeoutMs: number): Promise<boolean>;
  onError(error: unknown): void;
}>;

type Noting = { target: number; stored: number; running: Promise<void> | null };

/** The last position that each key wrote, shared by all processes. */
export type WrittenPositions = Pick<ReturnType<typeof openWrittenPositions>, 'note' | 'waitFor'>;

export function openWrittenPositions({ documents, logId, waitFor, onError }: WrittenPositionsOptions) {
  const idOf = (keyId: number): string => `${logId() ?? ''} ${keyId}`;
  /** Positions projected or timed out, one number a key: no read waits for them again. */
  const settled = new Map<string, number>();
  /** Positions written through this process, noted or not, one number a key. */
  const ownPositions = new Map<string, number>();
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
    await put(documents, writtenPositions, { _id, position }, { position: { below: position } });
    key.stored = position;
  }

  return {
    /** Called after a write and before its answer. Never throws; takes at most 200 ms. */
    async note(keyId: number, position: number): Promise<void> {
      const id = idOf(keyId);
      ownPositions.set(id, Math.max(ownPositions.get(id) ?? 0, position));
      const late = () => new StoreUnavailable('A position was not noted in time');
      await withTimeout(NOTE_MS, note(id, position), late).catch(onError);
    },
    /** Resolves when the read models have reached the key's position, or after `READ_YOUR_WRITES_MAX_MS`. Never throws. */
    async waitFor(keyId: number): Promise<void> {
      const id = idOf(keyId);
      const untilMs = performance.now() + READ_YOUR_WRITES_MAX_MS;
      const late = () => new StoreUnavailable('A position was not read in time');
      // If the store is unavailable, the read that follows reports it.
      const noted = await withTimeout(READ_YOUR_WRITES_MAX_MS, documents.get(writtenPositions, id), late).catch(
        () => null,
      );
      const position = Math.max(noted?.position ?? 0, ownPositions.get(id) ?? 0);
      if ((settled.get(id) ?? 0) >= position) return;
      await waitFor(position, Math.max(0, untilMs - performance.now()));
      settled.set(id, Math.max(settled.get(id) ?? 0, position));
    },
  };
}
