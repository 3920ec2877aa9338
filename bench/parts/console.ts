// The list of 20,000 reconciliations in the console: the service's processor time for a page of 100.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedIn } from '../../test/support/console.js';
import { cpuMsOf } from '../kernel.js';
import { atMost, middle, type Figure } from '../measure.js';
import { operator } from '../processes.js';
import { answersTo, type Stage } from '../stage.js';

const ACCOUNTS = 20_000;
const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
/** Processor time is counted in steps of 10 ms. */
const PAGES = 60;
const EMAIL = 'supervisora@exemplo.com.br';

export async function consoleList(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('console', { companies: 1, accounts: ACCOUNTS });
  const file = join(stage.folder, 'users.json');
  const users = [{ email: EMAIL, name: 'Supervisora', roles: [{ role: 'SUPERVISOR' }, { role: 'PREPARER' }] }];
  writeFileSync(file, JSON.stringify({ clients: [{ ref: 'bench', users }] }));
  await operator(service.dataDir, 'apply', file);
  await answersTo(stage.client, [service.monthCall({})], 201);
  await operator(service.dataDir, 'release', '--company', '1', '--period', '2022-03');
  for (let total = 0; total < ACCOUNTS;) {
    const [list] = await answersTo(stage.client, [service.read('/reconciliations?limit=1')], 200);
    total = (JSON.parse(list?.body ?? '') as { pagination: { total: number } }).pagination.total;
  }

  const url = `http://127.0.0.1:${service.port}`;
  const cookie = (await signedIn({ url, dataDir: service.dataDir }, EMAIL)).cookie();
  const page = async (): Promise<void> => {
    const headers = { cookie, 'accept-encoding': 'gzip, deflate, br' };
    const answer = await fetch(`${url}/console/conciliacoes?fila=todas`, { headers });
    const rows = (await answer.text()).split('data-item').length - 1;
    if (answer.status !== 200 || rows < 100) throw new Error(`the page: ${answer.status}, ${rows} rows`);
  };
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round++) {
    const before = cpuMsOf(service.pid);
    for (let at = 0; at < PAGES; at++) await page();
    if (round >= WARM_UP_ROUNDS) samples.push((cpuMsOf(service.pid) - before) / PAGES);
  }
  return [atMost('a page of 100 of 20,000 in the console, processor ms', 12, middle(samples, 'ms'))];
}
