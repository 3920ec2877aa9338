// Stream `apiKeys`: the keys of all clients.
import type { Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import type { ApiKeyEvent } from './events.js';

export const API_KEYS_STREAM = 'apiKeys';

/** By key id. */
export type IssuedKeys = Map<number, { revoked: boolean }>;

const KEY_STATE_BYTES = 64;

export const apiKeys: Fold<IssuedKeys> = {
  version: 1,
  initial: () => new Map(),
  evolve(state, recorded) {
    const event = recorded as Recorded<ApiKeyEvent>;
    if (event.type === 'ApiKeyIssued') state.set(event.data.keyId, { revoked: false });
    if (event.type === 'ApiKeyRevoked') state.set(event.data.keyId, { revoked: true });
    return state;
  },
  size: (state) => 200 + state.size * KEY_STATE_BYTES,
};
