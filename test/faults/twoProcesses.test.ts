// Two processes on the same stores. Many at once on the same books: one wins, the others are decided again in
// their turn (docs/spec/imports.md#races). A key's next read shows what it wrote
// (docs/spec/requests.md#read-your-writes).
import { expect, it } from '#jest';
import { client } from '../support/client.js';
import { ask, bodyOf, problemsIn, type Entry } from '../support/history.js';
import { registerLedger } from '../support/ledger.js';
import { operatorProcessJson } from '../support/operator.js';
import { startService, temporaryDir } from '../support/service.js';

const history: Entry[] = [];
const dataDir = await temporaryDir();
/** Between them only the stream's revision decides. */
const services = [await startService({ dataDir }), await startService({ dataDir })];
const ledger = await registerLedger(dataDir, { accounts: 100 });
const urlOf = (index: number): string => services[index % services.length]?.url ?? '';

it('imports of one competence at once with different content become versions 1 to 50', async () => {
  const asked = Array.from({ length: 50 }, (_, variant) => ({ company: 0, period: '2026-03', variant }));
  const entries = await Promise.all(asked.map((one, index) => ask(urlOf(index), ledger, history, one)));
  expect(entries.map(({ answer }) => answer?.status)).toEqual(Array(50).fill(201));
  expect(new Set(entries.map(({ answer }) => answer?.trialBalanceId)).size).toBe(50);
  expect(await problemsIn(urlOf(0), ledger, history)).toEqual([]);
});

it('imports of one competence at once with the same content become one version and 49 resends of it', async () => {
  const asked = Array.from({ length: 50 }, () => ({ company: 0, period: '2026-05', variant: 1 }));
  const entries = await Promise.all(asked.map((one, index) => ask(urlOf(index), ledger, history, one)));
  const statuses = entries.map(({ answer }) => answer?.status).sort();
  expect(statuses).toEqual([...Array<number>(49).fill(200), 201]);
  expect(new Set(entries.map(({ answer }) => answer?.trialBalanceId)).size).toBe(1);
});

it('imports of one competence at once never add a version after the close that was answered before them', async () => {
  const company = String(ledger.companyIds[0]);
  const importing = (async () => {
    for (let variant = 0; variant < 40; variant++)
      await ask(urlOf(variant), ledger, history, { company: 0, period: '2026-07', variant });
  })();
  await operatorProcessJson(dataDir, ['close', '--company', company, '--period', '2026-07', '--yes']);
  const answeredBefore = history.length;
  await importing;
  for (const { answer } of history.slice(answeredBefore)) expect(answer?.status).toBe(409);
  const events = await operatorProcessJson<{ type: string }[]>(dataDir, [
    'history',
    '--company',
    company,
    '--period',
    '2026-07',
  ]);
  const types = events.map(({ type }) => type).filter((type) => type !== 'ImportRefused');
  expect(types.lastIndexOf('TrialBalanceVersioned')).toBeLessThan(types.indexOf('CompetenceClosed'));
  expect(await problemsIn(urlOf(0), ledger, history)).toEqual([]);
});

// Last: what it imports is in no history.
it('a read right after a write through the other process finds the version with its lines, 40 times of 40', async () => {
  const [writer, reader] = services.map(({ url }) => client(url, ledger.key));
  for (let variant = 0; variant < 40; variant++) {
    const body = bodyOf(ledger, { company: 0, period: '2026-02', variant });
    const stored = await writer?.post('/api/v1/trial-balances', body);
    expect(stored?.status).toBe(201);
    const path = `/api/v1/trial-balances/${String(stored?.body.data['trialBalanceId'])}/lines`;
    const lines = await reader?.get(path);
    expect([variant, lines?.status, lines?.body.pagination.total]).toEqual([variant, 200, 100]);
  }
});
