// API keys of all clients: events, state, problems and decisions.
import type { Environment } from './deployment.js';
import type { Decision, DomainEvent, Fold, Recorded } from './kernel/event.js';
import type { ErrorCode, ProblemOf, Problems } from './kernel/problems.js';

// Stream `apiKeys`. Only the SHA-256 (hexadecimal) of a secret is stored.

export const scopes = [
  'trial_balances:write',
  'trial_balances:read',
  'companies:read',
  'chart_of_accounts:read',
  'reconciliations:read',
  'analytics:read',
] as const;
export type Scope = (typeof scopes)[number];

type ApiKeyIssued = DomainEvent<
  'ApiKeyIssued',
  Readonly<{
    keyId: number;
    clientId: number;
    name: string;
    environment: Environment;
    scopes: readonly Scope[];
    secretHash: string;
    /** ISO 8601 UTC: the last moment at which the key is accepted. Absent: no end. */
    expiresAt?: string;
    /** The only companies that the key knows. Absent: all of the client. */
    companyIds?: readonly number[];
    /** CIDRs: the key is accepted from these addresses only. Absent: from any. */
    networks?: readonly string[];
  }>
>;
type ApiKeyRevoked = DomainEvent<'ApiKeyRevoked', Readonly<{ keyId: number }>>;
/** `newKeyId` takes the place of `keyId`, which is accepted until `expiresAt` (ISO 8601 UTC). */
type ApiKeyRotated = DomainEvent<
  'ApiKeyRotated',
  Readonly<{ keyId: number; newKeyId: number; expiresAt: string }>
>;
export type ApiKeyEvent = ApiKeyIssued | ApiKeyRevoked | ApiKeyRotated;

export const API_KEYS_STREAM = 'apiKeys';

/**
 * `issuedAt` and `revokedAt` are ISO 8601 UTC; a key with `revokedAt` is invalid. `newKeyId`: the key that took
 * its place, which ends it at `expiresAt`.
 */
export type KeyRecord = ApiKeyIssued['data'] &
  Readonly<{ issuedAt: string; revokedAt: string | null; newKeyId: number | null }>;

type IssuedKeys = Map<number, KeyRecord>;

const KEY_STATE_BYTES = 500;

export const apiKeys: Fold<IssuedKeys> = {
  initial: () => new Map(),
  evolve(state, recorded) {
    const { type, data, metadata } = recorded as Recorded<ApiKeyEvent>;
    const { keyId } = data;
    const key = state.get(keyId);
    if (type === 'ApiKeyIssued')
      return state.set(keyId, key ?? { ...data, issuedAt: metadata.at, revokedAt: null, newKeyId: null });
    if (key === undefined) return state;
    if (type === 'ApiKeyRevoked') return state.set(keyId, { ...key, revokedAt: key.revokedAt ?? metadata.at });
    const { newKeyId, expiresAt } = data;
    return state.set(keyId, { ...key, newKeyId, expiresAt });
  },
  size: (state) => 200 + state.size * KEY_STATE_BYTES,
};

const keyTooNarrow = {
  code: 'ESCOPO_INSUFICIENTE',
  status: 403,
  happened: 'a chave não tem o escopo indicado na mensagem ou, ao registrar um webhook, é limitada a empresas',
  remedy: 'peça ao operador uma chave com o escopo e, para webhooks, sem limite de empresas',
} as const satisfies ErrorCode;

export const apiKeyProblems = {
  KeyNotFound: {
    code: 'CHAVE_NAO_ENCONTRADA',
    status: 404,
    error: (it: Readonly<{ keyId: string }>) => `Chave não encontrada: ${it.keyId}`,
  },
  /**
   * Only a key that is accepted can be rotated. `newKeyId`: the key that took its place; null when it was revoked
   * or expired.
   */
  KeyEnded: {
    code: 'CHAVE_ENCERRADA',
    status: 409,
    error: (it: Readonly<{ keyId: number; newKeyId: number | null }>) =>
      it.newKeyId === null
        ? `A chave ${it.keyId} foi revogada ou expirou: emita outra com keys issue`
        : `A chave ${it.keyId} já foi substituída pela chave ${it.newKeyId}`,
  },
  ScopeMissing: {
    ...keyTooNarrow,
    error: (it: Readonly<{ scope: Scope }>) => `Escopo insuficiente: ${it.scope}`,
  },
  KeyOfCompanies: {
    ...keyTooNarrow,
    error:
      'A chave é limitada a empresas e não registra webhooks, que recebem eventos de todas as empresas do cliente',
  },
} as const satisfies Problems;
export type ApiKeyProblem = ProblemOf<typeof apiKeyProblems>;

/** Never refused, as the id is new. Repeated with the same id it writes nothing. */
export function decideIssueKey(state: IssuedKeys, command: ApiKeyIssued['data']): Decision<ApiKeyIssued, null> {
  return { events: state.has(command.keyId) ? [] : [{ type: 'ApiKeyIssued', data: command }], outcome: null };
}

/** Revoking a revoked key writes nothing. */
export function decideRevokeKey(state: IssuedKeys, keyId: number): Decision<ApiKeyRevoked, ApiKeyProblem | null> {
  const key = state.get(keyId);
  if (!key) return { events: [], outcome: { is: 'KeyNotFound', keyId: String(keyId) } };
  if (key.revokedAt !== null) return { events: [], outcome: null };
  return { events: [{ type: 'ApiKeyRevoked', data: { keyId } }], outcome: null };
}

/** Times are ISO 8601 UTC; `until`: the last moment at which the old key is accepted, if it has no earlier end. */
type RotateKey = Readonly<{
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
): Decision<ApiKeyIssued | ApiKeyRotated, ApiKeyProblem | null> {
  const key = state.get(keyId);
  if (!key) return { events: [], outcome: { is: 'KeyNotFound', keyId: String(keyId) } };
  if (key.newKeyId === newKeyId) return { events: [], outcome: null };
  const { revokedAt, expiresAt: end } = key;
  if (revokedAt !== null || key.newKeyId !== null || (end !== undefined && end <= now))
    return { events: [], outcome: { is: 'KeyEnded', keyId, newKeyId: key.newKeyId } };
  const issued = decideIssueKey(state, { ...asIssued(key), keyId: newKeyId, secretHash: newSecretHash });
  const expiresAt = end !== undefined && end < until ? end : until;
  return {
    events: [...issued.events, { type: 'ApiKeyRotated', data: { keyId, newKeyId, expiresAt } }],
    outcome: null,
  };
}

function asIssued({
  issuedAt: _,
  revokedAt: _revoked,
  newKeyId: _new,
  ...facts
}: KeyRecord): ApiKeyIssued['data'] {
  return facts;
}
