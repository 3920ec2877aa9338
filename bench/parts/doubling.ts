// No input is quadratic: every one is doubled, and takes about twice the time. And lines that are all of one account take
// hardly longer than lines of different ones.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAccounts, buildCnpj, buildMonth, chartCsv, registersFile } from '../../test/support/builders.js';
import type { Call } from '../clientProtocol.js';
import { fileCall } from '../fileCall.js';
import { rounded, type Figure } from '../measure.js';
import { operator } from '../processes.js';
import { say } from '../report.js';
import { CHART_NAME, type Stage, type BenchService } from '../stage.js';

const DOUBLED_MAX = 2.6;
const ONE_ACCOUNT_MAX = 1.5;
const ROUNDS = 3;
/** Of documents of some milliseconds: code that was just started takes up to twice as long. */
const DOCUMENT_ROUNDS = 15;
const ACCOUNTS = 20_000;
const JSON_LINES = 20_000;
const FILE_LINES = 700_000;
/** Of `apply` and of what people do, the smaller of two sizes. */
const APPLIED = { accounts: 20_000, companies: 200, users: 1_000, holidays: 1_000, owners: 1_000 } as const;
const RECONCILIATIONS = 10_000;

export async function doubling(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('doubling', { companies: 1, accounts: ACCOUNTS });
  return [
    ...(await documents(stage, service)),
    ...(await registers(stage, service)),
    ...(await peoplesActs(stage, service)),
  ];
}

type Work = () => Promise<number>;

/** The best of some rounds of both, in turns: what else the machine does only ever adds. */
async function ratioOf(name: string, max: number, measured: Work, base: Work, rounds = ROUNDS): Promise<Figure> {
  let [measuredMs, baseMs] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    baseMs = Math.min(baseMs, await base());
    measuredMs = Math.min(measuredMs, await measured());
  }
  const ratio = measuredMs / baseMs;
  say(`  ${name}: ${rounded(ratio)}`);
  const detail = `${rounded(measuredMs)} : ${rounded(baseMs)} ms, the best of ${rounds}`;
  return { name, target: `≤ ${max}`, ratio, ok: ratio <= max, detail };
}

/** Dry runs of JSON and files, which do everything but store. */
async function documents(stage: Stage, service: BenchService): Promise<Figure[]> {
  const timed = (call: Call): Work => {
    return async () => {
      const [answer] = await stage.client.send([call]);
      if (answer?.status !== 200 && answer?.status !== 400)
        throw new Error(`expected 200 or 400, got ${answer?.status}: ${answer?.body.slice(0, 300)}`);
      return answer.endedMs - answer.startedMs;
    };
  };
  const [cnpj = ''] = service.cnpjs;
  const lines = (count: number, code: (at: number) => string, final = 0) =>
    Array.from({ length: count }, (_, at) => ({
      accountCode: code(at),
      accountName: `Conta ${scattered(at, count)}`,
      previousBalance: scattered(at, count),
      debit: 0,
      credit: 0,
      finalBalance: scattered(at, count) + final,
    }));
  const json = (items: readonly object[]): Work => {
    const body = { cnpj, period: '2030-01', chartName: CHART_NAME, lineItems: items };
    return timed({
      ...service.importCall(stage.keepBody(body)),
      path: '/api/v1/trial-balances?validateOnly=true',
    });
  };
  const path = join(stage.folder, 'doubling.csv'); // its bytes are kept with each call
  const file = (items: readonly object[]): Work => {
    const rows = items.map((item) => Object.values(item).join(';'));
    writeFileSync(path, `Conta;Descrição;Saldo Anterior;Débito;Crédito;Saldo Atual\n${rows.join('\n')}\n`);
    return timed(fileCall(stage, service.importCall, { path, kind: 'csv', cnpj, validateOnly: true }));
  };
  const one = (): string => service.accounts[0]?.code ?? '';
  const different = (at: number): string => service.accounts[at % ACCOUNTS]?.code ?? '';
  const unknown = (at: number): string => `9.9.${at}`;

  const figures: Figure[] = [];
  const compare = async (name: string, max: number, measured: Work, base: Work): Promise<void> => {
    const rounds = name.includes('JSON') ? DOCUMENT_ROUNDS : ROUNDS;
    figures.push(await ratioOf(name, max, measured, base, rounds));
    stage.forgetBodies();
  };
  const of = (count: number): string => count.toLocaleString('en');
  const kinds = { JSON: { count: JSON_LINES, made: json }, file: { count: FILE_LINES, made: file } };
  for (const [kind, { count, made }] of Object.entries(kinds)) {
    const name = `${of(count)} lines (${kind})`;
    const doubled = async (what: string, code: (at: number) => string, final = 0): Promise<void> =>
      compare(
        `${name} ${what} / half`,
        DOUBLED_MAX,
        made(lines(count, code, final)),
        made(lines(count / 2, code, final)),
      );
    const [ofOne, ofDifferent] = [made(lines(count, one)), made(lines(count, different))];
    await compare(`${name} of one account / of ${of(ACCOUNTS)}`, ONE_ACCOUNT_MAX, ofOne, ofDifferent);
    await doubled('of one account', one);
    await doubled('of which none closes', different, 1);
    await doubled('outside the chart', unknown);
  }
  return figures;
}

