// No input is quadratic: every one is doubled, and takes about twice the time. And lines that are all of one
// account take hardly longer than lines of different ones.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAccounts, buildCnpj, buildMonth, chartCsv, registersFile } from '../../test/support/builders.js';
import { atMost, rounded, type Figure, type Measured } from '../measure.js';
import { operator } from '../processes.js';
import type { Call } from '../protocol.js';
import { CHART_NAME, answersTo, type Stage, type BenchService } from '../stage.js';

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
/** What a command took beyond its start; below this, it is how long processes happen to take to start. */
const NET_MS_MIN = 100;

export async function doubling(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('doubling', { companies: 1, accounts: ACCOUNTS });
  return [
    ...(await documents(stage, service)),
    ...(await registers(stage, service)),
    ...(await acts(stage, service)),
  ];
}

type Work = () => Promise<number>;

/** The best of some rounds of both, in turns: what else the machine does only ever adds. */
async function bestOf(rounds: number, measured: Work, base: Work): Promise<Measured> {
  let measuredMs = Infinity;
  let baseMs = Infinity;
  for (let round = 0; round < rounds; round++) {
    baseMs = Math.min(baseMs, await base());
    measuredMs = Math.min(measuredMs, await measured());
  }
  const detail = `${rounded(measuredMs)} : ${rounded(baseMs)} ms, the best of ${rounds}`;
  return { value: measuredMs / baseMs, detail };
}

type Lines = Readonly<{ count: number; code: (at: number) => string; off?: number }>;

function linesOf({ count, code, off = 0 }: Lines) {
  return Array.from({ length: count }, (_, at) => {
    const balance = (at * 7_919) % count; // no two the same, in no order
    return {
      accountCode: code(at),
      accountName: `Conta ${balance}`,
      previousBalance: balance,
      debit: 0,
      credit: 0,
      finalBalance: balance + off,
    };
  });
}

/** Dry runs of JSON and files, which do everything but store. */
async function documents(stage: Stage, service: BenchService): Promise<Figure[]> {
  const [cnpj = ''] = service.cnpjs;
  const json = (lines: Lines): Call => {
    const body = { cnpj, period: '2030-01', chartName: CHART_NAME, lineItems: linesOf(lines) };
    const call = service.importCall(stage.keepBytes(JSON.stringify(body)));
    return { ...call, path: `${call.path}?validateOnly=true` };
  };
  const path = join(stage.folder, 'doubling.csv'); // its bytes are kept with each call
  const file = (lines: Lines): Call => {
    const rows = linesOf(lines).map((item) => Object.values(item).join(';'));
    writeFileSync(path, `Conta;Descrição;Saldo Anterior;Débito;Crédito;Saldo Atual\n${rows.join('\n')}\n`);
    return service.fileCall(path, 'csv', { validateOnly: true });
  };
  const one = (): string => service.accounts[0]?.code ?? '';
  const different = (at: number): string => service.accounts[at % ACCOUNTS]?.code ?? '';
  const unknown = (at: number): string => `9.9.${at}`;
  const timed = (call: Call): Work => {
    return async () => {
      const [answer] = await stage.client.send([call]);
      if (answer?.status !== 200 && answer?.status !== 400)
        throw new Error(`expected 200 or 400, got ${answer?.status}: ${answer?.body.slice(0, 500)}`);
      return answer.endedMs - answer.startedMs;
    };
  };

  const figures: Figure[] = [];
  const kinds = [
    { kind: 'JSON', count: JSON_LINES, made: json, rounds: DOCUMENT_ROUNDS },
    { kind: 'a file', count: FILE_LINES, made: file, rounds: ROUNDS },
  ];
  for (const { kind, count, made, rounds } of kinds) {
    const name = `${count.toLocaleString('en')} lines in ${kind}`;
    const compare = async (what: string, bar: number, measured: Lines, base: Lines): Promise<void> => {
      const best = await bestOf(rounds, timed(made(measured)), timed(made(base)));
      figures.push(atMost(`${name} ${what}`, bar, best));
      stage.forgetBodies();
    };
    const doubled = (what: string, code: Lines['code'], off = 0): Promise<void> =>
      compare(`${what} / half`, DOUBLED_MAX, { count, code, off }, { count: count / 2, code, off });
    await compare(
      'of one account / of different ones',
      ONE_ACCOUNT_MAX,
      { count, code: one },
      { count, code: different },
    );
    await doubled('of one account', one);
    await doubled('of which none closes', different, 1);
    await doubled('outside the chart', unknown);
  }
  return figures;
}

type Registers = Readonly<{ clients: readonly Readonly<{ companies: readonly object[] }>[] }>;

export const companiesOf = (accountsFile: string, cnpjs: readonly string[]): readonly object[] => {
  const built = cnpjs.map((cnpj) => ({ cnpj, chartName: CHART_NAME, accountsFile }));
  return (registersFile('', built) as Registers).clients[0]?.companies ?? [];
};

