// What the clock alone changes in a list: slaStatus goes on at its millisecond, the ETag with it and no sooner,
// and to updatedSince nothing happened.
import { describe, expect, it } from '#jest';
import { mock } from 'node:test';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { client, type Row } from '../support/client.js';
import { signedIn } from '../support/console.js';
import { as, email } from '../support/team.js';
import { releasedMonth } from '../support/releasedMonth.js';
import { startService, temporaryDir } from '../support/service.js';

const DAY_MS = 24 * 3_600_000;
const LIST = '/api/v1/reconciliations?period=2026-05';

/** Read whole by whoever looks while it changes. */
async function clockAt(ms: number): Promise<void> {
  const file = join(dataDir, 'clock');
  await writeFile(`${file}.new`, new Date(ms).toISOString());
  await rename(`${file}.new`, file);
}

const dataDir = await temporaryDir();
const month = await releasedMonth(dataDir, { accounts: 3 });
const [, , waived = 0] = month.ids;
await month.does('sol', 'waive', waived, '--reason', 'sem movimento');
await clockAt(Date.parse('2026-06-01T12:00:00.000Z'));
const entry = 'test/support/serviceWithSetClock.js';
const service = await startService({ dataDir, entry, env: { CLOCK_FILE: join(dataDir, 'clock') } });
const erp = client(service.url, month.ledger.key);
const [first] = await erp.all(LIST);
const dueMs = Date.parse(String(first?.['prazo']));
expect(first?.['prazo']).toBe('2026-06-09T02:59:59.999Z');

async function read(tag?: string) {
  const headers = { 'X-API-Key': month.ledger.key, ...(tag !== undefined && { 'If-None-Match': tag }) };
  const answer = await fetch(`${service.url}${LIST}`, { headers });
  const rows = answer.status === 200 ? ((await answer.json()) as { data: readonly Row[] }).data : [];
  const states = new Set(rows.slice(0, 2).map(({ slaStatus }) => slaStatus));
  return { status: answer.status, tag: answer.headers.get('etag') ?? '', states: [...states] };
}

describe('the list of reconciliations, as the clock goes on', () => {
  it.each([
    ['ON_TIME', 'DUE_SOON', -DAY_MS],
    ['DUE_SOON', 'OVERDUE', 0],
  ] as const)(
    'keeps its ETag until the last millisecond of %s and changes it with the first of %s',
    async (before, after, edge) => {
      await clockAt(dueMs + edge - 12 * 3_600_000);
      const first = await read();
      expect(first).toMatchObject({ status: 200, states: [before] });
      for (const ms of [-3_600_000, -1, 0]) {
        await clockAt(dueMs + edge + ms);
        expect([ms, (await read(first.tag)).status]).toEqual([ms, 304]);
      }
      await clockAt(dueMs + edge + 1);
      const second = await read(first.tag);
      expect(second).toMatchObject({ status: 200, states: [after] });
      expect(second.tag).not.toBe(first.tag);
      for (const ms of [2, 3_600_000]) {
        await clockAt(dueMs + edge + ms);
        expect([ms, (await read(second.tag)).status]).toEqual([ms, 304]);
      }
      await clockAt(dueMs + edge);
      expect((await read()).tag).toBe(first.tag);
    },
  );

  it('is filtered by slaStatus at the same millisecond', async () => {
    const ids = async (slaStatus: string) => (await erp.all(`${LIST}&slaStatus=${slaStatus}`)).map(({ id }) => id);
    const open = month.ids.slice(0, 2);
    for (const [ms, shown] of [
      [-DAY_MS, 'ON_TIME'],
      [1 - DAY_MS, 'DUE_SOON'],
      [0, 'DUE_SOON'],
      [1, 'OVERDUE'],
    ] as const) {
      await clockAt(dueMs + ms);
      for (const slaStatus of ['ON_TIME', 'DUE_SOON', 'OVERDUE'])
        expect([ms, slaStatus, await ids(slaStatus)]).toEqual([ms, slaStatus, slaStatus === shown ? open : []]);
    }
  });

  it('leaves out no event of Auditoria once the clock was set back', async () => {
    await clockAt(dueMs); // the events were stored months later
    const now = mock.method(Date, 'now', () => dueMs); // of the session
    const auditor = await signedIn(service, email('auro'));
    now.mock.restore();
    const audit = `/console/auditoria?companyId=${month.ledger.companyIds[0]}&formato=csv`;
    expect((await auditor.get(audit)).html).toContain('dispensou');
    const moment = '/console/auditoria/momento';
    const at = `companyId=${month.ledger.companyIds[0]}&period=2026-05&em=9999-12-31`;
    expect((await auditor.get(`${moment}?${at}`)).html).toContain('Dispensada');
    expect((await auditor.get(`${moment}/${waived}?${at}`)).html).toContain('sem movimento');
  });

  it('returns no row for updatedSince until somebody acts', async () => {
    await clockAt(dueMs - DAY_MS);
    const answer = await erp.get(LIST);
    const until = answer.headers.get('x-updated-until') ?? '';
    await clockAt(dueMs + 1);
    const changed = async () => (await erp.all(`${LIST}&updatedSince=${until}`)).map(({ id }) => id);
    expect(await changed()).toEqual([]);
    const [first = 0] = month.ids;
    const assign = [
      'reconciliations',
      'do',
      'waive',
      '--id',
      String(first),
      '--reason',
      'encerrada',
      ...as('sol'),
    ];
    await month.cli.json(...assign);
    expect(await changed()).toEqual([first]);
  });
});
