// SIGTERM while imports come in as fast as they go (reliability F38, F39): whatever was accepted is answered and kept.
import { Agent, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bodyOf, problemsIn, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { operatorJson, removeDir, startService, temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';

const SENDERS = 6;
const REFUSED = 'ECONNREFUSED';

describe('a stop under a load of imports', () => {
  let dataDir: string;
  let ledger: Ledger;
  beforeAll(async () => {
    dataDir = await temporaryDir();
    ledger = await registerLedger(dataDir, { accounts: 120, companies: 3 });
  });
  afterAll(() => removeDir(dataDir));

  it('resets and refuses nothing it accepted, leaves with 0, and has all of it afterwards', async () => {
    const doomed = await startService({ dataDir });
    const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
    const history: Entry[] = [];
    const outcomes: string[] = [];
    let more = true;
    const sending = Array.from({ length: SENDERS }, async (_, sender) => {
      for (let variant = sender; more; variant += SENDERS) {
        const entry = await post(doomed.url, agent, ledger, { company: sender % 3, period: '2026-04', variant });
        outcomes.push(entry.outcome);
        if (entry.outcome !== REFUSED) history.push(entry);
      }
    });
    await until(() => outcomes.length >= 3 * SENDERS, 'a load', 20_000);
    doomed.process.kill('SIGTERM');
    await until(() => outcomes.includes(REFUSED), 'the end', 20_000);
    more = false;
    await Promise.all(sending);
    agent.destroy();
    expect(await doomed.exited).toBe(0);
    expect(new Set(outcomes)).toEqual(new Set(['201', REFUSED]));

    const service = await startService({ dataDir });
    try {
      expect(await problemsIn(service.url, ledger, history)).toEqual([]);
      expect(await operatorJson(dataDir, ['verify'])).toMatchObject({ ok: true });
      service.process.kill('SIGINT');
      expect(await service.exited).toBe(0);
    } finally {
      await service.kill();
    }
  });
});

type Outcome = Entry & { outcome: string };

/** `outcome` is the status, or the code of the error that took its place. */
function post(
  url: string,
  agent: Agent,
  ledger: Ledger,
  asked: Readonly<{ company: number; period: string; variant: number }>,
): Promise<Outcome> {
  const entry: Outcome = { ...asked, askedMs: performance.now(), answeredMs: Infinity, answer: null, outcome: '' };
  return new Promise((resolve) => {
    const done = (outcome: string): void => resolve(Object.assign(entry, { outcome }));
    const headers = { 'X-API-Key': ledger.key, 'Content-Type': 'application/json' };
    const request = httpRequest(`${url}/api/v1/trial-balances`, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', (error: NodeJS.ErrnoException) => done(`in the answer: ${error.code}`));
      response.on('end', () => {
        const { data } = JSON.parse(text) as { data?: { trialBalanceId: number } };
        const status = response.statusCode ?? 0;
        entry.answer = { status, trialBalanceId: data?.trialBalanceId ?? null };
        entry.answeredMs = performance.now();
        done(String(status));
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    request.end(JSON.stringify(bodyOf(ledger, asked)));
  });
}
