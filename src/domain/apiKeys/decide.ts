// Decisions on API keys: issuing and revoking.
import type { Decision } from '../kernel/decider.js';
import type { ApiKeyIssued, ApiKeyRevoked } from './events.js';
import type { IssuedKeys } from './fold.js';
import type { RevokeRefusal } from './refusals.js';

export type IssueKey = ApiKeyIssued['data'];

/** Never refused, as the id is new. Repeated with the same id it writes nothing. */
export function decideIssueKey(state: IssuedKeys, command: IssueKey): Decision<ApiKeyIssued, null> {
  if (state.has(command.keyId)) return { events: [], outcome: null };
  const { keyId, clientId, name, environment, scopes, secretHash, expiresAt, companyIds, networks } = command;
  const data = {
    keyId,
    clientId,
    name,
    environment,
    scopes,
    secretHash,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(companyIds !== undefined && { companyIds }),
    ...(networks !== undefined && { networks }),
  };
  return { events: [{ type: 'ApiKeyIssued', data }], outcome: null };
}

/** Revoking a revoked key writes nothing. */
export function decideRevokeKey(state: IssuedKeys, keyId: number): Decision<ApiKeyRevoked, RevokeRefusal | null> {
  const key = state.get(keyId);
  if (!key) return { events: [], outcome: { is: 'KeyNotFound', keyId: String(keyId) } };
  if (key.revoked) return { events: [], outcome: null };
  return { events: [{ type: 'ApiKeyRevoked', data: { keyId } }], outcome: null };
}
