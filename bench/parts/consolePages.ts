// Other figures of the console: the page Fechamento with many companies, people who sign in at once beside readers, and the time
// until a browser paints the first page.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { release } from '../../src/commands/competence/release.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { buildMonth } from '../../test/support/builders.js';
import { cpuMsOf } from '../cpuTime.js';
import { atMost, median, rounded, spreadOf, type Figure } from '../measure.js';
import { CHART_NAME, importOf, type Stage } from '../stage.js';
import { cookieOf } from './console.js';
import { openSetup, shown, type WorkflowSetup } from './workflow.js';

const CHROMIUM = '/usr/bin/chromium';
const COMPANIES = 50;
const MONTHS = 12;
const ACCOUNTS = 34;
const ROUNDS = 7;
/** Processor time is counted in steps of 10 ms. */
const PAGES = 40;
const PEOPLE = 20;
const SIGN_INS_MS = 1_500;
const PAINTS = 7;

export async function consolePages(stage: Stage): Promise<Figure[]> {
  // A proxy tells addresses, each of which may try 30 times a minute.
  const options = { companies: COMPANIES, env: { TRUSTED_PROXIES: '127.0.0.0/8' } };
  const setup = await openSetup(stage, 'pages', ACCOUNTS, options);
  try {
    await releaseAll(stage, setup);
    return [await closing(setup), await signIns(stage, setup), ...(await firstPaint(setup))];
  } finally {
    await setup.close();
  }
}

async function releaseAll(stage: Stage, { service, deps, personId }: WorkflowSetup): Promise<void> {
  const context = { actor: { kind: 'person', id: personId }, requestId: null } as const;
  for (let month = 1; month <= MONTHS; month++) {
    const period = `2026-${String(month).padStart(2, '0')}` as Competence;
    const calls = service.cnpjs.map((cnpj) =>
      service.importCall(
        stage.keepBody(buildMonth(service.accounts, { cnpj, period, chartName: CHART_NAME, variant: 1 })),
      ),
    );
    await importOf(stage.client, calls, [201], 4);
    stage.forgetBodies();
    await shown(stage, service, '/trial-balances', month * COMPANIES);
    for (let companyId = 1; companyId <= COMPANIES; companyId++)
      await release(deps, { company: { companyId, clientId: 1 }, competence: period }, context);
  }
  await shown(stage, service, '/reconciliations', MONTHS * COMPANIES * ACCOUNTS);
}

async function closing({ service }: WorkflowSetup): Promise<Figure> {
  const url = `http://127.0.0.1:${service.port()}/console?ate=2026-12`;
  const headers = { cookie: await cookieOf({ service }), 'accept-encoding': 'gzip, deflate, br' };
  const page = async (): Promise<void> => {
    const answer = await fetch(url, { headers });
    const html = await answer.text();
    const rows = html.split('<th scope="row">Ind').length - 1;
    if (answer.status !== 200 || rows !== COMPANIES * MONTHS) throw new Error(`${answer.status}, ${rows} rows`);
  };
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round++) {
    const before = cpuMsOf(service.pid());
    for (let at = 0; at < PAGES; at++) await page();
    if (round >= 2) samples.push((cpuMsOf(service.pid()) - before) / PAGES);
  }
  const ratio = median(samples);
  const name = `processor time of Fechamento, ${COMPANIES} companies × ${MONTHS} competences, ms`;
  return { name, target: '≤ 15', ratio, ok: ratio <= 15, detail: spreadOf(samples) };
}

/** How long a read takes while people sign in, by the number that fit into the time. */
async function signIns(stage: Stage, { service }: WorkflowSetup): Promise<Figure> {
  const reads = async (work: () => Promise<void>): Promise<number> => {
    const { polled, done } = await stage.observer.pollDuring(service.observerRead(), () => timed(work));
    if (polled.failed > 0) throw new Error(`${polled.failed} reads failed`);
    return done / polled.calls;
  };
  const timed = async (work: () => Promise<void>): Promise<number> => {
    const startedMs = performance.now();
    await work();
    return performance.now() - startedMs;
  };
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await reads(() => new Promise((resolve) => setTimeout(resolve, SIGN_INS_MS))));
    beside.push(await reads(() => allSignIn(service.port(), round)));
  }
  return atMost(`a read beside ${PEOPLE} who sign in at once / alone`, 2, beside, alone);
}

/** All at once, again until the time is over. An unknown e-mail costs what a known one does. */
async function allSignIn(port: number, round: number): Promise<void> {
  const untilMs = performance.now() + SIGN_INS_MS;
  for (let turn = 0; performance.now() < untilMs; turn++)
    await Promise.all(
      Array.from({ length: PEOPLE }, async (_, person) => {
        const body = new URLSearchParams({ email: `p${round}.${turn}.${person}@x.com.br`, senha: 'x'.repeat(20) });
        const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `203.0.${round}.${turn % 250}` };
        const answer = await fetch(`http://127.0.0.1:${port}/console/entrar`, { method: 'POST', body, headers });
        await answer.arrayBuffer();
        if (answer.status !== 401) throw new Error(`a sign-in was answered ${answer.status}`);
      }),
    );
}

/** Without anything cached. Left out where there is no Chromium. */
async function firstPaint({ service }: WorkflowSetup): Promise<Figure[]> {
  if (!existsSync(CHROMIUM)) return [];
  const [name = '', value = ''] = (await cookieOf({ service })).split(/=(.*)/s);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const paints: number[] = [];
  try {
    for (let each = 0; each < PAINTS; each++) {
      const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
      await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/', secure: true }]);
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${service.port()}/console/conciliacoes?fila=todas`);
      const paint = `new Promise((resolve) => new PerformanceObserver((list) =>
        resolve(list.getEntriesByName('first-contentful-paint')[0].startTime)).observe({ type: 'paint', buffered: true }))`;
      paints.push(Number(await page.evaluate(paint)));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const ratio = median(paints);
  const detail = `${spreadOf(paints)}, with ${rounded(PAINTS)} new profiles`;
  return [{ name: 'first paint of the list in Chromium, ms', target: '< 1000', ratio, ok: ratio < 1_000, detail }];
}
