// A stop under load loses nothing that was accepted; a second signal does not wait.
import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { readdir } from 'node:fs/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { dataPaths } from '../../src/app/stores.js';
import { signedIn } from '../support/console.js';
import { releasedMonth } from '../support/releasedMonth.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { email } from '../support/team.js';
import { until } from '../support/until.js';
import { ask, bytesOf } from './support/http.js';
import { startWorld, type World } from './support/world.js';

describe('stopping the service', () => {
  let world: World;
  let service: Service;

  beforeAll(async () => {
    world = await startWorld();
    await world.service.stop();
  });
  beforeEach(async () => {
    service = await startService({ dataDir: world.service.dataDir, env: { ADMIN_PORT: '0' } });
    await until(async () => (await ask(service.adminUrl, { path: '/health/ready' })).status === 200);
  });
  afterEach(() => service.kill());

  /** Resolves once the service has the beginning of the request: an answer to a later one says so. */
  async function begin(socket: Socket, bytes: Uint8Array): Promise<void> {
    await new Promise((resolve) => socket.write(bytes, resolve));
    await ask(service.url, { path: '/api/v1/companies' });
  }

  it('answers the accepted requests, accepts no others, and exits with 0', async () => {
    const { keys } = world;
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const outcomes: string[] = [];
    let more = true;
    const loop = async (path: string): Promise<void> => {
      while (more) outcomes.push(await outcomeOf(service.url + path, keys.full, agent));
    };
    const load = ['/api/v1/companies', '/api/v1/trial-balances', '/api/v1/reconciliations']
      .flatMap((path) => [path, path, path])
      .map(loop);
    await until(() => outcomes.length > 50);
    const exit = service.stop();
    await until(() => outcomes.includes('ECONNREFUSED'));
    more = false;
    await Promise.all(load);
    agent.destroy();
    expect(await exit).toBe(0);
    expect(new Set(outcomes)).toEqual(new Set(['200', 'ECONNREFUSED']));
    expect(service.lines.at(-1)).toMatchObject({ msg: 'stopped' });
  });

  it('is not ready while an import is still arriving, and completes that import', async () => {
    const { keys, month } = world;
    const body = Buffer.from(JSON.stringify(month('acme', '2026-09')));
    const headers = {
      'X-API-Key': keys.full,
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    };
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    await begin(socket, bytesOf({ method: 'POST', path: '/api/v1/trial-balances', headers }));
    socket.write(body.subarray(0, 10));
    expect((await ask(service.adminUrl, { path: '/health/ready' })).status).toBe(200);

    const exit = service.stop();
    await until(async () => (await ask(service.adminUrl, { path: '/health/ready' })).status === 503);
    expect((await ask(service.adminUrl, { path: '/health/live' })).status).toBe(200);
    await expect(ask(service.url, { path: '/api/v1/companies' })).rejects.toThrow('ECONNREFUSED');
    socket.write(body.subarray(10));
    expect(await exit).toBe(0);
    expect(received).toMatch(/^HTTP\/1\.1 201 /);
    expect(received).toMatch(/connection: close/i);
    socket.destroy();
  });

  it('completes a dossier that is being made', async () => {
    const dataDir = await temporaryDir();
    const { cli, of, ledger } = await releasedMonth(dataDir, { accounts: 2_000 });
    await cli.json('close', ...of, '--yes');
    const making = await startService({ dataDir });
    const auro = await signedIn(making, email('auro'));
    expect((await auro.get('/console/auditoria')).status).toBe(200);
    const dossier = auro.post(`/console/auditoria/dossies/${ledger.companyIds[0]}/2026-05`);
    const { uploads } = dataPaths(dataDir);
    await until(async () => String(await readdir(uploads, { recursive: true })).includes('dossie-'));
    const exit = making.stop();
    const { status, headers } = await dossier;
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(await exit).toBe(0);
  });

  it('exits at once, with a status other than 0, at the second signal', async () => {
    const { keys } = world;
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    const headers = { 'X-API-Key': keys.full, 'Content-Type': 'application/json', 'Content-Length': '1000' };
    await begin(socket, bytesOf({ method: 'POST', path: '/api/v1/trial-balances', headers }));
    void service.stop();
    await until(async () => (await ask(service.adminUrl, { path: '/health/ready' })).status === 503);
    service.process.kill('SIGINT');
    expect(await service.exited).not.toBe(0); // left to itself, it ends with 0 after 25 s
    socket.destroy();
  });

  it('keeps health and metrics off the public port when they have their own', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) {
      expect((await ask(service.url, { path })).status).toBe(404);
      expect((await ask(service.adminUrl, { path })).status).toBe(200);
    }
    const { text } = await ask(service.adminUrl, { path: '/metrics' });
    expect(text).toMatch(/^http_requests_total\{route="GET \/health\/live",status="200"\} 1$/m);
    expect(text).toMatch(/^service_part_ready\{part="log"\} 1$/m);
    expect(text).not.toMatch(/acme|service_test_|11222333000181/);
    expect((await ask(service.adminUrl, { path: '/api/v1/companies' })).status).toBe(404);
  });
});

/** The status, or the code of the error. */
function outcomeOf(url: string, key: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const request = httpRequest(url, { agent, headers: { 'X-API-Key': key } }, (response) => {
      response.resume();
      response.on('end', () => resolve(String(response.statusCode)));
      response.on('error', (error: NodeJS.ErrnoException) => resolve(`in the answer: ${error.code}`));
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    request.end();
  });
}
