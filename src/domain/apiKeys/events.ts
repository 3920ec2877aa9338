// Stream `apiKeys`. Only the SHA-256 (hexadecimal) of a secret is stored.
import type { Environment } from '../deployment/events.js';
import type { DomainEvent } from '../kernel/event.js';

export const scopes = [
  'trial_balances:write',
  'trial_balances:read',
  'companies:read',
  'chart_of_accounts:read',
  'reconciliations:read',
  'analytics:read',
] as const;
export type Scope = (typeof scopes)[number];

export type ApiKeyIssued = DomainEvent<
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
export type ApiKeyRevoked = DomainEvent<'ApiKeyRevoked', Readonly<{ keyId: number }>>;
/** `newKeyId` takes the place of `keyId`, which is accepted until `expiresAt` (ISO 8601 UTC). */
export type ApiKeyRotated = DomainEvent<
  'ApiKeyRotated',
  Readonly<{ keyId: number; newKeyId: number; expiresAt: string }>
>;
export type ApiKeyEvent = ApiKeyIssued | ApiKeyRevoked | ApiKeyRotated;
