// Authenticates a request by its key. A key that is missing, unknown, malformed, revoked or of the other
// environment gets the same 401.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { inTime, type Clock } from '../../commands/kernel/context.js';
import { hashSecret, KEY_PREFIXES } from '../../commands/keys/apiKeys.js';
import type { Environment } from '../../domain/deployment.js';
import { DomainError } from '../../domain/problem.js';
import type { KeyRecord } from '../../domain/apiKeys.js';
import { Networks } from '../http/connections/clientAddress.js';
import { HttpError } from '../http/problems.js';

/** Keys in memory, refreshed from the log when one is not among them yet. */
export type KeyDirectory = Readonly<{
  /** @param secretHash SHA-256 of the secret in lower-case hexadecimal */
  keyByHash(secretHash: string): KeyRecord | null;
  /** Reads the log up to its end; concurrent requests share one read. @throws when the log is unavailable */
  refresh(): Promise<void>;
}>;

/** A log that is silent for so long is unavailable: 503, never 401 (docs/spec/keys.md#authentication). */
const REFRESH_TIMEOUT_MS = 2_000;

/** 32 bytes in base62 are 43 digits, fewer without leading zeros. */
const RANDOM_PART = /^[0-9A-Za-z]{30,60}$/;

export type Authenticate = (request: IncomingMessage, address: string) => KeyRecord | Promise<KeyRecord>;

/** A key in memory is authenticated at once, any other after one refresh. */
export function createAuthenticate(keys: KeyDirectory, environment: Environment, clock: Clock): Authenticate {
  const prefix = KEY_PREFIXES[environment];

  function find(secretHash: string): KeyRecord | null {
    const key = keys.keyByHash(secretHash);
    return key?.revokedAt === null && key.environment === environment ? key : null;
  }

  function requireValid(key: KeyRecord | null, address: string): KeyRecord {
    const { expiresAt, networks } = key ?? {};
    const isOver = expiresAt !== undefined && clock.now().getTime() > Date.parse(expiresAt);
    const isElsewhere = networks !== undefined && (address === '' || !new Networks(networks).has(address));
    if (key === null || isOver || isElsewhere) throw new HttpError({ is: 'KeyInvalid' });
    return key;
  }

  async function lookAgain(secretHash: string, address: string): Promise<KeyRecord> {
    await inTime(REFRESH_TIMEOUT_MS, keys.refresh()).catch(() => {
      throw new DomainError({ is: 'Unavailable' });
    });
    return requireValid(find(secretHash), address);
  }

  return (request, address) => {
    const secret = readCredential(request);
    // A malformed key is hashed and looked up too, so that the time of the answer reveals nothing.
    const secretHash = hashSecret(secret ?? '');
    const key = find(secretHash);
    if (!secret?.startsWith(prefix)) throw new HttpError({ is: 'KeyInvalid' });
    if (key) return requireValid(key, address);
    if (!RANDOM_PART.test(secret.slice(prefix.length))) throw new HttpError({ is: 'KeyInvalid' });
    return lookAgain(secretHash, address);
  };
}

/** Longer credentials are not keys. A Basic credential is measured before it is decoded. */
const CREDENTIAL_LENGTH_MAX = 512;
const BEARER = /^bearer +([^ ]+)$/i;
const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i;
const isKey = (text: string): boolean => Object.values(KEY_PREFIXES).some((prefix) => text.startsWith(prefix));

/**
 * From Bearer, X-API-Key or Basic, never from the address (docs/spec/keys.md#credentials).
 * @returns the secret as sent, or null when there is none, it can't be read, or two different ones were sent
 */
function readCredential(request: IncomingMessage): string | null {
  const { authorization, 'x-api-key': apiKey } = request.headers;
  if (authorization === undefined) return typeof apiKey === 'string' ? plausible(apiKey) : null;
  // Node keeps only the first of repeated headers.
  if (request.headersDistinct['authorization']?.length !== 1) return null;
  const fromScheme = readAuthorization(authorization);
  return apiKey === undefined || apiKey === fromScheme ? fromScheme : null;
}

function readAuthorization(header: string): string | null {
  if (header.length > CREDENTIAL_LENGTH_MAX) return null;
  const bearer = BEARER.exec(header)?.[1];
  if (bearer !== undefined) return bearer;
  const basic = BASIC.exec(header)?.[1];
  return basic === undefined ? null : readBasic(basic);
}

/** The key is the user name when the password is empty, otherwise the password. */
function readBasic(encoded: string): string | null {
  const bytes = Buffer.from(encoded, 'base64');
  const text = isUtf8(bytes) ? bytes.toString() : '';
  const colon = text.indexOf(':');
  if (colon < 0 || /\p{Cc}/u.test(text)) return null;
  const user = text.slice(0, colon);
  const password = text.slice(colon + 1);
  if (password === '') return plausible(user);
  const twoKeys = isKey(user) && user !== password;
  return twoKeys ? null : plausible(password);
}

function plausible(secret: string): string | null {
  return secret.length > 0 && secret.length <= CREDENTIAL_LENGTH_MAX ? secret : null;
}

// A key of some companies of its client: all others answer as another client's. Source: docs/spec/keys.md#limits.

export function isKnownTo({ companyIds }: Pick<KeyRecord, 'companyIds'>, companyId: number): boolean {
  return companyIds?.includes(companyId) ?? true;
}

/** As webhooks see a key: their events are about all companies, so a limited key has no scope for them. */
export function forAllCompanies(key: KeyRecord): KeyRecord {
  return key.companyIds === undefined ? key : { ...key, scopes: [] };
}
