// `npm run year`: a year of three companies, played over the API and the command line by the same people on the
// same numbers, without and with the rules; prints a table by month. Takes some minutes. The data come from a
// seed: each run prints the same.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltAccount } from '../test/support/builders.js';
import { client } from '../test/support/client.js';
import { CHART, registerLedger } from '../test/support/ledger.js';
import { operatorJson } from '../test/support/operator.js';
import { cleanEnv, removeDir, startService, temporaryDir } from '../test/support/service.js';
import { readConfig } from '../src/app/config.js';
import { openOperator } from '../src/app/operator/commandLine.js';
import { runOperator } from '../src/operator/program.js';

const COMPANIES = 3;
const ACCOUNTS = 20;
const MONTHS = 12;
const SEED = 36;
const TURNOVER = 1_000_00;
const BANDS = ['0-30', '31-60', '61-90', '91-180', '181+'];

type Random = (below: number) => number;
/** Of an account in a month, debit or credit as its nature is. */
type Books = Readonly<{ cents: number; items: readonly Item[] }>;
type Item = Readonly<{ description: string; date: string; cents: number }>;
/** `typed`: accounts whose composition somebody typed; `bands`: open items by age. */
type Month = Readonly<{ nobody: number; typed: number; bands: readonly number[] }>;

/**
 * Of twenty accounts: 4 at zero and 3 at a balance without movement, 2 small ones, 3 of low risk, 8 with items
 * that stay open.
 */
function kindOf(at: number): 'idle' | 'still' | 'small' | 'low' | 'items' {
  const kinds = ['idle', 'still', 'small', 'low', 'items'] as const;
  return kinds[[4, 7, 9, 12].findIndex((end) => at % 20 < end)] ?? 'items';
}

function rulesOf(accounts: readonly BuiltAccount[]): object {
  const of = (kind: string) => accounts.flatMap(({ code }, at) => (kindOf(at) === kind ? [code] : []));
  return {
    autoApproval: { zeroWithoutMovement: true, withoutMovement: true, upTo: '50.00' },
    carry: of('items'),
    risk: of('low').map((prefix) => ({ prefix, level: 'LOW' })),
    tolerance: of('low').map((prefix) => ({ prefix, amount: '200.00' })),
  };
}

