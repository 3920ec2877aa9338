// Read-your-writes: middleware of reads. A write notes its position (`written.note`), the same key's next read waits for it.
// Source: docs/spec/requests.md#read-your-writes.
import type { Middleware } from 'koa';
import { keyOf, type Call } from './call.js';
import type { WrittenPositions } from './writtenPositions.js';

export function awaitOwnWrites({ waitFor }: Pick<WrittenPositions, 'waitFor'>): Middleware<Call> {
  return async (context, next) => {
    await waitFor(keyOf(context).keyId);
    await next();
  };
}