/** `apply` of new clients, less what the command takes for nothing. */
async function registers({ folder }: Stage, { dataDir }: BenchService): Promise<Figure[]> {
  let clients = 0;
  const many = <Item>(count: number, item: (at: number) => Item): Item[] =>
    Array.from({ length: count }, (_, at) => item(at));
  const companies = (accounts: number, count = 1): readonly object[] => {
    writeFileSync(join(folder, 'plano.csv'), chartCsv(buildAccounts(accounts)));
    return companiesOf(
      'plano.csv',
      many(count, (at) => buildCnpj(100_000 + clients * 1_000 + at)),
    );
  };
  const email = (at: number): string => `pessoa${at}@exemplo${clients}.com.br`;
  const userOf = (at: number) => ({ email: email(at), name: `Pessoa ${at}`, roles: [{ role: 'PREPARER' }] });
  const made: Readonly<Record<keyof typeof APPLIED, (count: number) => object>> = {
    accounts: (count) => ({ companies: companies(count) }),
    companies: (count) => ({ companies: companies(1, count) }),
    users: (count) => ({ users: many(count, userOf) }),
    holidays: (count) => ({ holidays: many(count, (at) => new Date(at * 86_400_000).toISOString().slice(0, 10)) }),
    owners(count) {
      const owners = many(count, (at) => ({ codigo: `1.${at}`, preparer: email(0) }));
      return { users: [userOf(0)], companies: [{ ...companies(1)[0], owners }] };
    },
  };
  const file = join(folder, 'doubling.json');
  const applied = async (clientOf: () => object): Promise<number> => {
    clients++;
    const client = { ref: `doubling-${clients}`, name: 'Cliente', companies: [], ...clientOf() };
    writeFileSync(file, JSON.stringify({ clients: [client] }));
    return took(() => operator(dataDir, 'apply', file));
  };
  const nothing = (): object => ({});
  const idleMs = Math.min(await applied(nothing), await applied(nothing));
  const figures: Figure[] = [];
  for (const [name, count] of Object.entries(APPLIED) as [keyof typeof APPLIED, number][]) {
    const work =
      (size: number): Work =>
      async () =>
        netMs(await applied(() => made[name](size)), idleMs);
    const best = await bestOf(ROUNDS, work(count * 2), work(count));
    figures.push(atMost(`apply of ${(count * 2).toLocaleString('en')} ${name} / half`, DOUBLED_MAX, best));
  }
  return figures;
}

/** Releases, comments on many reconciliations and closings, each month of two companies, one twice the other. */
async function acts(stage: Stage, service: BenchService): Promise<Figure[]> {
  const { dataDir } = service;
  const email = 'supervisora@exemplo.com.br';
  const users = [{ email, name: 'Supervisora', roles: [{ role: 'SUPERVISOR' }, { role: 'PREPARER' }] }];
  const sizes = [RECONCILIATIONS, RECONCILIATIONS * 2].map((count, at) => {
    writeFileSync(join(stage.folder, `plano-${count}.csv`), chartCsv(buildAccounts(count)));
    return {
      count,
      cnpj: buildCnpj(90_000 + at),
      bestMs: { release: Infinity, comment: Infinity, close: Infinity },
    };
  });
  const file = join(stage.folder, 'people.json');
  const companies = sizes.flatMap(({ count, cnpj }) => companiesOf(`plano-${count}.csv`, [cnpj]));
  writeFileSync(file, JSON.stringify({ clients: [{ ref: 'bench', users, companies }] }));
  await operator(dataDir, 'apply', file);
  const listed = (await operator(dataDir, 'companies', 'list')) as readonly { id: number; cnpj: string }[];

  let idleMs = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const period = `2020-0${round + 1}`;
    idleMs = Math.min(idleMs, await took(() => operator(dataDir, 'companies', 'list')));
    for (const { count, cnpj, bestMs } of sizes) {
      const body = buildMonth(buildAccounts(count), { cnpj, period, chartName: CHART_NAME });
      await answersTo(stage.client, [service.importCall(stage.keepBytes(JSON.stringify(body)))], 201);
      const month = ['--company', String(listed.find((row) => row.cnpj === cnpj)?.id), '--period', period];
      const all = [...month, '--all', '--status', 'PENDING', '--comment', 'conferido'];
      const commands = {
        release: ['release', ...month],
        comment: ['--as', email, 'reconciliations', 'do', 'comment', ...all],
        close: ['close', ...month, '--yes'],
      };
      for (const act of ['release', 'comment', 'close'] as const)
        bestMs[act] = Math.min(bestMs[act], await took(() => operator(dataDir, ...commands[act])));
    }
    stage.forgetBodies();
  }
  return (['release', 'comment', 'close'] as const).map((act) => {
    const [halfMs = 0, wholeMs = 0] = sizes.map(({ bestMs }) => netMs(bestMs[act], idleMs));
    const detail = `${rounded(wholeMs)} : ${rounded(halfMs)} ms, the best of ${ROUNDS}, less the start of the command`;
    const name = `${act} of ${(RECONCILIATIONS * 2).toLocaleString('en')} reconciliations / half`;
    return atMost(name, DOUBLED_MAX, { value: wholeMs / halfMs, detail });
  });
}

const netMs = (ms: number, idleMs: number): number => Math.max(ms - idleMs, NET_MS_MIN);

export async function took(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
