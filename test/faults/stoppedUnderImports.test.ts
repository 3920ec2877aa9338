// SIGTERM while imports come in as fast as they go (docs/spec/configuration.md#signals): whatever was accepted is
// answered and kept.
import { Agent, request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, it } from '#jest';
import { bodyOf, problemsIn, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { operatorProcessJson } from '../support/operator.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';

const SENDERS = 6;
const REFUSED = 'ECONNREFUSED';

describe('a stop under a load of imports', () => {
  let dataDir: string;
  let ledger: Ledger;
  /** Of all tests: the books are the same. */
  const history: Entry[] = [];
  beforeAll(async () => {
    dataDir = await temporaryDir();
    ledger = await registerLedger(dataDir, { accounts: 120, companies: 3 });
  });

  it('completes every accepted request, exits with 0, and has all of it afterwards', async () => {
    const doomed = await startService({ dataDir });
    const { outcomes, end } = await underLoad(doomed, '2026-04');
    doomed.process.kill('SIGTERM');
    await end();
    expect(await doomed.exited).toBe(0);
    expect(new Set(outcomes)).toEqual(new Set(['201', REFUSED]));
    await expectKept();
  });

  it.each(['2026-05', '2026-06', '2026-07'])(
    'exits at once at the second signal during a commit (%s), and keeps what it answered',
    async (period) => {
      const doomed = await startService({ dataDir });
      const { end } = await underLoad(doomed, period);
      doomed.process.kill('SIGTERM');
      doomed.process.kill('SIGINT');
      expect(await doomed.exited).not.toBe(0);
      expect(doomed.process.signalCode).toBe('SIGKILL');
      await end();
      await expectKept();
    },
  );

  /** Imports from all senders until the service is gone; those it took are noted. */
  async function underLoad(doomed: Service, period: string) {
    const agent = new Agent({ keepAlive: true, maxSockets: SENDERS });
    const outcomes: string[] = [];
    let more = true;
    const sending = Array.from({ length: SENDERS }, async (_, sender) => {
      for (let variant = sender; more; variant += SENDERS) {
        const entry = await post(doomed.url, agent, ledger, { company: sender % 3, period, variant });
        outcomes.push(entry.outcome);
        if (entry.outcome !== REFUSED) history.push(entry);
      }
    });
    await until(() => outcomes.length >= 3 * SENDERS, 'a load');
    const end = async (): Promise<void> => {
      await until(() => outcomes.includes(REFUSED), 'the end');
      more = false;
      await Promise.all(sending);
      agent.destroy();
    };
    return { outcomes, end };
  }

  async function expectKept(): Promise<void> {
    const service = await startService({ dataDir });
    try {
      expect(await problemsIn(service.url, ledger, history)).toEqual([]);
      expect(await operatorProcessJson(dataDir, ['verify'])).toMatchObject({ ok: true });
      service.process.kill('SIGINT');
      expect(await service.exited).toBe(0);
    } finally {
      await service.kill();
    }
  }
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