const dayOf = (at: number): string => new Date(at * 86_400_000).toISOString().slice(0, 10);

/** No two the same, in no order. */
const scattered = (at: number, count: number): number => (at * 7_919) % count;

let clients = 0;

/** `apply` of new clients, less what the command takes for nothing. */
async function registers({ folder }: Stage, { dataDir }: BenchService): Promise<Figure[]> {
  const client = { name: 'Cliente', companies: [] };
  const cnpjOf = (at: number): string => buildCnpj(100_000 + clients * 1_000 + at);
  const company = (accountsFile: string, at = 0) => {
    const [built] = (registersFile('', [{ cnpj: cnpjOf(at), chartName: CHART_NAME, accountsFile }]) as Registers)
      .clients;
    return built?.companies[0];
  };
  const email = (at: number): string => `pessoa${at}@exemplo${clients}.com.br`;
  const userOf = (_: unknown, at: number): object => ({
    email: email(at),
    name: `Pessoa ${at}`,
    roles: [{ role: 'PREPARER' }],
  });
  const many = <Item>(count: number, item: (_: unknown, at: number) => Item): Item[] =>
    Array.from({ length: count }, item);
  const made: Readonly<Record<keyof typeof APPLIED, (count: number) => object>> = {
    accounts(count) {
      writeFileSync(join(folder, 'plano.csv'), chartCsv(buildAccounts(count)));
      return { ...client, companies: [company('plano.csv')] };
    },
    companies(count) {
      writeFileSync(join(folder, 'plano.csv'), chartCsv(buildAccounts(1)));
      return { ...client, companies: many(count, (_, at) => company('plano.csv', at)) };
    },
    users: (count) => ({ ...client, users: many(count, userOf) }),
    holidays: (count) => ({ ...client, holidays: many(count, (_, at) => dayOf(at)) }),
    owners(count) {
      writeFileSync(join(folder, 'plano.csv'), chartCsv(buildAccounts(1)));
      const owners = many(count, (_, at) => ({ codigo: `1.${at}`, preparer: email(0) }));
      return { ...client, users: [userOf(null, 0)], companies: [{ ...company('plano.csv'), owners }] };
    },
  };
  const file = join(folder, 'doubling.json');
  const applied = (clientOf: () => object): Work => {
    return async () => {
      clients++;
      writeFileSync(file, JSON.stringify({ clients: [{ ref: `doubling-${clients}`, ...clientOf() }] }));
      return await took(() => operator(dataDir, 'apply', file));
    };
  };
  const idleMs = Math.min(await applied(() => client)(), await applied(() => client)());
  const figures: Figure[] = [];
  for (const [name, count] of Object.entries(APPLIED) as [keyof typeof APPLIED, number][]) {
    const work =
      (size: number): Work =>
      async () =>
        netMs(await applied(() => made[name](size))(), idleMs);
    figures.push(
      await ratioOf(
        `apply, ${(count * 2).toLocaleString('en')} ${name} / half`,
        DOUBLED_MAX,
        work(count * 2),
        work(count),
      ),
    );
  }
  return figures;
}

