// Which key a request comes with. Missing, unknown, malformed, revoked or of the other environment: one and the same 401.
import * as crypto from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Environment } from '../../domain/deployment/events.js';
import { inTime } from '../../commands/kernel/deadline.js';
import { DomainError } from '../../domain/problem.js';
import type { KeyRecord } from '../../domain/registers.js';
import { HttpError } from '../http/response/problems.js';
import { readCredential } from './credentials.js';

/** Keys in memory, and a look at the log for one that is not among them yet. */
export type KeyDirectory = Readonly<{
  /** @param secretHash SHA-256 of the secret in lower-case hexadecimal */
  keyByHash(secretHash: string): KeyRecord | null;
  /** Up to the log's end; requests at the same time share one look. @throws when the log is out of reach */
  refresh(): Promise<void>;
}>;

/** In one step where Node has it (from 20.12): a quarter of the time. */
const sha256: (text: string) => string =
  'hash' in crypto
    ? (text) => crypto.hash('sha256', text, 'hex')
    : (text) => crypto.createHash('sha256').update(text).digest('hex');

/** A log that does not answer within this time is out of reach: 503, never 401 (docs/spec/keys.md#authentication). */
const REFRESH_TIMEOUT_MS = 2_000;

const PREFIXES: Readonly<Record<Environment, string>> = { staging: 'service_test_', production: 'service_live_' };
/** 32 bytes in base62 are 43 digits, leading zeros or not. */
const RANDOM_PART = /^[0-9A-Za-z]{30,60}$/;

export type Authenticate = (request: IncomingMessage) => KeyRecord | Promise<KeyRecord>;

/** Answers at once for a key in memory; for another, after one look at the log. */
export function createAuthenticate(keys: KeyDirectory, environment: Environment): Authenticate {
  const prefix = PREFIXES[environment];

  function find(secretHash: string): KeyRecord | null {
    const key = keys.keyByHash(secretHash);
    return key?.revokedAt === null && key.environment === environment ? key : null;
  }

  async function lookAgain(secretHash: string): Promise<KeyRecord> {
    await inTime(REFRESH_TIMEOUT_MS, keys.refresh()).catch(() => {
      throw new DomainError({ is: 'Unavailable' });
    });
    const key = find(secretHash);
    if (!key) throw new HttpError({ is: 'KeyInvalid' });
    return key;
  }

  return (request) => {
    const secret = readCredential(request);
    // Hashed and looked up even when it can't be right, so that the time taken tells nothing.
    const secretHash = sha256(secret ?? '');
    const key = find(secretHash);
    if (!secret?.startsWith(prefix)) throw new HttpError({ is: 'KeyInvalid' });
    if (key) return key;
    if (!RANDOM_PART.test(secret.slice(prefix.length))) throw new HttpError({ is: 'KeyInvalid' });
    return lookAgain(secretHash);
  };
}
