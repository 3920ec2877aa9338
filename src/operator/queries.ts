// Lists of the command line: complete, by ascending id, over all clients, including all stored before the query.
import type { CallLog } from '../api/http/callLog.js';
import { columnsOf } from '../api/rest/contract/pages.js';
import type { PersonNames } from '../commands/people/personNames.js';
import type { Clock } from '../commands/kernel/context.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { EventLog } from '../domain/kernel/log.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import type { Registers } from '../domain/registers.js';
import { refuse } from '../domain/problem.js';
import { Pages, type Page, type PageRequest } from '../projections/engine/pages.js';
import type { ReadModels } from '../projections/engine/readStore.js';
import { listCharts } from '../projections/views/charts.js';
import { listCompanies } from '../projections/views/companies.js';
import { findChecklist } from '../projections/views/competences/checklist.js';
import { listIntercompany } from '../projections/views/competences/intercompany.js';
import {
  reconciliationRow,
  toRows,
  type ReadContext,
  type StoredReconciliation,
} from '../projections/views/reconciliations/reconciliationRows.js';
import {
  listReconciliations,
  placeOf,
  reconciliationsById,
  storedReconciliationsAsOf,
} from '../projections/views/reconciliations/reconciliations.js';
import type { Scope } from '../projections/views/scope.js';
import { listSchedules } from '../projections/views/schedules.js';
import {
  hasAllLines,
  anyLineRow,
  listLines,
  trialBalanceLineRow,
} from '../projections/views/trialBalances/trialBalanceLines.js';
import {
  findTrialBalance,
  listTrialBalances,
  storedTrialBalancesAsOf,
  toTrialBalanceRows,
  type TrialBalanceRow,
} from '../projections/views/trialBalances/trialBalances.js';
import type { Table } from '../spreadsheets/exportTables.js';
import type { CellRow } from '../spreadsheets/xlsxParts.js';
import type { DeliveryQueue } from '../webhooks/delivery/deliveryQueue.js';
import { debitOf, withDebit } from '../projections/views/trialBalances/debitOf.js';

const PAGE_ROWS = 1_000;
/** Rows of one batch of an export, so that a month of any length fits into memory. */
const BATCH_ROWS = 2_000;

/** A row of a list as in REST: field names and values in the order of the contract. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

export type Month = Readonly<{ trialBalance: TrialBalanceRow; lines: MonthTable; reconciliations: MonthTable }>;
/** Rows of REST. `count` of all batches. */
export type MonthTable = Pick<Table, 'columns'> &
  Readonly<{ count: number; batches: AsyncGenerator<readonly CellRow[]> }>;

/** Null: any competence or status; `asOf` null: now. */
type ReconciliationsFilter = Readonly<{
  period: Competence | null;
  status: ReconciliationStatus | null;
  asOf: string | null;
}>;
type SchedulesFilter = Readonly<{ account: string | null; period: Competence | null }>;

type QuerySources = Readonly<{
  log: EventLog;
  clock: Clock;
  registers: Registers;
  publicIds(): Promise<(id: number) => string>;
  store: ReadModels;
  callLog: CallLog;
  names: PersonNames;
  queue: DeliveryQueue;
  waitUntilShown(position: number): Promise<unknown>;
}>;

export class OperatorQueries {
  readonly #pages: Pages;

  constructor(private readonly sources: QuerySources) {
    this.#pages = new Pages(sources.store);
  }

  companies() {
    return this.#ofClients((clientId, request) => listCompanies(this.#pages, { clientId }, request));
  }

  charts() {
    return this.#ofClients((clientId, request) =>
      listCharts(this.#pages, { clientId }, { ...request, companies: null }),
    );
  }

