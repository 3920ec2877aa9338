// The wall clock is set forward and back under the running service (docs/spec/configuration.md#clocks): facts keep
// their order in time, waits stay bounded, nothing is lost.
import { beforeAll, describe, expect, it } from '#jest';
import { client } from '../support/client.js';
import { ask, problemsIn, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { operatorProcessJson } from '../support/operator.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';

const HOUR_MS = 3_600_000;
/** Two hours forward, two back, over a month's end, a year ahead, and home again. */
const JUMPS_MS = [2 * HOUR_MS, -2 * HOUR_MS, 31 * 24 * HOUR_MS, 365 * 24 * HOUR_MS, 0];
const LIMIT = 6;

type Fact = Readonly<{ at: string; stream: string }>;

describe('a clock that jumps', () => {
  let dataDir: string;
  let service: Service;
  let ledger: Ledger;
  let reader: Ledger;
  const history: Entry[] = [];

  beforeAll(async () => {
    dataDir = await temporaryDir();
    service = await startService({
      dataDir,
      entry: 'test/faults/support/serviceWithJumpingClock.js',
      env: { CLOCK_JUMPS: JUMPS_MS.join(','), RATE_LIMIT_PER_MINUTE: String(LIMIT) },
    });
    ledger = await registerLedger(dataDir, { accounts: 20, companies: 1 });
    reader = await registerLedger(dataDir, { ref: 'beta', accounts: 5, firstCnpj: 9 });
  });

  async function jump(offsetMs: number, nth: number): Promise<void> {
    const jumpsTold = () =>
      service.lines.filter((line) => typeof line === 'object' && line && 'clockOffsetMs' in line);
    service.process.kill('SIGUSR2');
    await until(() => jumpsTold().length > nth, 'the jump');
    expect(jumpsTold().at(-1)).toEqual({ clockOffsetMs: offsetMs });
  }

  it('keeps Retry-After between a second and a minute, and accepts imports throughout', async () => {
    const read = () => client(service.url, reader.key).get('/api/v1/companies');
    for (let call = 0; call < LIMIT; call++) expect((await read()).status).toBe(200);
    expect((await read()).status).toBe(429);
    for (const [nth, offsetMs] of JUMPS_MS.entries()) {
      await jump(offsetMs, nth);
      const { status, headers } = await read();
      expect([200, 429]).toContain(status);
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(0);
      const wait = Number(headers.get('retry-after') ?? 1);
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(60);
      const { answer } = await ask(service.url, ledger, history, { company: 0, period: '2026-01', variant: nth });
      expect(answer?.status).toBe(201);
      // The operator's own clock is the true one, beside a service that is ahead or behind.
      if (nth === 3) await operatorProcessJson(dataDir, ['release', ...ofCompany(), '--period', '2026-01']);
    }
  });

  it('keeps the events of every stream in order of time, and every acknowledged one', async () => {
    await service.kill();
    service = await startService({ dataDir });
    expect(await problemsIn(service.url, ledger, history)).toEqual([]);
    const facts = await operatorProcessJson<Fact[]>(dataDir, ['history', ...ofCompany()]);
    const times = new Map<string, string[]>();
    for (const { stream, at } of facts) times.set(stream, [...(times.get(stream) ?? []), at]);
    const books = times.get(`books-${ledger.companyIds[0]}`) ?? [];
    expect(books).toHaveLength(JUMPS_MS.length);
    for (const inOrder of times.values()) expect(inOrder).toEqual([...inOrder].sort());
    // The year ahead stays: what comes after it, back in the present, is not written before it.
    expect(new Set(books.slice(3)).size).toBe(1);
    expect(await operatorProcessJson(dataDir, ['verify'])).toMatchObject({ ok: true });
  });

  const ofCompany = () => ['--company', String(ledger.companyIds[0])];
});
