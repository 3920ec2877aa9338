// Stream `apiKeys`: the keys of all clients.
import type { Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import type { ApiKeyEvent, ApiKeyIssued } from './events.js';

export const API_KEYS_STREAM = 'apiKeys';

/** By key id. */
export type IssuedKeys = Map<number, ApiKeyIssued['data'] & { revoked: boolean; newKeyId: number | null }>;

const KEY_STATE_BYTES = 500;

export const apiKeys: Fold<IssuedKeys> = {
  version: 2,
  initial: () => new Map(),
  evolve(state, recorded) {
    const event = recorded as Recorded<ApiKeyEvent>;
    if (event.type === 'ApiKeyIssued') {
      state.set(event.data.keyId, { ...event.data, revoked: false, newKeyId: null });
      return state;
    }
    const key = state.get(event.data.keyId);
    if (key && event.type === 'ApiKeyRevoked') key.revoked = true;
    if (key && event.type === 'ApiKeyRotated') key.newKeyId = event.data.newKeyId;
    return state;
  },
  size: (state) => 200 + state.size * KEY_STATE_BYTES,
};
