// A person's deadlines as a calendar: made, read without a session, and revoked.
import { afterAll, beforeAll, expect, it } from '#jest';
import { signedIn, type Browsing } from '../../support/console.js';
import { releasedMonth, type ReleasedMonth } from '../../support/releasedMonth.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { email } from '../../support/team.js';

let service: Service;
let month: ReleasedMonth;
let ana: Browsing;

beforeAll(async () => {
  const dataDir = await temporaryDir();
  month = await releasedMonth(dataDir, { accounts: 2, company: { owners: [{ preparer: email('ana') }] } });
  service = await startService({ dataDir });
  ana = await signedIn(service, email('ana'));
}, 120_000);
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

it('tells deadlines at a secret address until it is replaced or revoked', async () => {
  expect((await ana.get('/console/avisos')).html).toContain('Criar endereço');
  const make = async () => {
    const { html } = await ana.post('/console/avisos/calendario');
    return /<code[^>]*>([^<]+)<\/code>/.exec(html)?.[1] ?? '';
  };
  const address = await make();
  expect(address).toMatch(/\/console\/prazos\/[\w-]{43}$/);
  const answer = await fetch(address);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(text).toContain('DTSTART;VALUE=DATE:20260608\r\n');
  expect(text).toContain(`/console/conciliacoes/${month.ids[0]}`);
  expect(text).not.toMatch(/\d,\d\d/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const second = await make();
  expect((await fetch(address)).status).toBe(404);
  expect((await fetch(second)).status).toBe(200);
  await ana.post('/console/avisos/calendario/revogar');
  expect((await fetch(second)).status).toBe(404);
  expect((await fetch(`${service.url}/console/prazos/x`)).status).toBe(404);
});
