// Every bad input gets the right status, the envelope, Portuguese, nothing from inside, and changes nothing.
import { describe, expect, it } from '#jest';
import { expectInContract } from '../support/contract.js';
import { until } from '../support/until.js';
import { expectClean, sameness } from './support/clean.js';
import type { Case } from './support/cases.js';
import { badKeys, encodings, framing, goodKeys, keyCases, paths } from './support/everyRoute.js';
import { ask, askAll, bytesOf, type RawAnswer } from './support/http.js';
import { bodies, fields, lines } from './support/imports.js';
import { companyCases, idCases, parameterCases } from './support/lists.js';
import { startWorld, type World } from './support/world.js';

/** A machine with much else to do; a hang shows all the same. */
const ANSWERED_WITHIN_MS = 30_000;

const ROUTES = [
  ['GET', '/api/v1/companies'],
  ['GET', '/api/v1/chart-of-accounts?companyId=1'],
  ['GET', '/api/v1/chart-of-accounts/1/accounts'],
  ['GET', '/api/v1/trial-balances'],
  ['GET', '/api/v1/trial-balances/1/lines'],
  ['GET', '/api/v1/reconciliations'],
  ['POST', '/api/v1/trial-balances'],
] as const;

const world = await startWorld();
const before = await stored(world);

