// kill -9 at every step of an import: what was answered is there, what was not is wholly there or wholly absent,
// and sending it again settles it (docs/spec/stores.md#killed-processes).
import { until } from '../support/until.js';
import { beforeEach, describe, expect, it } from '#jest';
import type { FailPoint } from '../../src/domain/kernel/failPoints.js';
import { client } from '../support/client.js';
import { ask, problemsIn, type Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { rounds } from './support/rounds.js';
import { operatorProcessJson } from '../support/operator.js';
import { startService, temporaryDir } from '../support/service.js';

const points: readonly FailPoint[] = [
  'import.parsed',
  'import.resolved',
  'import.checked',
  'import.decided',
  'import.committed',
  'import.noted',
];
const steps = rounds(1).flatMap((seed) => points.map((step) => ({ step, seed })));
/** From here on the fact is in the log, though no request was answered. */
const stored = new Set<FailPoint>(['import.committed', 'import.noted']);

describe('an import whose process is killed', () => {
  let dataDir: string;
  let ledger: Ledger;
  beforeEach(async () => {
    dataDir = await temporaryDir();
    ledger = await registerLedger(dataDir, { accounts: 300 });
  });

  it.each(steps)(
    'at $step is whole or absent, and sent again is one version (seed $seed)',
    async ({ step, seed }) => {
      const history: Entry[] = [];
      const entry = 'test/faults/support/serviceWithFailPoints.js';
      const doomed = await startService({ dataDir, entry, env: { FAIL_AT: `${step}:2` } });
      const first = await ask(doomed.url, ledger, history, { company: 0, period: '2026-01', variant: seed });
      expect(first.answer?.status).toBe(201);
      const second = { company: 0, period: '2026-02', variant: seed };
      expect((await ask(doomed.url, ledger, history, second)).answer).toBeNull();
      await doomed.exited;

      const service = await startService({ dataDir });
      try {
        const again = await ask(service.url, ledger, history, second);
        expect(again.answer?.status).toBe(stored.has(step) ? 200 : 201);
        // A resend writes nothing, so no read waits for it: the lists are whole once the service is ready.
        await until(async () => (await fetch(`${service.url}/health/ready`)).ok, 'the service to be ready');
        expect(await problemsIn(service.url, ledger, history)).toEqual([]);
        const rows = await client(service.url, ledger.key).all('/api/v1/trial-balances');
        expect(rows.map(({ competencia, versao }) => `${String(competencia)} v${String(versao)}`)).toEqual([
          '2026-01 v1',
          '2026-02 v1',
        ]);
        expect(await operatorProcessJson(dataDir, ['verify'])).toMatchObject({ ok: true });
      } finally {
        await service.kill();
      }
    },
  );

  it('of several parts before they are stored leaves nothing visible, and sent again is one version', async () => {
    const big = await registerLedger(dataDir, { ref: 'grande', accounts: 15_000, firstCnpj: 50 });
    const history: Entry[] = [];
    const entry = 'test/faults/support/serviceWithFailPoints.js';
    const doomed = await startService({ dataDir, entry, env: { FAIL_AT: 'import.decided:1' } });
    const asked = { company: 0, period: '2026-01', variant: 0 };
    expect((await ask(doomed.url, big, history, asked)).answer).toBeNull();
    await doomed.exited;

    const service = await startService({ dataDir });
    try {
      expect(await client(service.url, big.key).all('/api/v1/trial-balances')).toEqual([]);
      expect((await ask(service.url, big, history, asked)).answer?.status).toBe(201);
      const rows = await client(service.url, big.key).all('/api/v1/trial-balances');
      expect(rows).toMatchObject([{ competencia: '2026-01', versao: 1, linhas: 15_000 }]);
      expect(await operatorProcessJson(dataDir, ['verify'])).toMatchObject({ ok: true });
    } finally {
      await service.kill();
    }
  });
});
