// One company's books on a real log in a folder of its own: charts and versions are put there as facts, so that
// what is done with them can be tested without the ways they came in.
import { afterEach, beforeEach } from '#jest';
import { join } from 'node:path';
import { decideImport, type ImportOutcome } from '../../support/decideImport.js';
import { books as booksFold } from '../../../src/domain/books/fold.js';
import type { SignConvention } from '../../../src/domain/books/events.js';
import { encodeParts } from '../../../src/domain/trialBalance/lines.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { noFailPoints, type FailPoints } from '../../../src/domain/kernel/failPoints.js';
import { NO_STREAM, type EventLog } from '../../../src/domain/kernel/log.js';
import type { ChartVersioned, Account } from '../../../src/domain/charts/events.js';
import type { Clock, CommandContext } from '../../../src/commands/kernel/context.js';
import { Folds } from '../../../src/commands/kernel/folds.js';
import { IdAllocator } from '../../../src/commands/kernel/idAllocator.js';
import { newEvent } from '../../../src/commands/kernel/events.js';
import { partsAppends, partsHash } from '../../../src/commands/kernel/parts.js';
import type { ReleaseDeps } from '../../../src/commands/competence/release.js';
import { transact } from '../../../src/commands/kernel/transact.js';
import { withCodec } from '../../../src/stores/log/codec.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { removeDir, temporaryDir } from '../../support/service.js';

export const company = { companyId: 3, clientId: 1, cnpj: '11222333000181' } as const;
export const operator: CommandContext = {
  actor: { kind: 'operator', id: 'operator', name: 'Operador' },
  requestId: null,
};

/** Amounts in centavos: previous balance, debit, credit, final balance. */
export type TestLine = readonly [code: string, previous: number, debit: number, credit: number, final: number];

/** The wall clock stands still until a test moves it; waits are measured for real. */
export function testClock(start = '2026-09-03T12:00:00.000Z'): Clock & { at: string } {
  return {
    at: start,
    now() {
      return new Date(this.at);
    },
    monotonicMs: () => performance.now(),
  };
}

export async function openLog(folder: string): Promise<EventLog> {
  return withCodec(await openEmbeddedLog(join(folder, 'log.db'), { writesHere: true }));
}

/** What one process has of its own, on a log that others may share. */
export function processOn(log: EventLog, clock: Clock, failPoints: FailPoints = noFailPoints): ReleaseDeps {
  const folds = new Folds(log);
  return { log, folds, clock, ids: new IdAllocator(log, folds, clock), failPoints };
}

export type BooksOnLog = {
  folder: string;
  rawLog: EventLog;
  log: EventLog;
  clock: ReturnType<typeof testClock>;
  deps: ReleaseDeps;
};

/**
 * What the present test has: its own, made before it and gone after it.
 * @param prepare puts there what each begins with
 */
export function useBooks(
  prepare: (deps: ReleaseDeps) => Promise<unknown> = async () => undefined,
): Readonly<BooksOnLog> {
  const books = {} as BooksOnLog;
  beforeEach(async () => {
    books.folder = await temporaryDir();
    books.rawLog = await openEmbeddedLog(join(books.folder, 'log.db'), { writesHere: true });
    books.log = withCodec(books.rawLog);
    books.clock = testClock();
    books.deps = processOn(books.log, books.clock);
    await prepare(books.deps);
  });
  afterEach(async () => {
    await books.rawLog.close();
    await removeDir(books.folder);
  });
  return books;
}

export function account(accountId: number, code: string, facts: Partial<Account> = {}): Account {
  return {
    accountId,
    code,
    shortCode: String(accountId),
    description: `Conta ${code}`,
    kind: 'ANALYTICAL',
    nature: code.startsWith('2') ? 'CREDIT' : 'DEBIT',
    classification: '',
    department: '',
    sector: '',
    requiresReconciliation: true,
    ...facts,
  };
}

/** Adds a version to a chart: its accounts in one part, then the fact that names it. */
export async function putChart(
  { log, clock }: ReleaseDeps,
  chartId: number,
  accounts: readonly Account[],
): Promise<void> {
  const stream = `chart-${chartId}`;
  let last = NO_STREAM;
  let version = 0;
  for await (const { revision, type } of log.read(stream, 0)) {
    last = revision;
    if (type === 'ChartVersioned') version++;
  }
  const part = new TextEncoder().encode(JSON.stringify({ accounts }));
  const fromRevision = last + 1;
  const data: ChartVersioned['data'] = {
    chartId,
    companyId: company.companyId,
    clientId: company.clientId,
    name: `Plano ${chartId}`,
    validFrom: '2020-01-01',
    validTo: null,
    active: true,
    version: version + 1,
    accountCount: accounts.length,
    parts: { fromRevision, count: 1, accounts: accounts.length, hash: partsHash([part]) },
  };
  const fact: ChartVersioned = { type: 'ChartVersioned', data };
  const facts = [{ type: 'ChartAccountsListed', data: part }, fact];
  const events = facts.map((each) => newEvent(each, operator, clock, null));
  await log.append([{ stream, events, expectedRevision: last }]);
}

export type TestVersion = Readonly<{
  competence: Competence;
  lines: readonly TestLine[];
  chartId?: number;
  convention?: SignConvention;
}>;

/** A trial balance as an accepted import leaves it. @returns its id */
export async function putVersion(deps: ReleaseDeps, version: TestVersion): Promise<number> {
  const outcome = await importVersion(deps, version);
  if (outcome.is !== 'Versioned') throw new Error(`no version of ${version.competence}: ${outcome.is}`);
  return outcome.trialBalanceId;
}

/** Lines first, then the decision on the books as they are. */
export async function importVersion(deps: ReleaseDeps, version: TestVersion): Promise<ImportOutcome> {
  const { competence, lines, chartId = 5, convention = 'A' } = version;
  const trialBalanceId = await deps.ids.reserve('trialBalance', 1);
  const stream = `lines-${trialBalanceId}`;
  const parts = encodeParts(
    lines.map(([code, previousBalanceCents, debitCents, creditCents, finalBalanceCents]) => ({
      accountCode: code,
      accountName: `como enviada ${code}`,
      previousBalanceCents,
      debitCents,
      creditCents,
      finalBalanceCents,
      nature: 'DEBIT',
      debitSign: 1,
    })),
  );
  await deps.log.append(partsAppends(deps.clock, operator, stream, 'TrialBalanceLinesListed', parts));
  const hash = partsHash(parts);
  const { companyId, clientId, cnpj } = company;
  const { outcome } = await transact(deps, operator, {
    stream: `books-${companyId}`,
    fold: booksFold,
    gather: async () => null,
    decide: (state) =>
      decideImport(state, {
        trialBalanceId,
        companyId,
        clientId,
        cnpj,
        competence,
        chartId,
        chartName: `Plano ${chartId}`,
        chartVersion: 1,
        contentHash: `${hash} ${convention}`,
        lines: { stream, count: parts.length, lines: lines.length, hash },
        lineCount: lines.length,
        received: lines.length,
        ignoredNotInChart: 0,
        ignoredNotReconciled: 0,
        convention,
        source: { kind: 'json' },
      }),
  });
  return outcome;
}
