// Issuing and revoking keys, decided on stream `apiKeys`. The clear secret never comes here.
import type { Environment } from '../deployment/events.js';
import type { Decision, Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import type { Problem } from '../problem.js';
import type { ApiKeyEvent, ApiKeyIssued, ApiKeyRevoked, Scope } from './events.js';

/** By key id: whether it was revoked. */
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

export type IssueKey = Readonly<{
  keyId: number;
  clientId: number;
  name: string;
  environment: Environment;
  scopes: readonly Scope[];
  secretHash: string;
}>;

/** The id is fresh, so there is nothing to refuse; issued again under the same id it changes nothing. */
export function decideIssueKey(state: IssuedKeys, command: IssueKey): Decision<ApiKeyIssued, null> {
  if (state.has(command.keyId)) return { events: [], outcome: null };
  const { keyId, clientId, name, environment, scopes, secretHash } = command;
  const data = { keyId, clientId, name, environment, scopes, secretHash };
  return { events: [{ type: 'ApiKeyIssued', data }], outcome: null };
}

/** A key already revoked stays so. The outcome is the refusal, or null. */
export function decideRevokeKey(state: IssuedKeys, keyId: number): Decision<ApiKeyRevoked, Problem | null> {
  const key = state.get(keyId);
  if (!key) return { events: [], outcome: { is: 'KeyNotFound', keyId: String(keyId) } };
  if (key.revoked) return { events: [], outcome: null };
  return { events: [{ type: 'ApiKeyRevoked', data: { keyId } }], outcome: null };
}
