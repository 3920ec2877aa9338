// What authentication asks of the keys: a lookup in memory, and a look at the log for one it does not know yet.
import type { Scope } from '../../domain/apiKey/events.js';
import type { Environment } from '../../domain/deployment/events.js';

export type ApiKey = Readonly<{
  keyId: number;
  clientId: number;
  name: string;
  environment: Environment;
  scopes: readonly Scope[];
  revoked: boolean;
}>;

export type KeyDirectory = Readonly<{
  /** @param secretHash SHA-256 of the secret in lower-case hexadecimal */
  find(secretHash: string): ApiKey | null;
  /** Reads the keys forward to the log's head. @throws when the log is out of reach */
  refresh(): Promise<void>;
}>;
