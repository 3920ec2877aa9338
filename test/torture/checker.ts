// The proof after the torture: everything healed and projected, the history, the log and the read models say the
// same.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { declared } from '../../src/projections/views/allProjections.js';
import { openEmbeddedReadStore } from '../../src/stores/readStore/openReadStore.js';
import { digest } from '../projections/support/readSide.js';
import { client, type Row } from '../support/client.js';
import { bodyOf, problemsIn } from '../support/history.js';
import { operatorProcessJson } from '../support/operator.js';
import { startService } from '../support/service.js';
import { until } from '../support/until.js';
import { send, type Integrator } from './clients.js';
import { bookProblems, closingProblems, type Fact } from './closings.js';
import type { Journal } from './journal.js';
import type { Deed } from './operators.js';
import { SLOTS, type Stage } from './stage.js';

type Checked = Readonly<{
  stage: Stage;
  integrators: readonly Integrator[];
  deeds: readonly Deed[];
  journal: Journal;
}>;

type Verified = Readonly<{ ok: boolean; events: number; seals: number }>;

const DRAIN_MAX_MS = 600_000;
/** Unanswered imports that are sent again at the end. */
const SENT_AGAIN_MAX = 40;
/** Far more clients than a run registers. */
const CLIENT_IDS = Array.from({ length: 10 }, (_, index) => index + 1);

/** Everything it finds goes to the journal. Ends with no process running. */
export async function checkAfterwards(checked: Checked): Promise<void> {
  const { stage, integrators, deeds, journal } = checked;
  const { dataDir, log } = stage;
  const { env } = log;
  const wrong = (problems: readonly string[]): void => problems.forEach((each) => journal.problem(each));
  for (const slot of SLOTS) await stage.start(slot);
  const urls = stage.urls();
  await Promise.all(urls.map((url) => drained(url)));
  for (const integrator of integrators) await sendUnansweredAgain(integrator, urls[0] ?? '', journal);
  await Promise.all(urls.map((url) => drained(url)));
  for (const integrator of integrators) {
    const { ledger, history } = integrator;
    for (const url of urls) wrong(await sameEverywhere(url, urls[0] ?? '', ledger.key));
    wrong(await problemsIn(urls[0] ?? '', ledger, history));
    wrong(closingProblems(ledger, history, deeds));
    wrong(await releaseProblems(urls[0] ?? '', integrator, deeds));
    for (const companyId of ledger.companyIds) {
      const facts = await operatorProcessJson<Fact[]>(dataDir, ['history', '--company', String(companyId)], env);
      wrong(bookProblems(companyId, facts));
    }
  }
  for (const slot of SLOTS) {
    const status = await stage.stop(slot);
    if (status !== 0) journal.problem(`service ${slot} left with ${status} at the end`);
  }
  wrong(await replayProblems(stage));
  const verified = await operatorProcessJson<Verified>(dataDir, ['verify'], env);
  if (!verified.ok || verified.seals === 0) journal.problem(`verify: ${JSON.stringify(verified)}`);
  journal.note('checker', verified);
}

/** Every projection shows the log up to now. */
async function drained(url: string): Promise<void> {
  await until(
    async () => {
      const { status, body } = await client(url, '').get('/health/ready');
      if (status !== 200) return false;
      const parts = body.data['parts'] as readonly { lagEvents?: number }[];
      return parts.every(({ lagEvents = 0 }) => lagEvents === 0);
    },
    'every projection shows the whole log',
    DRAIN_MAX_MS,
  );
}

/**
 * An import that was not answered is wholly there or wholly absent: sent again it is a version or a resend (I3).
 */
async function sendUnansweredAgain(integrator: Integrator, url: string, journal: Journal): Promise<void> {
  const unanswered = integrator.history.filter(({ answer }) => answer === null).slice(-SENT_AGAIN_MAX);
  for (const { company, period, variant } of unanswered) {
    const { answer } = await send(integrator, url, 'checker', { company, period, variant }, journal);
    if (answer === null || answer.status === 503)
      journal.problem(`sent again in peace, and got ${JSON.stringify(answer)}: ${company} ${period} ${variant}`);
  }
}

async function sameEverywhere(url: string, other: string, key: string): Promise<string[]> {
  if (url === other) return [];
  const [here, there] = await Promise.all(
    [url, other].map((each) => client(each, key).all('/api/v1/trial-balances')),
  );
  return JSON.stringify(here) === JSON.stringify(there) ? [] : ['the two services show different trial balances'];
}

/**
 * A release that was confirmed has one reconciliation per account with its book balance; none was made by nobody.
 */
async function releaseProblems(url: string, { ledger }: Integrator, deeds: readonly Deed[]): Promise<string[]> {
  const rows = await client(url, ledger.key).all('/api/v1/reconciliations');
  const byBook = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${String(row['empresaId'])} ${String(row['competencia'])}`;
    byBook.set(key, [...(byBook.get(key) ?? []), row]);
  }
  const problems: string[] = [];
  for (const { does, done, companyId, period } of deeds) {
    if (does !== 'release' || !done || !ledger.companyIds.includes(companyId)) continue;
    if (!byBook.has(`${companyId} ${period}`)) problems.push(`the release of ${companyId} ${period} is lost`);
  }
  for (const [key, found] of byBook) {
    const [companyId, period = ''] = key.split(' ');
    const company = ledger.companyIds.indexOf(Number(companyId));
    const releases = deeds.filter(
      (deed) => deed.does === 'release' && deed.done !== false && key === `${deed.companyId} ${deed.period}`,
    );
    if (releases.length === 0) problems.push(`${key} has reconciliations nobody released`);
    const { lineItems } = bodyOf(ledger, { company, period, variant: 0 });
    const wanted = lineItems.map(({ accountCode, finalBalance }) => `${accountCode} ${finalBalance}`).sort();
    const shown = found.map((row) => `${String(row['contaCodigo'])} ${String(row['saldoContabil'])}`).sort();
    if (JSON.stringify(shown) !== JSON.stringify(wanted))
      problems.push(`${key}: ${shown.length} reconciliations, not one for each of ${wanted.length} accounts`);
  }
  return problems;
}

/**
 * What the read models hold, row by row, is what the log alone gives: rebuilt beside the live ones, and once more
 * from nothing (I4).
 */
async function replayProblems({ dataDir, log: { env } }: Stage): Promise<string[]> {
  const folder = join(dataDir, 'read');
  const before = await digestOf(folder);
  await operatorProcessJson(dataDir, ['rebuild'], env);
  const rebuilt = await digestOf(folder);
  await rm(folder, { recursive: true });
  const service = await startService({ dataDir, env });
  await drained(service.url);
  await service.stop();
  const anew = await digestOf(folder);
  return [
    ...(rebuilt === before ? [] : ['the rebuilt read models differ from those that lived through it']),
    ...(anew === before ? [] : ['the read models made anew differ from those that lived through it']),
  ];
}

async function digestOf(folder: string): Promise<string> {
  const store = openEmbeddedReadStore(folder, declared);
  try {
    return await digest(store, CLIENT_IDS);
  } finally {
    await store.close();
  }
}