describe('bad inputs', () => {
  async function answers({ request, status, code, error }: Case): Promise<RawAnswer> {
    const sent = request(world);
    const answer = await ask(world.service.url, sent);
    const { code: gotCode, error: gotError } = JSON.parse(answer.text) as { code?: string; error?: string };
    expect({ status: answer.status, text: answer.text.slice(0, 500) }).toMatchObject({ status });
    expectClean(answer);
    const { method = 'GET', path = '*' } = sent;
    if (path.startsWith('/')) expectInContract({ method, url: path, ...answer });
    if (code !== undefined) expect(gotCode).toBe(code);
    if (typeof error === 'string') expect(gotError).toBe(error);
    else if (error) expect(gotError).toMatch(error);
    expect(answer.ms).toBeLessThan(ANSWERED_WITHIN_MS);
    return answer;
  }

  describe.each<[string, readonly Case[]]>([
    ['paths and methods', paths],
    ['framing', framing],
    ['encodings', encodings],
    ['where a key may be', keyCases],
    ['parameters of lists', parameterCases],
    ['companies', companyCases],
    ['ids', idCases],
    ['bodies', bodies],
    ['fields of an import', fields],
    ['lines of an import', lines],
  ])('%s', (_, cases) => {
    it.each(cases.map((one) => [one.name.slice(0, 120), one] as const))('%s', async (_name, one) => {
      await answers(one);
    });
  });

  it('answers 405 with the methods of the path', async () => {
    const { headers } = await ask(world.service.url, { method: 'DELETE', path: '/api/v1/trial-balances' });
    expect(headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('answers HEAD as GET, without the body', async () => {
    const headers = { 'X-API-Key': world.keys.full };
    const head = await ask(world.service.url, { method: 'HEAD', path: '/api/v1/companies', headers });
    const got = await ask(world.service.url, { path: '/api/v1/companies', headers });
    expectClean(head, true);
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
    const lines = `/api/v1/trial-balances/${world.trialBalanceIds.acme}/lines`;
    expectClean(await ask(world.service.url, { method: 'HEAD', path: lines, headers }), true);
  });

  it.each(ROUTES)('answers every bad key on %s %s with the same bytes', async (method, path) => {
    const answers = await Promise.all(
      badKeys.map(({ headers }) =>
        ask(world.service.url, { method, path, headers: headers(world.keys.full, world.keys.revoked) }),
      ),
    );
    for (const answer of answers) {
      expectClean(answer);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(sameness(answer)).toEqual(sameness(answers[0] as RawAnswer));
    }
    expect(answers[0]).toMatchObject({ status: 401, text: '{"success":false,"error":"Chave de API inválida"}' });
  });

  it.each(goodKeys.map((one) => [one.name, one] as const))('takes a key as %s', async (_, { headers }) => {
    const path = '/api/v1/companies';
    const answer = await ask(world.service.url, { path, headers: headers(world.keys.full, '') });
    expect(answer.status).toBe(200);
  });

  it('names the scope that is missing', async () => {
    const headers = { 'X-API-Key': world.keys.companiesOnly };
    const answer = await ask(world.service.url, { path: '/api/v1/trial-balances/1/lines', headers });
    expectClean(answer);
    expect(answer.status).toBe(403);
    expect(answer.text).toBe(
      '{"success":false,"error":"Escopo insuficiente: trial_balances:read","code":"ESCOPO_INSUFICIENTE"}',
    );
  });

  it('answers three requests sent at once, in order', async () => {
    const request = (path: string) => bytesOf({ path, headers: { 'X-API-Key': world.keys.full } });
    const raw = Buffer.concat(
      ['/api/v1/companies?limit=1', '/api/v1/companies?limit=0', '/api/v1/trial-balances?limit=2'].map(request),
    );
    const answers = await askAll(world.service.url, { raw }, 3);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
  });

  it('serves the next request on a connection whose body it refused', async () => {
    const headers = { 'X-API-Key': world.keys.full, 'Content-Type': 'text/plain' };
    const refused = bytesOf({
      method: 'POST',
      path: '/api/v1/trial-balances',
      headers,
      body: 'x'.repeat(500_000),
    });
    const next = bytesOf({ path: '/api/v1/companies', headers: { 'X-API-Key': world.keys.full } });
    const answers = await askAll(world.service.url, { raw: Buffer.concat([refused, next]) }, 2);
    expect(answers.map(({ status }) => status)).toEqual([415, 200]);
  });

  it('does not read a body as a request when it never sent 100 Continue', async () => {
    const headers = { 'X-API-Key': 'none', 'Content-Type': 'application/json', 'Content-Length': '80' };
    const hidden = bytesOf({ path: '/api/v1/companies', headers: { 'X-API-Key': world.keys.full } });
    const head = bytesOf({
      method: 'POST',
      path: '/api/v1/trial-balances',
      headers: { ...headers, Expect: '100-continue' },
    });
    const answers = await askAll(world.service.url, { raw: Buffer.concat([head, hidden, hidden]) }, 3);
    expect(answers.map(({ status }) => status)).toEqual([401]);
    expect(answers[0]?.headers.get('connection')).toBe('close');
  });

  it('logs the request id of the answer, and no secret', async () => {
    const { headers } = await ask(world.service.url, {
      path: '/api/v1/companies',
      headers: { 'X-API-Key': world.keys.full },
    });
    const id = headers.get('x-request-id');
    const find = () => world.service.lines.find((one) => (one as { requestId?: string }).requestId === id);
    // The log is written in the background.
    await until(() => find() !== undefined);
    expect(find()).toMatchObject({
      level: 30,
      keyName: 'ERP acme',
      route: 'GET /api/v1/companies',
      status: 200,
      ms: expect.any(Number),
      msg: 'request',
    });
    const log = JSON.stringify(world.service.lines);
    for (const key of Object.values(world.keys)) expect(log).not.toContain(key);
  });

  it('left the stored data unchanged', async () => {
    expect(await stored(world)).toBe(before);
    const errors = world.service.lines.filter((line) => ((line as { level?: number }).level ?? 0) >= 50);
    expect(errors).toEqual([]);
  });
});

/** All trial balances of both clients, as they are listed. */
async function stored({ service, keys }: World): Promise<string> {
  const lists = await Promise.all(
    [keys.full, keys.beta].map((key) =>
      ask(service.url, { path: '/api/v1/trial-balances?limit=100', headers: { 'X-API-Key': key } }),
    ),
  );
  return lists.map(({ text }) => text).join('\n');
}
