// Problems of API keys.
import type { Scope } from './events.js';

export type ApiKeyProblem =
  | Readonly<{ is: 'KeyNotFound'; keyId: string }>
  /** Only a key that is accepted can be rotated. `newKeyId`: the key that took its place; null when it was revoked or expired. */
  | Readonly<{ is: 'KeyEnded'; keyId: number; newKeyId: number | null }>
  /** The key that makes the request lacks this scope. */
  | Readonly<{ is: 'ScopeMissing'; scope: Scope }>;

export type RevokeRefusal = Extract<ApiKeyProblem, { is: 'KeyNotFound' }>;
export type RotateRefusal = Extract<ApiKeyProblem, { is: 'KeyNotFound' | 'KeyEnded' }>;
