import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '#jest';
import { createAuthenticate, type Authenticate, type KeyDirectory } from '../../src/api/auth/authenticate.js';
import { answerTo } from '../../src/api/http/problems.js';
import type { Environment } from '../../src/domain/deployment.js';
import type { Recorded } from '../../src/domain/kernel/event.js';
import { systemClock } from '../../src/commands/kernel/context.js';
import { Registers } from '../../src/domain/registers.js';

const STAGING = `service_test_${'s'.repeat(43)}`;
const PRODUCTION = `service_live_${'p'.repeat(43)}`;

const issued = (secret: string, environment: Environment, keyId: number, limits: object = {}): Recorded => ({
  type: 'ApiKeyIssued',
  data: {
    keyId,
    clientId: 1,
    name: 'ERP',
    environment,
    scopes: ['companies:read'],
    secretHash: createHash('sha256').update(secret).digest('hex'),
    ...limits,
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
  ({ headers: { 'x-api-key': secret } }) as unknown as IncomingMessage;

/** The keys of a log; those of `later` are found by the next look at it. */
function keysOf(known: readonly Recorded[], later: readonly Recorded[] = []) {
  const registers = new Registers();
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

async function statusOf(authenticate: Authenticate, secret: string, address = '127.0.0.1') {
  try {
    return (await authenticate(asking(secret), address)).keyId;
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
    const authenticate = createAuthenticate(directory, environment, systemClock);
    expect(await statusOf(authenticate, good)).toEqual(expect.any(Number));
    expect(await statusOf(authenticate, bad)).toMatchObject(unauthorized);
  });

  it('is the password of any user name by Basic, but not of another key', async () => {
    const { directory } = keysOf([issued(STAGING, 'staging', 1)]);
    const authenticate = createAuthenticate(directory, 'staging', systemClock);
    const by = async (user: string) => {
      const authorization = `Basic ${Buffer.from(`${user}:${STAGING}`).toString('base64')}`;
      const headers = { authorization };
      const headersDistinct = { authorization: [authorization] };
      return authenticate({ headers, headersDistinct } as unknown as IncomingMessage, '127.0.0.1');
    };
    for (const user of ['', 'erp', 'service_erp', STAGING]) expect(await by(user)).toMatchObject({ keyId: 1 });
    await expect(by(PRODUCTION)).rejects.toMatchObject({ problem: { is: 'KeyInvalid' } });
  });

  it('is refused when its prefix names the other environment', async () => {
    const { directory } = keysOf([issued(STAGING, 'production', 1), issued(PRODUCTION, 'staging', 2)]);
    for (const environment of ['staging', 'production'] as const)
      for (const secret of [STAGING, PRODUCTION])
        expect(await statusOf(createAuthenticate(directory, environment, systemClock), secret)).toMatchObject(
          unauthorized,
        );
  });

  it('issued by another process a moment ago is found by reading the log', async () => {
    const { directory, looks } = keysOf([], [issued(STAGING, 'staging', 1)]);
    const authenticate = createAuthenticate(directory, 'staging', systemClock);
    expect(await statusOf(authenticate, STAGING)).toBe(1);
    expect(await statusOf(authenticate, STAGING)).toBe(1);
    expect(looks()).toBe(1);
  });

  it('with an end is accepted up to it, and refused like an unknown one afterwards', async () => {
    const { directory } = keysOf([issued(STAGING, 'staging', 1, { expiresAt: '2026-12-01T02:59:59.999Z' })]);
    const at = (now: string) =>
      createAuthenticate(directory, 'staging', { ...systemClock, now: () => new Date(now) });
    expect(await statusOf(at('2026-12-01T02:59:59.999Z'), STAGING)).toBe(1);
    expect(await statusOf(at('2026-12-01T03:00:00.000Z'), STAGING)).toEqual(
      await statusOf(at('2026-01-01T00:00:00Z'), 'x'),
    );
  });

  it('of some networks is refused like an unknown one from any other address', async () => {
    const networks = ['203.0.113.0/24', '2001:db8::/32'];
    const { directory } = keysOf([issued(STAGING, 'staging', 1, { networks })]);
    const authenticate = createAuthenticate(directory, 'staging', systemClock);
    for (const address of ['203.0.113.7', '2001:db8::1'])
      expect(await statusOf(authenticate, STAGING, address)).toBe(1);
    for (const address of ['203.0.114.7', '2001:db9::1', '127.0.0.1', ''])
      expect(await statusOf(authenticate, STAGING, address)).toMatchObject(unauthorized);
  });

  it('that is malformed is refused without reading the log', async () => {
    const { directory, looks } = keysOf([]);
    const authenticate = createAuthenticate(directory, 'staging', systemClock);
    for (const secret of ['', 'x', 'service_test_', PRODUCTION, `${STAGING} `])
      expect(await statusOf(authenticate, secret)).toMatchObject(unauthorized);
    expect(looks()).toBe(0);
  });

  it('that is unknown while the log is unavailable is answered 503, never 401; a known one is still accepted', async () => {
    const { directory } = keysOf([issued(STAGING, 'staging', 1)]);
    const lost = { ...directory, refresh: () => Promise.reject(new Error('connection lost')) };
    const authenticate = createAuthenticate(lost, 'staging', systemClock);
    expect(await statusOf(authenticate, STAGING)).toBe(1);
    const answer = await statusOf(authenticate, STAGING.replaceAll('s'.repeat(10), 'x'.repeat(10)));
    expect(answer).toMatchObject({ status: 503, headers: { 'Retry-After': expect.any(String) } });
    expect(await statusOf(authenticate, '')).toMatchObject(unauthorized);
  });
});
