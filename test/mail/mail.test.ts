// Mails of the whole service, through a mail server: at once, at eight, and as each person chose.
import { afterAll, expect, it } from '#jest';
import { mock } from 'node:test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signedIn } from '../support/console.js';
import { releasedMonth } from '../support/releasedMonth.js';
import { startService, temporaryDir } from '../support/service.js';
import { startSmtpServer } from '../support/smtpServer.js';
import { email } from '../support/team.js';
import { until } from '../support/until.js';

const SATURDAY = '2026-06-06T12:00:00.000Z';
const LINK = 'http://127.0.0.1:3000';
const setClock = (at: string) => writeFile(clockFile, at);
const mailsTo = (name: 'ana' | 'bia', kind: RegExp) =>
  server.taken.filter(({ to, subject }) => to === email(name) && kind.test(subject));

const dataDir = await temporaryDir();
const server = await startSmtpServer();
const owners = [{ preparer: email('ana'), reviewer: email('bia') }];
const month = await releasedMonth(dataDir, { accounts: 2, company: { owners } });
const clockFile = join(dataDir, 'clock');
await setClock(SATURDAY);
const env = { SMTP_URL: server.url, MAIL_FROM: 'Conciliações <avisos@exemplo.com.br>', PUBLIC_URL: LINK };
const service = await startService({
  dataDir,
  entry: 'test/support/serviceWithSetClock.js',
  env: { ...env, CLOCK_FILE: clockFile },
});
afterAll(() => server.close());

it('tells at once of a return and a mention, each morning of what waits, and nothing that a person does not want', async () => {
  const [id = 0, other = 0] = month.ids;
  await month.does('ana', 'start', id);
  await month.does('ana', 'submit', id);
  await month.does('bia', 'open', id);
  await month.does('bia', 'return', id, '--comment', 'Saldo de 1.234,56 não confere');
  await until(() => mailsTo('ana', /devolvida/).length > 0, 'the mail of the return', 60_000);
  const [returned] = mailsTo('ana', /devolvida/);
  expect(returned?.messageId).toMatch(/^<[\w-]+\.[\w-]+@127\.0\.0\.1>$/);
  expect(returned?.text).toContain(`${LINK}/console/conciliacoes/${id}`);
  expect(returned?.raw).not.toContain('1.234');
  expect(mailsTo('bia', /./)).toEqual([]);

  const now = mock.method(Date, 'now', () => Date.parse(SATURDAY)); // of the session
  const ana = await signedIn(service, email('ana'));
  now.mock.restore();
  expect((await ana.get('/console/avisos')).html).toContain('Todo dia útil às 8h');
  await ana.post('/console/avisos/emails', { diario: 'sim' });
  await month.does('bia', 'comment', other, '--comment', '@ana e @bia: vejam');
  await month.does('ana', 'comment', other, '--comment', '@bia, veja');
  await until(() => mailsTo('bia', /mencionado/).length > 0, 'the mail of the mention', 60_000);

  await setClock('2026-06-08T11:00:00.000Z'); // Monday, the day that the Elaborador's deadline ends
  await until(() => mailsTo('ana', /espera/).length > 0, 'the mail of the morning', 90_000);
  const [daily] = mailsTo('ana', /espera/);
  expect(daily?.subject).toBe('2 conciliações esperam por você, com prazo hoje');
  expect(daily?.text).toContain('Vencem hoje:');
  expect(mailsTo('ana', /mencionado/)).toEqual([]);
  expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(server.taken.length);

  server.answer(554);
  await month.does('ana', 'comment', other, '--comment', '@bia, de novo');
  const isTold = () => service.lines.some((line) => /"reason":".*554.*another attempt/.test(JSON.stringify(line)));
  await until(isTold, 'the line of the mail that the server refused', 60_000);
}, 300_000);
