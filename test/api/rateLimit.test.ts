// 30 calls a minute for each key on each route, exactly, and its headers.
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '#jest';
import { expectClean } from './support/clean.js';
import { ask, type RawAnswer } from './support/http.js';
import { startWorld } from './support/world.js';

const world = await startWorld({ RATE_LIMIT_PER_MINUTE: '30', CONNECTIONS_PER_ADDRESS: '400' });

describe('the rate limit', () => {
  const call = (key: string, path: string, method = 'GET'): Promise<RawAnswer> =>
    ask(world.service.url, { method, path, headers: { 'X-API-Key': key } });

  it('lets exactly 30 of 200 parallel calls through, and says when to come back', async () => {
    const startedAt = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => call(world.keys.companiesOnly, '/api/v1/companies')),
    );
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(30);
    expect(
      passed.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 30 }, (_, at) => at));
    for (const answer of answers) {
      expectClean(answer);
      expect(answer.headers.get('x-ratelimit-limit')).toBe('30');
      const resetAt = Number(answer.headers.get('x-ratelimit-reset')) * 1000;
      expect(resetAt).toBeGreaterThan(startedAt);
      expect(resetAt).toBeLessThanOrEqual(Date.now() + 61_000);
    }
    for (const { text, headers } of answers.filter(({ status }) => status === 429)) {
      expect(JSON.parse(text)).toEqual({
        success: false,
        error: 'Limite de 30 chamadas por minuto excedido nesta rota, aguarde e tente novamente',
        code: 'LIMITE_EXCEDIDO',
      });
      expect(headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
    }
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(170);
  });

  it('leaves other keys, and other routes of the same key, alone', async () => {
    expect((await call(world.keys.companiesOnly, '/api/v1/companies')).status).toBe(429);
    expect((await call(world.keys.full, '/api/v1/companies')).headers.get('x-ratelimit-remaining')).toBe('29');
    expect((await call(world.keys.beta, '/api/v1/companies')).headers.get('x-ratelimit-remaining')).toBe('29');
    const other = await call(world.keys.companiesOnly, '/api/v1/reconciliations');
    expect(other.status).toBe(403);
    expect(other.headers.get('x-ratelimit-remaining')).toBe('29');
  });

  it('counts by route pattern, whatever the id, query and outcome; HEAD as GET; POST separately', async () => {
    const remaining = async (path: string, method?: string) =>
      (await call(world.keys.beta, path, method)).headers.get('x-ratelimit-remaining');
    expect([
      await remaining('/api/v1/trial-balances/1/lines'),
      await remaining('/api/v1/trial-balances/2/lines?page=2'),
      await remaining('/api/v1/trial-balances/x/lines'),
      await remaining(`/api/v1/trial-balances/${world.trialBalanceIds.beta}/lines`, 'HEAD'),
      await remaining('/api/v1/trial-balances'),
    ]).toEqual(['29', '28', '27', '26', '29']);
  });

  it('ends a window at a fixed time, however slowly a body arrives', async () => {
    const { url } = world.service;
    const headers = { 'X-API-Key': world.keys.full, 'Content-Type': 'application/json' };
    const quick = await ask(url, { method: 'POST', path: '/api/v1/graphql', headers, body: '{}' });
    const slow = request(`${url}/api/v1/graphql`, { method: 'POST', headers });
    const answered = once(slow, 'response');
    slow.write('{');
    await pause(2_100);
    slow.end('}');
    const [answer] = (await answered) as [IncomingMessage];
    answer.resume();
    expect(answer.headers['x-ratelimit-remaining']).toBe('28');
    // One more for rounding up on either side of a whole second.
    const resetAt = Number(quick.headers.get('x-ratelimit-reset'));
    expect([resetAt, resetAt + 1]).toContain(Number(answer.headers['x-ratelimit-reset']));
  });

  it('never limits calls without a valid key, nor counts them', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => call(world.keys.revoked, '/api/v1/chart-of-accounts')),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]?.headers.has('x-ratelimit-limit')).toBe(false);
  });
});
