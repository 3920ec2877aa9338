// Read-your-writes, also between processes: a write notes its position; the next reads of the same key wait until
// the read models have reached it. When noting it fails or is late, the write still succeeds, and the key's next
// read through another process may be slightly behind. app.ts waits before reads. Source:
// docs/spec/requests.md#read-your-writes.
import { collection, put, type Documents } from '../commands/kernel/documents.js';
import { StoreUnavailable } from '../domain/kernel/storeError.js';
import { singleFlight, type SingleFlight } from '../runtime/singleFlight.js';
import { withTimeout } from '../runtime/withTimeout.js';

/** How long a read waits at most, with the look-up. Then it answers from the read models as they are. */
export const READ_YOUR_WRITES_MAX_MS = 2_000;

/** How long a write waits for its position to be noted; it may be noted later. */
const NOTE_MS = 200;

/** `_id` contains the log's id: positions are valid in one log only. */
type Written = Readonly<{ _id: string; position: number }>;

export const writtenPositions = collection<Written>('writtenPositions');

type WrittenPositionsOptions = Readonly<{
  documents: Documents;
  /** Null before the log was first reached: nothing was written yet. */
  logId(): string | null;
  /** @returns whether the read models show the position in time */
  waitFor(position: number, timeoutMs: number): Promise<boolean>;
  onError(error: unknown): void;
}>;

/** The last position that each key wrote, shared by all processes. */
export type WrittenPositions = Pick<ReturnType<typeof openWrittenPositions>, 'note' | 'waitFor'>;

export function openWrittenPositions({ documents, logId, waitFor, onError }: WrittenPositionsOptions) {
  const idOf = (keyId: number): string => `${logId() ?? ''} ${keyId}`;
  /** Positions projected or timed out, one number a key: no read waits for them again. */
  const settled = new Map<string, number>();
  /** Positions written through this process, noted or not, one number a key. */
  const ownPositions = new Map<string, number>();
  /** One write of each key at a time, of the highest position by then. */
  const noting = new Map<string, SingleFlight<boolean>>();
  const store = (_id: string): Promise<boolean> => {
    const position = ownPositions.get(_id) ?? 0;
    return put(documents, writtenPositions, { _id, position }, { position: { below: position } });
  };

  return {
    /** Called after a write and before its answer. Never throws; takes at most 200 ms. */
    async note(keyId: number, position: number): Promise<void> {
      const id = idOf(keyId);
      ownPositions.set(id, Math.max(ownPositions.get(id) ?? 0, position));
      const ofKey = noting.get(id) ?? singleFlight(() => store(id));
      noting.set(id, ofKey);
      const late = () => new StoreUnavailable('A position was not noted in time');
      await withTimeout(NOTE_MS, ofKey.again(), late).catch(onError);
    },
    /** Resolves once the read models reach the key's position, or after READ_YOUR_WRITES_MAX_MS. Never throws. */
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