  /** @param asOf state at this time (ISO 8601 UTC), by replay; null: now */
  trialBalances(companyId: number, asOf: string | null) {
    const { log } = this.sources;
    if (asOf !== null) {
      const asked = { companyId, until: asOf, competence: null };
      return storedTrialBalancesAsOf(log, asked).then((rows) => toTrialBalanceRows(rows, this.#joined));
    }
    return this.#list((request) =>
      listTrialBalances(this.#pages, this.#scopeOf(companyId), { ...request, companies: companyId }, this.#joined),
    );
  }

  async reconciliations(companyId: number, { period, status, asOf }: ReconciliationsFilter) {
    if (asOf !== null) {
      const asked = { companyId, until: asOf, competence: period };
      const rows = await storedReconciliationsAsOf(this.sources.log, asked);
      const matchingRows = rows.filter((row) => status === null || row.status === status);
      return toRows(matchingRows, await this.#contextAt(new Date(asOf)));
    }
    await this.#caughtUp();
    const context = await this.#contextAt();
    const filter = { companies: companyId, ...(period && { period }), ...(status && { status }) };
    return all((request) =>
      listReconciliations(this.#pages, this.#scopeOf(companyId), { ...request, ...filter }, context),
    );
  }

  /** Company and competence of reconciliations; unknown ids are omitted. */
  async reconciliationPlaces(clientId: number, ids: readonly number[]) {
    await this.#caughtUp();
    const rows = await reconciliationsById(this.sources.store, clientId, ids);
    return new Map(rows.map((row) => [row.id, placeOf(row)]));
  }

  async debitOf(row: StoredReconciliation) {
    await this.#caughtUp();
    return debitOf(await withDebit(this.sources.store, row));
  }

  /**
   * The newest version of the month with its lines and reconciliations; null: nothing was imported.
   * @param isWhole also the lines that did not enter
   * @throws DomainError LeftOutLinesNotStored
   */
  async month(companyId: number, period: Competence, isWhole: boolean): Promise<Month | null> {
    await this.#caughtUp();
    const scope = this.#scopeOf(companyId);
    const ofMonth = { companies: companyId, period };
    const newest = { ...ofMonth, page: 1, limit: 1, order: 'desc' } as const; // ids ascend with versions
    const [trialBalance] = (await listTrialBalances(this.#pages, scope, newest, this.#joined)).rows;
    if (trialBalance === undefined) return null;
    const context = await this.#contextAt();
    const list = (request: PageRequest) =>
      listReconciliations(this.#pages, scope, { ...request, ...ofMonth }, context);
    const reconciliations = {
      columns: columnsOf(reconciliationRow),
      count: (await list({ page: 1, limit: 1 })).pagination.total,
      batches: batchesOf(list, BATCH_ROWS),
    };
    return { trialBalance, lines: await linesOf(this.#pages, scope, trialBalance, isWhole), reconciliations };
  }

  async checklist(companyId: number, competence: Competence) {
    await this.#caughtUp();
    const sources = { ...this.sources, pages: this.#pages };
    return findChecklist(sources, this.#scopeOf(companyId), { companyId, competence });
  }

  /** Balances with other companies. @param visible whether rows may name a company */
  intercompany(companyId: number, competence: Competence, visible: (companyId: number) => boolean) {
    const sources = { ...this.sources, pages: this.#pages };
    const query = { companyIds: [companyId], visible, competence };
    return this.#list((request) => listIntercompany(sources, this.#scopeOf(companyId), { ...request, ...query }));
  }

  /** `period`: of the expected balances */
  schedules(companyId: number, { account, period }: SchedulesFilter) {
    const filter = { companies: companyId, contaCodigo: account ?? undefined, period: period ?? undefined };
    return this.#list((request) =>
      listSchedules(this.#pages, this.#scopeOf(companyId), { ...request, ...filter }),
    );
  }

  async calls(limit: number) {
    const calls = await this.sources.callLog.list(limit);
    return calls.map(({ at, ...call }): Row => ({ at: new Date(at).toISOString(), ...call }));
  }

  async deliveryCounts() {
    return (await this.sources.queue.countByType()).map(({ type, counts }): Row => {
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return { type, total, ...counts };
    });
  }

  /** Last use by key id: ISO 8601 UTC to the minute. */
  async keyUses() {
    const uses = await this.sources.callLog.lastUses();
    return new Map([...uses].map(([keyId, at]) => [keyId, new Date(at).toISOString()]));
  }

  get #joined() {
    return {
      companyName: (companyId: number) => this.sources.registers.companyName(companyId),
      personNames: this.sources.names.of,
    };
  }

  async #contextAt(now = this.sources.clock.now()): Promise<ReadContext> {
    return { ...this.#joined, now, publicId: await this.sources.publicIds() };
  }

  /** Waits until the views contain everything stored before the query. */
  async #caughtUp(): Promise<void> {
    await this.sources.waitUntilShown(await this.sources.log.head());
  }

  async #list<R extends Row>(list: (request: PageRequest) => Promise<Page<R>>): Promise<R[]> {
    await this.#caughtUp();
    return all(list);
  }

  async #ofClients(list: (clientId: number, request: PageRequest) => Promise<Page<Row>>): Promise<Row[]> {
    await this.#caughtUp();
    const rows: Row[] = [];
    for (const { clientId } of this.sources.registers.clients())
      rows.push(...(await all((request) => list(clientId, request))));
    return rows.sort((a, b) => Number(a['id']) - Number(b['id']));
  }

  #scopeOf(companyId: number): Scope {
    return { clientId: this.sources.registers.companyById(companyId)?.clientId ?? 0 };
  }
}

async function all<R extends Row>(list: (request: PageRequest) => Promise<Page<R>>): Promise<R[]> {
  const rows: R[] = [];
  for await (const batch of batchesOf(list, PAGE_ROWS)) rows.push(...batch);
  return rows;
}

async function* batchesOf<R>(
  list: (request: PageRequest) => Promise<Page<R>>,
  limit: number,
): AsyncGenerator<readonly R[]> {
  for (let page = 1; ; page++) {
    const { rows, pagination } = await list({ page, limit });
    yield rows;
    if (page >= pagination.pages) return;
  }
}

/** @throws DomainError LeftOutLinesNotStored */
async function linesOf(
  pages: Pages,
  scope: Scope,
  { id }: TrialBalanceRow,
  isWhole: boolean,
): Promise<MonthTable> {
  const head = (await findTrialBalance(pages, scope, id)) ?? refuse({ is: 'TrialBalanceNotFound' });
  if (isWhole && !(await hasAllLines(pages, scope, head)))
    return refuse({ is: 'LeftOutLinesNotStored', trialBalanceId: id });
  const count = isWhole ? head.enviadas : head.linhas;
  async function* batches(): MonthTable['batches'] {
    for (let page = 1; (page - 1) * BATCH_ROWS < count; page++) {
      const lines = await listLines(pages, scope, head, { isWhole, page, limit: BATCH_ROWS });
      yield JSON.parse(new TextDecoder().decode(lines.rowsJson)) as readonly CellRow[];
    }
  }
  return { columns: columnsOf(isWhole ? anyLineRow : trialBalanceLineRow), count, batches: batches() };
}
