// Problems of API keys.
import type { Scope } from './events.js';

export type ApiKeyProblem =
  | Readonly<{ is: 'KeyNotFound'; keyId: string }>
  /** The key that makes the request lacks this scope. */
  | Readonly<{ is: 'ScopeMissing'; scope: Scope }>;

export type RevokeRefusal = Extract<ApiKeyProblem, { is: 'KeyNotFound' }>;
