// Decisions on API keys: issuing and revoking.
import type { Decision } from '../kernel/decider.js';
import type { ApiKeyIssued, ApiKeyRevoked, ApiKeyRotated } from './events.js';
import type { IssuedKeys } from './fold.js';
import type { RevokeRefusal, RotateRefusal } from './refusals.js';

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

/** Times are ISO 8601 UTC; `until`: the last moment at which the old key is accepted, if it has no earlier end. */
export type RotateKey = Readonly<{
  keyId: number;
  newKeyId: number;
  newSecretHash: string;
  now: string;
  until: string;
}>;

/** The new key has the name, scopes, limits and end of the old one. A key is rotated once. */
export function decideRotateKey(
  state: IssuedKeys,
  { keyId, newKeyId, newSecretHash, now, until }: RotateKey,
): Decision<ApiKeyIssued | ApiKeyRotated, RotateRefusal | null> {
  const key = state.get(keyId);
  if (!key) return { events: [], outcome: { is: 'KeyNotFound', keyId: String(keyId) } };
  if (key.newKeyId === newKeyId) return { events: [], outcome: null };
  const isEnded = key.revoked || (key.expiresAt !== undefined && key.expiresAt <= now);
  if (isEnded || key.newKeyId !== null)
    return { events: [], outcome: { is: 'KeyEnded', keyId, newKeyId: key.newKeyId } };
  const issued = decideIssueKey(state, { ...key, keyId: newKeyId, secretHash: newSecretHash });
  const expiresAt = key.expiresAt !== undefined && key.expiresAt < until ? key.expiresAt : until;
  return {
    events: [...issued.events, { type: 'ApiKeyRotated', data: { keyId, newKeyId, expiresAt } }],
    outcome: null,
  };
}
