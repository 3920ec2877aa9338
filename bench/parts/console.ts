// The list of reconciliations in the console: processor time of a page, with any filter, order and search, at any size; its p99;
// the bytes that a browser loads.
import { get } from 'node:http';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { signedIn } from '../../test/support/console.js';
import { cpuMsOf } from '../cpuTime.js';
import { atMost, interleave, median, spreadOf, type Figure } from '../measure.js';
import type { Stage } from '../stage.js';
import { auditGrowth } from './auditGrowth.js';
import { act, idsOf, importNext, move, openSetup, releaseLast, SUPERVISOR_EMAIL } from './workflow.js';

const ACCOUNTS = 20_000;
const MANY = 200_000;
const FEW = 2_000;
/** Waived, all over the list: what filters find. */
const WAIVED = 300;
const ROUNDS = 7;
/** Processor time is counted in steps of 10 ms. */
const PAGES = 60;
const CONNECTIONS = 16;
const FOR_MS = 4_000;
const LIST = '/console/conciliacoes';
const ENCODINGS = { 'accept-encoding': 'gzip, deflate, br' };

type Setup = Awaited<ReturnType<typeof openSetup>>;

const filters = {
  'a company': 'companyId=1',
  'a company, period and state': 'companyId=1&period=2010-01&status=PENDING',
  'what few have': 'fila=concluidas',
  'its own queue': 'fila=minhas',
  overdue: 'fila=atrasadas',
  'the deadline': 'fila=todas&slaStatus=OVERDUE',
  'a difference': 'fila=todas&diferenca=sim',
  'an owner': 'fila=todas&responsavel=Supervisora',
  'the beginning of a code': 'fila=todas&texto=1.1.001.000',
  'a rare word': 'fila=todas&texto=00077',
  'a common word': 'fila=todas&texto=fil',
  'two words': 'fila=todas&texto=dup+goi',
  'order of codes': 'fila=todas&ordem=-conta',
  'order of differences': 'fila=todas&ordem=-diferenca',
  'order of deadlines': 'fila=todas&ordem=prazo',
  'a word, in an order': 'fila=todas&texto=banco&ordem=-saldo',
  'few, in an order': 'fila=concluidas&ordem=-diferenca',
  'the middle of the list': 'fila=todas&page=90',
  'the middle of an order': 'fila=todas&ordem=saldo&page=90',
} as const;

/** Asked for once each: nothing of them is known. */
const searches: Readonly<Record<string, (at: number) => string>> = {
  'the beginning of a code': (at) => `fila=todas&texto=1.1.001.${String(at).padStart(5, '0')}`,
  'a rare word': (at) => `fila=todas&texto=${String(10_000 + at).slice(-5)}`,
  'a word nobody has': (at) => `fila=todas&texto=zz${at}`,
  'two words, in an order': (at) => `fila=todas&ordem=-saldo&texto=banco+000${at % 100}`,
};

export async function consoleList(stage: Stage): Promise<Figure[]> {
  const large = await openSetup(stage, 'console-large', ACCOUNTS);
  const small = await openSetup(stage, 'console-small', FEW / 2);
  try {
    await released(stage, large, ACCOUNTS);
    await released(stage, small, FEW);
    await waiveSome(large, large.periods[0] as Competence);
    const pageOf = async (setup: Setup) => pages(setup, await cookieOf(setup));
    const page = await pageOf(large);
    const figures = [...(await cpuTimes(page)), await underLoad(stage, large), ...(await sizes(large))];
    await released(stage, large, MANY);
    return [...figures, await growth(page, await pageOf(small)), ...(await auditGrowth(large, small))];
  } finally {
    await large.close();
    await small.close();
  }
}

async function released(stage: Stage, setup: Setup, count: number): Promise<void> {
  while (setup.periods.length * setup.accounts < count) {
    await importNext(stage, setup);
    await releaseLast(stage, setup);
  }
}

async function waiveSome(setup: Setup, competence: Competence): Promise<void> {
  const ids = await idsOf(setup, competence);
  const apart = Math.floor(ids.length / WAIVED);
  await act(
    setup,
    competence,
    ids.filter((_, at) => at % apart === 0),
    move('waive'),
  );
}

export async function cookieOf({ service }: Pick<Setup, 'service'>): Promise<string> {
  const url = `http://127.0.0.1:${service.port()}`;
  return (await signedIn({ url, dataDir: service.dataDir }, SUPERVISOR_EMAIL)).cookie();
}

type Pages = (query: string | ((at: number) => string), count?: number) => Promise<number>;

