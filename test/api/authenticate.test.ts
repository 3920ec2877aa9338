import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { createAuthenticate, type KeyDirectory } from '../../src/api/auth/authenticate.js';
import { answerTo } from '../../src/api/http/response/problems.js';
import type { Environment } from '../../src/domain/deployment/events.js';
import type { Recorded } from '../../src/domain/kernel/event.js';
import { createRegisters, type KeyRecord } from '../../src/domain/registers.js';

const STAGING = `service_test_${'s'.repeat(43)}`;
const PRODUCTION = `service_live_${'p'.repeat(43)}`;

const issued = (secret: string, environment: Environment, keyId: number): Recorded => ({
  type: 'ApiKeyIssued',
  data: {
    keyId,
    clientId: 1,
    name: 'ERP',
    environment,
    scopes: ['companies:read'],
    secretHash: createHash('sha256').update(secret).digest('hex'),
  },
  id: `00000000-0000-4000-8000-00000000000${keyId}`,
  stream: 'apiKeys',
  revision: keyId,
  position: keyId,
  metadata: {
    schemaVersion: 1,
    at: '2026-11-21T12:00:00.000Z',
    actor: { kind: 'operator', id: 'operator' },
    requestId: null,
  },
});

const asking = (secret: string): IncomingMessage =>
  ({ headers: { 'x-api-key': secret }, rawHeaders: ['X-API-Key', secret] }) as unknown as IncomingMessage;

/** The keys of a log; those of `later` are found by the next look at it. */
function keysOf(known: readonly Recorded[], later: readonly Recorded[] = []) {
  const registers = createRegisters();
  known.forEach((event) => registers.apply(event));
  let looks = 0;
  const directory: KeyDirectory = {
    keyByHash: (hash) => registers.keyByHash(hash),
    async refresh() {
      looks++;
      later.forEach((event) => registers.apply(event));
    },
  };
  return { directory, looks: () => looks };
}

async function statusOf(
  authenticate: (request: IncomingMessage) => KeyRecord | Promise<KeyRecord>,
  secret: string,
) {
  try {
    return (await authenticate(asking(secret))).keyId;
  } catch (error) {
    return answerTo(error);
  }
}

const unauthorized = { status: 401, body: { success: false, error: 'Chave de API inválida' } };

describe('a key', () => {
  it.each<[Environment, string, string]>([
    ['staging', STAGING, PRODUCTION],
    ['production', PRODUCTION, STAGING],
  ])('of the other environment does not work in %s, even where it is known', async (environment, good, bad) => {
    const { directory } = keysOf([issued(STAGING, 'staging', 1), issued(PRODUCTION, 'production', 2)]);
    const authenticate = createAuthenticate(directory, environment);
    expect(await statusOf(authenticate, good)).toEqual(expect.any(Number));
    expect(await statusOf(authenticate, bad)).toMatchObject(unauthorized);
  });

  it('with a prefix that belies its environment does not work', async () => {
    const { directory } = keysOf([issued(STAGING, 'production', 1), issued(PRODUCTION, 'staging', 2)]);
    for (const environment of ['staging', 'production'] as const)
      for (const secret of [STAGING, PRODUCTION])
        expect(await statusOf(createAuthenticate(directory, environment), secret)).toMatchObject(unauthorized);
  });

  it('issued a moment ago is found by a look at the log', async () => {
    const { directory, looks } = keysOf([], [issued(STAGING, 'staging', 1)]);
    const authenticate = createAuthenticate(directory, 'staging');
    expect(await statusOf(authenticate, STAGING)).toBe(1);
    expect(await statusOf(authenticate, STAGING)).toBe(1);
    expect(looks()).toBe(1);
  });

  it('that cannot be one costs no look at the log', async () => {
    const { directory, looks } = keysOf([]);
    const authenticate = createAuthenticate(directory, 'staging');
    for (const secret of ['', 'x', 'service_test_', PRODUCTION, `${STAGING} `])
      expect(await statusOf(authenticate, secret)).toMatchObject(unauthorized);
    expect(looks()).toBe(0);
  });

  it('unknown while the log is out of reach is answered 503, never 401; a known one works on', async () => {
    const { directory } = keysOf([issued(STAGING, 'staging', 1)]);
    const lost = { ...directory, refresh: () => Promise.reject(new Error('connection lost')) };
    const authenticate = createAuthenticate(lost, 'staging');
    expect(await statusOf(authenticate, STAGING)).toBe(1);
    const answer = await statusOf(authenticate, STAGING.replaceAll('s'.repeat(10), 'x'.repeat(10)));
    expect(answer).toMatchObject({ status: 503, headers: { 'Retry-After': expect.any(String) } });
    expect(await statusOf(authenticate, '')).toMatchObject(unauthorized);
  });
});
