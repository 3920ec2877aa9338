// A month as it was at a moment is replayed in a thread of its own, over the log of a data folder.
import { describe, expect, it } from '#jest';
import { consoleThreads } from '../../src/app/roles/console.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { StoreUnavailable } from '../../src/domain/kernel/storeError.js';
import { rowsOfBatch } from '../../src/projections/views/monthAsOf.js';
import { releasedMonth } from '../support/releasedMonth.js';
import { freePort } from '../support/installedServers.js';
import { temporaryDir } from '../support/service.js';

const ACCOUNTS = 150;
const EMBEDDED = { eventStoreUrl: null, mongodbUrl: null };

let stop: () => Promise<unknown>;
const dataDir = await temporaryDir();
const month = await releasedMonth(dataDir, { accounts: ACCOUNTS });
const threads = consoleThreads({ dataDir, ...EMBEDDED }, (given) => (stop = given));

const asked = (until: string) => ({
  companyId: month.ledger.companyIds[0] ?? NaN,
  until,
  competence: '2026-05' as Competence,
});
const waiting = new AbortController();
const later = () => new Date(Date.now() + 1_000).toISOString();

describe('A month as of a moment', () => {
  it('is answered a hundred reconciliations at a time', async () => {
    await month.does('sol', 'waive', month.ids[0] ?? NaN, '--reason', 'sem movimento');
    const { closing, trialBalances, total, batches } = await threads.replayMonth(asked(later()), waiting.signal);
    expect([closing, trialBalances.map(({ versao }) => versao), total]).toEqual([null, [1], ACCOUNTS]);
    const rows = batches.map(rowsOfBatch);
    expect(rows.map(({ length }) => length)).toEqual([100, 50]);
    expect(rows.flat().map(({ id }) => id)).toEqual(month.ids);
    expect(rows.flat().filter(({ status }) => status === 'WAIVED')).toHaveLength(1);
    expect(await threads.replayMonth(asked('2020-01-01T00:00:00.000Z'), waiting.signal)).toEqual({
      closing: null,
      trialBalances: [],
      total: 0,
      batches: [],
    });
  });

  it('is unavailable while the log is', async () => {
    const eventStoreUrl = `esdb://127.0.0.1:${freePort()}?tls=false`;
    const away = consoleThreads({ dataDir, ...EMBEDDED, eventStoreUrl }, () => undefined);
    await expect(away.replayMonth(asked(later()), waiting.signal)).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('is given up when nobody waits for it any longer', async () => {
    const gone = new AbortController();
    const given = threads.replayMonth(asked(later()), gone.signal);
    gone.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
  });

  it('is given up when the process ends', async () => {
    const given = threads.replayMonth(asked(later()), waiting.signal);
    const refused = expect(given).rejects.toThrow('closed');
    await stop();
    await refused;
  });
});
