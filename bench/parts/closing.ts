// Work that carries itself: a release that carries every account's items, the list of open items, and the series
// of an account.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAccounts, buildCnpj, buildMonth, chartCsv } from '../../test/support/builders.js';
import { atMost, interleave, middle, ratio, type Figure } from '../measure.js';
import { operator } from '../processes.js';
import { CHART_NAME, answersTo, msOf, periodOf, type Stage } from '../stage.js';
import { companiesOf, took } from './doubling.js';

const ACCOUNTS = { carries: 20_000, plain: 20_000, small: 200 } as const;
type Name = keyof typeof ACCOUNTS;
const NAMES = Object.keys(ACCOUNTS) as Name[];
const ITEMS = 5;
/**
 * After the month in which people compose; then the companies that carry have so many times their accounts' items.
 */
const CARRIED_MONTHS = 2;
const SERIES_MONTHS = 60;
const ROUNDS = 50;
const EMAIL = 'elaboradora@exemplo.com.br';
/** Before this one only the small company has months. */
const FIRST = 300;

export async function closing(stage: Stage): Promise<Figure[]> {
  const { client, folder } = stage;
  const service = await stage.openService('closing', { companies: 1, accounts: 1 });
  const { dataDir } = service;
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const cnpjOf = (name: Name): string => buildCnpj(90_000 + NAMES.indexOf(name));
  const rules = { owners: [{ preparer: EMAIL }], carry: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] };
  const companies = NAMES.map((name) => {
    file(`${name}.csv`, chartCsv(buildAccounts(ACCOUNTS[name])));
    return { ...companiesOf(`${name}.csv`, [cnpjOf(name)])[0], ...rules, ...(name === 'plain' && { carry: [] }) };
  });
  const users = [{ email: EMAIL, name: 'Elaboradora', roles: [{ role: 'PREPARER' }] }];
  await operator(
    dataDir,
    'apply',
    file('registers.json', JSON.stringify({ clients: [{ ref: 'bench', users, companies }] })),
  );
  const listed = (await operator(dataDir, 'companies', 'list')) as readonly { id: number; cnpj: string }[];
  const idOf = (name: Name): string => String(listed.find(({ cnpj }) => cnpj === cnpjOf(name))?.id);

  const importMonth = async (name: Name, month: number): Promise<void> => {
    const facts = { cnpj: cnpjOf(name), period: periodOf(month), chartName: CHART_NAME };
    const body = JSON.stringify(buildMonth(buildAccounts(ACCOUNTS[name]), facts));
    await answersTo(client, [service.importCall(stage.keepBytes(body))], 201);
    stage.forgetBodies();
  };
  const release = (name: Name, month: number): Promise<number> =>
    took(() => operator(dataDir, 'release', '--company', idOf(name), '--period', periodOf(month)));

  const items = Array.from({ length: ITEMS }, (_, at) => ({
    description: `Item ${at}`,
    date: `${periodOf(FIRST)}-10`,
    amount: `${at + 1}.00`,
  }));
  const itemsFile = file('items.json', JSON.stringify(items));
  for (let month = FIRST + 1 + CARRIED_MONTHS - SERIES_MONTHS; month < FIRST; month++)
    await importMonth('small', month);
  const releases: Record<Name, number[]> = { carries: [], plain: [], small: [] };
  for (let month = FIRST; month <= FIRST + CARRIED_MONTHS; month++)
    for (const name of NAMES) {
      await importMonth(name, month);
      const tookMs = await release(name, month);
      if (month > FIRST) releases[name].push(tookMs);
      const does = (act: string, status: string, ...more: readonly string[]): Promise<unknown> => {
        const all = ['--all', '--company', idOf(name), '--period', periodOf(month), '--status', status];
        return operator(dataDir, '--as', EMAIL, 'reconciliations', 'do', act, ...all, ...more);
      };
      if (month > FIRST || name === 'plain') continue;
      await does('start', 'NOT_STARTED');
      await does('compose', 'IN_ELABORATION', '--items', itemsFile);
    }

  const open = (name: Name) => () =>
    msOf(client, service.read(`/open-items?companyId=${idOf(name)}&limit=100`), 200);
  const [row] = await answersTo(
    client,
    [service.read(`/reconciliations?companyId=${idOf('small')}&limit=1`)],
    200,
  );
  const { contaId } = (JSON.parse(row?.body ?? '') as { data: readonly { contaId: number }[] }).data[0] ?? {};
  const series = service.read(
    `/accounts/${contaId}/balances?periodFrom=${periodOf(0)}&periodTo=${periodOf(FIRST + 11)}&limit=100`,
  );
  const [whole] = await answersTo(client, [series], 200);
  const { length } = (JSON.parse(whole?.body ?? '') as { data: readonly unknown[] }).data;
  if (length !== SERIES_MONTHS) throw new Error(`${length} months of ${SERIES_MONTHS}`);
  const ms = await interleave(ROUNDS, {
    many: open('carries'),
    few: open('small'),
    series: () => msOf(client, series, 200),
  });
  const rows = (name: Name): string => (ACCOUNTS[name] * ITEMS * (CARRIED_MONTHS + 1)).toLocaleString('en');
  return [
    atMost(
      'release of 20,000 accounts that carries 5 items each / without',
      3,
      ratio(releases.carries, releases.plain),
    ),
    atMost(`first page of ${rows('carries')} open items / of ${rows('small')}`, 1.3, ratio(ms.many, ms.few)),
    atMost(`series of an account over ${SERIES_MONTHS} months, ms`, 5, middle(ms.series, 'ms')),
  ];
}
