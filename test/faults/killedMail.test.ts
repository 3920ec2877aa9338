// kill -9 between insert, claim, send and mark of mails, with two processes at a time: nothing is lost, and no
// mail is sent more than twice, both times under the same Message-ID (docs/spec/console.md#mail).
import { expect, it } from '#jest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { distDir, temporaryDir } from '../support/service.js';
import { startSmtpServer } from '../support/smtpServer.js';

const folder = await temporaryDir();
const server = await startSmtpServer();

/** @returns whether it was killed */
async function runUntil(now: string, place = ''): Promise<boolean> {
  const program = join(distDir, 'test/faults/killedMail.js');
  const child = spawn(process.execPath, [program, folder, String(server.port), now, place], { stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === null && code !== 0) throw new Error(`killedMail.js left with ${code}`);
  return signal === 'SIGKILL';
}

it('loses no mail of a morning', async () => {
  const at = (minutes: number): string =>
    new Date(Date.parse('2026-06-02T11:00:00Z') + minutes * 60_000).toISOString();
  expect(await runUntil(at(0), 'mail.added')).toBe(true); // one client's are made, the other's not
  expect(await runUntil(at(1), 'mail.added:2')).toBe(true); // all are made, the morning is not marked
  expect(await runUntil(at(12), 'mail.claimed:2')).toBe(true);
  expect(await Promise.all([runUntil(at(24), 'mail.sent'), runUntil(at(24), 'mail.sent')])).toEqual([true, true]);
  await Promise.all([runUntil(at(36)), runUntil(at(36))]);
  const ids = server.taken.map(({ messageId }) => messageId);
  const people = [1, 2].flatMap((client) => [1, 2, 3].map((each) => `${client}-${each}`));
  expect([...new Set(ids)].sort()).toEqual(people.map((person) => `<2026-06-02.${person}@127.0.0.1>`).sort());
  for (const id of ids) expect(ids.filter((other) => other === id).length).toBeLessThanOrEqual(2);
}, 180_000);