/** mulberry32: whole numbers from 0 on. */
function seeded(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** All accounts a month later: of those with items half stay as they are, else one is settled or comes. */
function lived(before: readonly Books[], month: number, random: Random): readonly Books[] {
  const cents = { idle: 0, still: 1_500_00, small: 5_00 + random(44_00), low: 60_00 + random(130_00) };
  const added = (monthsAgo: number): Item => {
    const date = new Date(Date.UTC(2025, month - monthsAgo, 1 + random(28))).toISOString().slice(0, 10);
    return { description: `Título ${random(10_000)}`, date, cents: 100_00 + random(800_00) };
  };
  const later = (items: readonly Item[]): readonly Item[] => {
    if (month === 0) return [0, 1, 4].map(added);
    const chance = random(4);
    if (chance === 0) return [...items, added(0)];
    return chance === 1 && items.length > 1 ? items.toSpliced(random(items.length), 1) : items;
  };
  return before.map(({ items: open }, at) => {
    const kind = kindOf(at);
    if (kind !== 'items') return { cents: cents[kind], items: [] };
    const items = later(open);
    return { items, cents: items.reduce((sum, item) => sum + item.cents, 0) };
  });
}

function lineOf({ code, name, nature }: BuiltAccount, at: number, before: Books, now: Books) {
  const isStill = kindOf(at) === 'idle' || kindOf(at) === 'still';
  const sign = nature === 'CREDIT' ? -1 : 1;
  const closing = now.cents * sign;
  const opening = (isStill ? now : before).cents * sign;
  const turnover = isStill ? 0 : TURNOVER;
  return {
    accountCode: code,
    accountName: name,
    previousBalance: opening / 100,
    finalBalance: closing / 100,
    debit: (turnover + Math.max(closing - opening, 0)) / 100,
    credit: (turnover + Math.max(opening - closing, 0)) / 100,
  };
}

/** The command line with the stores opened once: a year is some thousand commands. */
async function openCommandLine(dataDir: string) {
  const open = openOperator(() => readConfig({ ...cleanEnv(), DATA_DIR: dataDir }));
  const { close, ...opened } = await open.dependencies(false);
  const kept = { ...open, dependencies: async () => ({ ...opened, close: async () => undefined }) };
  async function json<Result>(...args: readonly string[]): Promise<Result> {
    let out = '';
    let err = '';
    const streams = { out: async (text: string) => void (out += text), err: (text: string) => void (err += text) };
    const status = await runOperator([...args, '--json'], kept, streams);
    if (status !== 0) throw new Error(`${args.join(' ')}: ${err}${out}`);
    return JSON.parse(out) as Result;
  }
  return { json, close };
}

async function play(withRules: boolean): Promise<readonly Month[]> {
  const dataDir = await temporaryDir();
  const ledger = await registerLedger(dataDir, { accounts: ACCOUNTS, companies: COMPANIES });
  const { accounts, cnpjs, companyIds } = ledger;
  const kept = (content: unknown): string => {
    writeFileSync(join(dataDir, 'enviado.json'), JSON.stringify(content));
    return join(dataDir, 'enviado.json');
  };
  const userOf = (name: string, role: string) => ({ email: `${name}@acme.com.br`, name, roles: [{ role }] });
  const rules = { owners: [{ preparer: 'ana@acme.com.br' }], ...(withRules && rulesOf(accounts)) };
  const companies = cnpjs.map((cnpj) => ({ cnpj, ...rules }));
  const users = [userOf('ana', 'PREPARER'), userOf('caio', 'APPROVER')];
  await operatorJson(dataDir, ['apply', kept({ clients: [{ ref: 'acme', users, companies }] })]);
  const service = await startService({ dataDir });
  const cli = await openCommandLine(dataDir);
  const erp = client(service.url, ledger.key);
  const indexOf = ({ contaCodigo }: Readonly<Record<string, unknown>>): number =>
    accounts.findIndex(({ code }) => code === contaCodigo);

  /** @returns how many accounts needed nobody, and how many compositions were typed */
  async function work(of: readonly string[], before: readonly Books[], now: readonly Books[]) {
    const does = (name: string, act: string, ...more: readonly string[]) =>
      cli.json('reconciliations', 'do', act, ...more, '--as', `${name}@acme.com.br`);
    const all = (status: string): readonly string[] => ['--all', ...of, '--status', status];
    await cli.json('release', ...of);
    const rows = await cli.json<readonly Readonly<{ id: number; status: string }>[]>(
      'reconciliations',
      'list',
      ...of,
    );
    const left = rows.filter(({ status }) => status !== 'AUTO_APPROVED');
    await does('ana', 'start', ...all('NOT_STARTED'));
    const lists = new Map<string, string[]>(); // what is the same for several accounts is typed once
    let typed = 0;
    for (const row of left) {
      const at = indexOf(row);
      const { cents = 0, items = [] } = now[at] ?? {};
      const isCarried = withRules && kindOf(at) === 'items' && items === before[at]?.items;
      if (cents === 0 || isCarried) continue;
      const sign = accounts[at]?.nature === 'CREDIT' ? -0.01 : 0.01;
      const single = [{ description: 'Conforme o razão', date: `${of.at(-1)}-28`, cents }];
      const list = JSON.stringify(
        (items.length > 0 ? items : single).map((item) => ({ ...item, amount: (item.cents * sign).toFixed(2) })),
      );
      lists.set(list, [...(lists.get(list) ?? []), '--id', String(row.id)]);
      typed++;
    }
    for (const [list, ids] of lists) await does('ana', 'compose', ...ids, '--items', kept(JSON.parse(list)));
    await does('ana', 'submit', ...all('IN_ELABORATION'));
    await does('caio', 'open', ...all('SUBMITTED_FOR_APPROVAL'));
    await does('caio', 'approve', ...all('IN_APPROVAL'));
    return { nobody: rows.length - left.length, typed };
  }

  const random = seeded(SEED);
  const books = cnpjs.map((): readonly Books[] => accounts.map(() => ({ cents: 0, items: [] })));
  const months: Month[] = [];
  for (let month = 0; month < MONTHS; month++) {
    const period = periodOf(month);
    let nobody = 0;
    let typed = 0;
    for (const [company, cnpj] of cnpjs.entries()) {
      const before = books[company] ?? [];
      const now = (books[company] = lived(before, month, random));
      const none = { cents: 0, items: [] };
      const lineItems = accounts.map((account, at) => lineOf(account, at, before[at] ?? none, now[at] ?? none));
      const { status, text } = await erp.post('/api/v1/trial-balances', {
        cnpj,
        period,
        chartName: CHART,
        lineItems,
      });
      if (status !== 201) throw new Error(text);
      const done = await work(['--company', String(companyIds[company]), '--period', period], before, now);
      [nobody, typed] = [nobody + done.nobody, typed + done.typed];
    }
    const open = (await erp.all(`/api/v1/open-items?period=${period}`)).filter(
      (row) => kindOf(indexOf(row)) === 'items',
    );
    months.push({ nobody, typed, bands: BANDS.map((band) => open.filter(({ faixa }) => faixa === band).length) });
  }
  await cli.close();
  await service.stop();
  await removeDir(dataDir);
  return months;
}

function periodOf(month: number): string {
  return `2025-${String(month + 1).padStart(2, '0')}`;
}

const [without, ruled] = await Promise.all([play(false), play(true)]);
const share = (months: readonly Month[], at: number): string =>
  `${Math.round(((months[at]?.nobody ?? 0) * 100) / (ACCOUNTS * COMPANIES))}%, ${months[at]?.typed}`;
const lines = without.map(({ bands }, at) => {
  if (bands.join() !== ruled[at]?.bands.join()) throw new Error('with rules other items are open');
  return `| ${periodOf(at)} | ${share(without, at)} | ${share(ruled, at)} | ${bands.join(' | ')} |`;
});
const head = ['mês', 'sem regras: ninguém agiu, composições', 'com regras: ninguém agiu, composições', ...BANDS];
process.stdout.write(`${[`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...lines].join('\n')}\n`);
