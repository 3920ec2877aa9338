import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  NameNotResolved,
  createAddressGuard,
  createNameResolver,
  type Address,
  type ResolveName,
} from '../../../src/webhooks/sending/addressGuard.js';
import { parseNetworks, type Network } from '../../../src/webhooks/sending/networks.js';
import { createSender } from '../../../src/webhooks/sending/sender.js';
import { hostileHosts, publicHosts } from './hostileUrls.js';

const networks = (text: string): readonly Network[] => parseNetworks(text) ?? [];

function guardFor(allowed: string, resolve?: ResolveName) {
  const allowedNetworks = allowed === '' ? [] : networks(allowed);
  return createAddressGuard({ allowedNetworks, ...(resolve && { resolve }) });
}

const v4 = (address: string): Address => ({ address, family: 4 });
const v6 = (address: string): Address => ({ address, family: 6 });

describe('The check of a URL', () => {
  const { checkText } = guardFor('');

  it.each(hostileHosts)('refuses https://%s with the same fault as any other', (host) => {
    expect(checkText(`https://${host}/webhooks`)).toBe('ADDRESS_REFUSED');
    expect(checkText(`https://${host}:8443/webhooks`)).toBe('ADDRESS_REFUSED');
  });

  it.each(publicHosts)('accepts https://%s', (host) => {
    expect(checkText(`https://${host}/webhooks?de=conta`)).toBeNull();
  });

  it.each([
    ['', 'MALFORMED'],
    ['erp.example.com/webhooks', 'MALFORMED'],
    ['https://', 'MALFORMED'],
    ['https://.', 'MALFORMED'],
    ['https://..', 'MALFORMED'],
    ['https://%2e/webhooks', 'MALFORMED'],
    ['https://a..b', 'MALFORMED'],
    ['https://.erp.example.com/', 'MALFORMED'],
    ['https://erp.example.com../', 'MALFORMED'],
    ['https://[fe80::1%25eth0]/', 'MALFORMED'],
    ['https://exa mple.com/', 'MALFORMED'],
    ['https://erp.example.com/\r\nHost: outro', 'MALFORMED'],
    ['https://erp.example.com/\u0000', 'MALFORMED'],
    ['https://erp.example.com:70000/', 'MALFORMED'],
    ['http://erp.example.com/', 'SCHEME'],
    ['http://127.0.0.1/', 'SCHEME'],
    ['ftp://erp.example.com/', 'SCHEME'],
    ['gopher://erp.example.com/', 'SCHEME'],
    ['file:///etc/passwd', 'SCHEME'],
    ['javascript:alert(1)', 'SCHEME'],
    ['data:text/plain,x', 'SCHEME'],
    ['https://user:senha@erp.example.com/', 'USER_INFO'],
    ['https://user@erp.example.com/', 'USER_INFO'],
    ['https://@erp.example.com/', 'USER_INFO'],
    ['https://erp.example.com/#parte', 'FRAGMENT'],
    ['https://erp.example.com/#', 'FRAGMENT'],
    ['https://erp.example.com:22/', 'PORT'],
    ['https://erp.example.com:25/', 'PORT'],
    ['https://erp.example.com:6379/', 'PORT'],
    ['https://erp.example.com:27017/', 'PORT'],
    ['https://erp.example.com:2113/', 'PORT'],
  ])('refuses %j: %s', (text, fault) => {
    expect(checkText(text)).toBe(fault);
  });

  it('accepts 2,048 characters and refuses 2,049', () => {
    const start = 'https://erp.example.com/';
    expect(checkText(start + 'a'.repeat(2_048 - start.length))).toBeNull();
    expect(checkText(start + 'a'.repeat(2_049 - start.length))).toBe('TOO_LONG');
  });

  it('accepts names in other alphabets, other ports, and an @ after the host', () => {
    expect(checkText('https://contábil.example.com/webhooks')).toBeNull();
    expect(checkText('https://erp.example.com:8443/webhooks/user@conta?a=b@c')).toBeNull();
    expect(checkText('https://erp.example.com./webhooks')).toBeNull();
  });

  it('refuses the service itself', () => {
    const ownUrls = ['https://api.example.com', 'http://127.0.0.1:3000'];
    const { checkText: check } = createAddressGuard({ allowedNetworks: networks('127.0.0.0/8'), ownUrls });
    expect(check('https://Api.Example.com/v1/webhooks')).toBe('OWN_HOST');
    expect(check('https://api.example.com.:443/')).toBe('OWN_HOST');
    expect(check('http://127.0.0.1:3000/')).toBe('OWN_HOST');
    expect(check('http://localhost:3000/')).toBe('OWN_HOST');
    expect(check('https://api.example.com:8443/')).toBeNull();
    expect(check('http://127.0.0.1:3001/')).toBeNull();
  });

  it('accepts an allowed network, by http too, and no other private address', () => {
    const { checkText: check } = guardFor('127.0.0.0/8, fd00::/8');
    expect(check('http://127.0.0.1:9000/')).toBeNull();
    expect(check('https://127.9.9.9/')).toBeNull();
    expect(check('http://[fd00::5]/')).toBeNull();
    expect(check('http://localhost:9000/')).toBeNull();
    expect(check('https://10.0.0.1/')).toBe('ADDRESS_REFUSED');
    expect(check('https://[::1]/')).toBe('ADDRESS_REFUSED');
    expect(check('https://[::ffff:127.0.0.1]/')).toBe('ADDRESS_REFUSED');
    expect(check('http://8.8.8.8/')).toBe('SCHEME');
  });
});