/** What a command took beyond its start; below this, it is how long processes happen to take to start. */
const NET_MS_MIN = 100;
const netMs = (ms: number, idleMs: number): number => Math.max(ms - idleMs, NET_MS_MIN);

type Registers = Readonly<{ clients: readonly Readonly<{ companies: readonly object[] }>[] }>;

async function took(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Releases, acts on many reconciliations and closings, each month of two companies, one twice the other. */
async function peoplesActs(stage: Stage, service: BenchService): Promise<Figure[]> {
  const { dataDir } = service;
  const email = 'supervisora@exemplo.com.br';
  const users = [{ email, name: 'Supervisora', roles: ['SUPERVISOR', 'PREPARER'].map((role) => ({ role })) }];
  const sizes = [RECONCILIATIONS, RECONCILIATIONS * 2];
  const companies = sizes.map((count, at) => {
    const accountsFile = `plano-${count}.csv`;
    writeFileSync(join(stage.folder, accountsFile), chartCsv(buildAccounts(count)));
    return { cnpj: buildCnpj(90_000 + at), chartName: CHART_NAME, accountsFile };
  });
  const file = join(stage.folder, 'people.json');
  const {
    clients: [built],
  } = registersFile('bench', companies) as Registers;
  writeFileSync(file, JSON.stringify({ clients: [{ ref: 'bench', users, companies: built?.companies }] }));
  await operator(dataDir, 'apply', file);
  const listed = (await operator(dataDir, 'companies', 'list')) as readonly { id: number; cnpj: string }[];
  const idOf = (cnpj: string): string => String(listed.find((row) => row.cnpj === cnpj)?.id);

  const best = { release: [Infinity, Infinity], comment: [Infinity, Infinity], close: [Infinity, Infinity] };
  let idleMs = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const period = `2020-0${round + 1}`;
    idleMs = Math.min(idleMs, await took(() => operator(dataDir, 'companies', 'list')));
    for (const [at, { cnpj }] of companies.entries()) {
      const body = buildMonth(buildAccounts(sizes[at] ?? 0), { cnpj, period, chartName: CHART_NAME });
      const [answer] = await stage.client.send([service.importCall(stage.keepBody(body))]);
      if (answer?.status !== 201)
        throw new Error(`expected 201, got ${answer?.status}: ${answer?.body.slice(0, 300)}`);
      const month = ['--company', idOf(cnpj), '--period', period];
      const all = [...month, '--all', '--status', 'PENDING', '--comment', 'conferido'];
      const acts = {
        release: ['release', ...month],
        comment: ['--as', email, 'reconciliations', 'do', 'comment', ...all],
        close: ['close', ...month, '--yes'],
      } as const;
      for (const act of ['release', 'comment', 'close'] as const) {
        const ms = await took(() => operator(dataDir, ...acts[act]));
        best[act][at] = Math.min(best[act][at] ?? Infinity, ms);
      }
    }
    stage.forgetBodies();
  }
  return (['release', 'comment', 'close'] as const).map((act) => {
    const [halfMs = 0, wholeMs = 0] = best[act].map((ms) => netMs(ms, idleMs));
    const ratio = wholeMs / halfMs;
    return {
      name: `${act} of ${(RECONCILIATIONS * 2).toLocaleString('en')} reconciliations / half`,
      target: `≤ ${DOUBLED_MAX}`,
      ratio,
      ok: ratio <= DOUBLED_MAX,
      detail: `${rounded(wholeMs)} : ${rounded(halfMs)} ms, the best of ${ROUNDS}, without the start of the command`,
    };
  });
}