/** Processor time of the service for a page, in ms. @param query made for each page where it is a function */
function pages({ service }: Setup, cookie: string): Pages {
  let asked = 0;
  return async (query, count = PAGES) => {
    const before = cpuMsOf(service.pid());
    for (let at = 0; at < count; at++) {
      const search = typeof query === 'string' ? query : query(asked++);
      const answer = await fetch(`http://127.0.0.1:${service.port()}${LIST}?${search}`, {
        headers: { cookie, ...ENCODINGS },
      });
      const html = await answer.text();
      const isRight = typeof query !== 'string' || html.includes('data-item');
      if (answer.status !== 200 || !isRight) throw new Error(`${search}: ${answer.status}`);
    }
    return (cpuMsOf(service.pid()) - before) / count;
  };
}

async function cpuTimes(page: Pages): Promise<Figure[]> {
  const plain = 'fila=todas';
  for (const query of [plain, ...Object.values(filters)]) await page(query, 5);
  const contenders = { plain: () => page(plain), ...contendersOf(page) };
  const samples = await interleave(ROUNDS, contenders, 1);
  const ratio = median(samples.plain);
  return [
    {
      name: 'processor time of a page of 100 of 20,000, ms',
      target: '≤ 8',
      ratio,
      ok: ratio <= 8,
      detail: spreadOf(samples.plain),
    },
    ...Object.keys(filters).map((name) =>
      atMost(`page by ${name} / unfiltered`, 2, samples[name as keyof typeof filters], samples.plain),
    ),
    ...(await firstSearches(page, plain)),
  ];
}

async function firstSearches(page: Pages, plain: string): Promise<Figure[]> {
  const entries = Object.entries(searches).map(([name, query]) => [name, () => page(query, 20)] as const);
  const samples = await interleave(ROUNDS, { plain: () => page(plain, 20), ...Object.fromEntries(entries) }, 1);
  return Object.keys(searches).map((name) =>
    atMost(`first page by ${name} / unfiltered`, 2, samples[name as 'plain'], samples.plain),
  );
}

function contendersOf(page: Pages) {
  const entries = Object.entries(filters).map(([name, query]) => [name, () => page(query)] as const);
  return Object.fromEntries(entries) as Record<keyof typeof filters, () => Promise<number>>;
}

async function underLoad(stage: Stage, setup: Setup): Promise<Figure> {
  const headers = { cookie: await cookieOf(setup), ...ENCODINGS };
  const call = { port: setup.service.port(), method: 'GET', path: `${LIST}?fila=todas`, headers } as const;
  const p99s: number[] = [];
  for (let round = 0; round < 3; round++) {
    const { p99Ms, failed } = await stage.client.load(call, CONNECTIONS, FOR_MS);
    if (failed > 0) throw new Error(`${failed} pages failed`);
    p99s.push(p99Ms);
  }
  const ratio = median(p99s);
  const name = `p99 of that page at ${CONNECTIONS} connections, ms`;
  return { name, target: '≤ 80', ratio, ok: ratio <= 80, detail: spreadOf(p99s) };
}

async function sizes(setup: Setup): Promise<Figure[]> {
  const base = `http://127.0.0.1:${setup.service.port()}`;
  const cookie = await cookieOf(setup);
  const bytesOf = (path: string, more: Readonly<Record<string, string>> = {}): Promise<number> =>
    bytesSent(base + path, { cookie, ...ENCODINGS, ...more });
  const html = await (await fetch(`${base}${LIST}?fila=todas`, { headers: { cookie } })).text();
  const files = [...html.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  let first = await bytesOf(`${LIST}?fila=todas`);
  for (const path of files) first += await bytesOf(path);
  const part = { 'HX-Request': 'true', 'HX-Target': 'div#lista' };
  const filter = await bytesOf(`${LIST}?fila=todas&texto=banco`, part);
  return [kilobytes('first load', 120, first), kilobytes('a filter', 12, filter)];
}

/** Of the body, as it is on the wire. */
function bytesSent(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(url))));
    }).on('error', reject);
  });
}

function kilobytes(name: string, max: number, bytes: number): Figure {
  const ratio = bytes / 1_000;
  return {
    name: `${name} in the console, kB compressed`,
    target: `≤ ${max}`,
    ratio,
    ok: ratio <= max,
    detail: `${bytes} bytes`,
  };
}

async function growth(many: Pages, few: Pages): Promise<Figure> {
  for (const page of [many, few]) await page('fila=todas', 20);
  const samples = await interleave(ROUNDS, { many: () => many('fila=todas'), few: () => few('fila=todas') }, 1);
  return atMost(`page of ${MANY} / of ${FEW}`, 1.3, samples.many, samples.few);
}
