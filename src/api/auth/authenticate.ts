// Which key a request comes with. Missing, unknown, malformed, revoked or of the other environment: one and the same 401.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Environment } from '../../domain/deployment/events.js';
import { DomainError } from '../../domain/kernel/problem.js';
import { HttpError } from '../http/problems.js';
import { readCredential } from './credentials.js';
import type { ApiKey, KeyDirectory } from './keyDirectory.js';

/** A log that does not answer within this time is out of reach: 503, never 401 (decisions 3). */
const REFRESH_TIMEOUT_MS = 2_000;

const SHAPES: Readonly<Record<Environment, RegExp>> = {
  staging: /^service_test_[0-9A-Za-z]{30,60}$/,
  production: /^service_live_[0-9A-Za-z]{30,60}$/,
};

export type Authenticate = (request: IncomingMessage) => ApiKey | Promise<ApiKey>;

/** Answers at once for a key in memory; for another, after one look at the log that all such requests share. */
export function createAuthenticate(keys: KeyDirectory, environment: Environment): Authenticate {
  const shape = SHAPES[environment];
  let looking: Promise<void> | null = null;

  function look(): Promise<void> {
    looking ??= within(keys.refresh(), REFRESH_TIMEOUT_MS).finally(() => {
      looking = null;
    });
    return looking;
  }

  function find(secretHash: string): ApiKey | null {
    const key = keys.find(secretHash);
    return key && !key.revoked && key.environment === environment ? key : null;
  }

  async function lookAgain(secretHash: string): Promise<ApiKey> {
    await look();
    const key = find(secretHash);
    if (!key) throw new HttpError({ is: 'KeyInvalid' });
    return key;
  }

  return (request) => {
    const secret = readCredential(request);
    // Hashed and looked up even when it can't be right, so that the time taken tells nothing.
    const secretHash = createHash('sha256')
      .update(secret ?? '')
      .digest('hex');
    const key = find(secretHash);
    const plausible = secret !== null && shape.test(secret);
    if (!plausible) throw new HttpError({ is: 'KeyInvalid' });
    return key ?? lookAgain(secretHash);
  };
}

async function within(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DomainError({ is: 'Unavailable' })), timeoutMs);
  });
  try {
    await Promise.race([work, expired]);
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError({ is: 'Unavailable' });
  } finally {
    clearTimeout(timer);
  }
}
