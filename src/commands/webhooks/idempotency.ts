// `Idempotency-Key` of registration and rotation (docs/spec/webhooks.md#idempotency).
import { createHash } from 'node:crypto';
import { refuse } from '../../domain/problem.js';
import { canonicalJson } from '../../domain/kernel/canonicalJson.js';
import type { IdempotentUse } from '../../domain/webhooks/events.js';
import type { ClientWebhooks, IdempotentRoute, UsedKey } from '../../domain/webhooks/fold.js';

/** @param content what the request asks for */
export function idempotentUse(key: string, content: object): IdempotentUse {
  return { key, bodyHash: createHash('sha256').update(canonicalJson(content)).digest('hex') };
}

/** @throws when the use that was just stored is not in the state */
export function storedUse(state: ClientWebhooks, route: IdempotentRoute, key: string): UsedKey {
  const found = state.usedKeys.findLast((used) => used.route === route && used.key === key);
  if (found === undefined) throw new Error('The use of the key just stored is not in its stream');
  return found;
}

/** @throws DomainError IdempotencyKeyInUse */
export type OncePerKey = <Result>(
  clientId: number,
  route: IdempotentRoute,
  key: string,
  work: () => Promise<Result>,
) => Promise<Result>;

/**
 * Refuses a second request while the first with its key runs in this process. Between processes the stream's revision
 * lets one through, and the other replays it.
 */
export function createOncePerKey(): OncePerKey {
  const running = new Set<string>();
  return async (clientId, route, key, work) => {
    const name = `${clientId} ${route} ${key}`;
    if (running.has(name)) return refuse({ is: 'IdempotencyKeyInUse' });
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  };
}