describe('The check of what a name resolves to', () => {
  const answering =
    (...addresses: readonly Address[]): ResolveName =>
    async () =>
      addresses;
  const checkName = (resolve: ResolveName, text = 'https://erp.example.com/', allowed = '') =>
    guardFor(allowed, resolve).checkName(text);

  it('refuses a name as soon as one of its addresses is not public', async () => {
    expect(await checkName(answering(v4('8.8.8.8'), v6('2606:4700::1111')))).toBeNull();
    expect(await checkName(answering(v4('8.8.8.8'), v6('::1')))).toBe('ADDRESS_REFUSED');
    expect(await checkName(answering(v4('10.0.0.1'), v6('2606:4700::1111')))).toBe('ADDRESS_REFUSED');
    expect(await checkName(answering(v4('8.8.8.8'), v4('169.254.169.254')))).toBe('ADDRESS_REFUSED');
  });

  it('accepts a name that does not resolve, or not in time, by https alone', async () => {
    const unresolved: ResolveName = () => Promise.reject(new NameNotResolved());
    expect(await checkName(unresolved)).toBeNull();
    expect(await checkName(() => new Promise(() => undefined))).toBeNull();
    expect(await checkName(unresolved, 'http://erp.example.com/', '10.0.0.0/8')).toBe('SCHEME');
  });

  it('lets http reach allowed networks only', async () => {
    const allowed = '10.0.0.0/8';
    expect(await checkName(answering(v4('10.1.2.3')), 'http://erp.interno/', allowed)).toBeNull();
    expect(await checkName(answering(v4('10.1.2.3')), 'https://erp.interno/', allowed)).toBeNull();
    expect(await checkName(answering(v4('8.8.8.8')), 'http://erp.example.com/', allowed)).toBe('ADDRESS_REFUSED');
  });
});

describe('A connection', () => {
  let server: Server;
  let port: number;
  let hits = 0;

  beforeAll(async () => {
    server = createServer((_request, response) => {
      hits++;
      response.end('ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  /** Over a connection of its own. */
  async function post(url: string, guard: ReturnType<typeof guardFor>) {
    const sender = createSender({ guard, timeoutMs: 5_000, connectionsPerHostMax: 4 });
    const result = await sender.attempt({ url, headers: {}, body: Buffer.from('{}') });
    await sender.close();
    return result;
  }

  it.each(hostileHosts)('is not made to %s, whatever was checked before', async (host) => {
    hits = 0;
    const guard = guardFor('');
    for (const scheme of ['http', 'https']) {
      const result = await post(`${scheme}://${host}:${port}/`, guard);
      expect(result).toMatchObject({ is: 'Failed' });
      // A name that the resolver does not know (localhost with a dot, or with a label before it) gets no further.
      if (!/localhost/i.test(host)) expect(result).toEqual({ is: 'Failed', error: 'ADDRESS_REFUSED' });
    }
    expect(hits).toBe(0);
  });

  it('is made to an allowed network', async () => {
    const answer = { is: 'Answered', status: 200, retryAfter: null, body: 'ok' };
    expect(await post(`http://127.0.0.1:${port}/`, guardFor('127.0.0.0/8'))).toEqual(answer);
    const named = guardFor('127.0.0.0/8', async () => [v4('127.0.0.1')]);
    expect(await post(`http://erp.interno:${port}/`, named)).toEqual(answer);
  });

  it('goes to the address that was checked, even if the name then resolves to another', async () => {
    const answers = [[v4('127.0.0.1')], [v4('10.0.0.1')], [v4('127.0.0.1'), v4('10.0.0.1')]];
    let asked = 0;
    const guard = guardFor('127.0.0.0/8', async () => answers[asked++] ?? []);
    const url = `http://erp.interno:${port}/`;
    expect(await post(url, guard)).toMatchObject({ is: 'Answered', status: 200 });
    expect(asked).toBe(1);
    // Each new connection is checked again, and all of what a name answers.
    expect(await post(url, guard)).toEqual({ is: 'Failed', error: 'ADDRESS_REFUSED' });
    expect(await post(url, guard)).toEqual({ is: 'Failed', error: 'ADDRESS_REFUSED' });
    expect(await post(url, guard)).toEqual({ is: 'Failed', error: 'NAME_NOT_RESOLVED' });
  });
});

describe('Names', () => {
  it('are resolved by the hosts file too, and cached', async () => {
    const resolve = createNameResolver();
    const found = resolve('localhost');
    expect((await found).map(({ address }) => address)).toContain('127.0.0.1');
    expect(resolve('localhost')).toBe(found);
  });

  it('that do not exist are not resolved', async () => {
    await expect(createNameResolver()('nao-existe.invalid')).rejects.toThrow(NameNotResolved);
  });
});

describe('WEBHOOK_ALLOWED_NETWORKS', () => {
  it.each(['10.0.0.0', '10.0.0.0/33', '10/8', '0x7f.0.0.1/8', 'fd00::/129', 'rede', '10.0.0.0/8,', ','])(
    'refuses %j',
    (text) => expect(parseNetworks(text)).toBeNull(),
  );
});
