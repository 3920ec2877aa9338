// `apply`: makes the registers what a file asks for. Checked whole before anything is written; what a file leaves out
// stays; running it again completes a run that was cut short and otherwise changes nothing (decisions 10).
import { chart as chartFold } from '../domain/registers/chart.js';
import { checkChart } from '../domain/registers/chartChange.js';
import {
  checkClient,
  client as clientFold,
  clientRefs,
  decideClient,
  type Client,
} from '../domain/registers/client.js';
import type { ClientEvent, ClientsEvent } from '../domain/registers/events.js';
import type { RegisterFault, WantedChart, WantedClient } from '../domain/registers/wanted.js';
import { refuse } from '../domain/kernel/problem.js';
import { chartStream, loadAccounts, writeChart, type ChartWritten, type ChartWriterDeps } from './chartWriter.js';
import type { CommandContext } from './context.js';
import type { RegisterFollower } from './registerFollower.js';
import { readRegistersDocument } from './registersDocument.js';
import type { RegistersFile } from './registersFile.js';
import { errorsOf } from './registersSentences.js';
import { transact } from './transact.js';

export type ApplyDeps = ChartWriterDeps &
  Readonly<{
    registers: Pick<RegisterFollower, 'refresh'>;
    /** Told of each item as it is done; `chart` for charts only. */
    onItem?(item: ApplyItem, chart: ChartWritten | null): void;
  }>;

export type ApplyOutcome = 'created' | 'changed' | 'unchanged';
/** `ref` is the client's ref, the company's CNPJ without mask, or the chart's name. */
export type ApplyItem = Readonly<{
  kind: 'client' | 'company' | 'chart';
  ref: string;
  id: number;
  outcome: ApplyOutcome;
}>;

/** One item for each client, company and chart of the file, in its order; accounts count in their chart. */
export type ApplyResult = Readonly<{
  created: number;
  changed: number;
  unchanged: number;
  items: readonly ApplyItem[];
  /** Of the last event written, null when nothing changed. */
  position: number | null;
}>;

/** So that a client of thousands of companies fits the limit of one append. */
const FACTS_BYTES_MAX = 600_000;
const FACT_OVERHEAD_BYTES = 1_000;

/** @throws DomainError RegistersInvalid with every wrong field: nothing was written then */
export async function applyRegisters(
  deps: ApplyDeps,
  file: RegistersFile,
  context: CommandContext,
): Promise<ApplyResult> {
  const { clients, errors } = await readRegistersDocument(file);
  const faults: RegisterFault[] = [];
  for (const wanted of clients) faults.push(...(await faultsOf(deps, wanted)));
  const all = errorsOf(errors, faults);
  if (all.length > 0) refuse({ is: 'RegistersInvalid', errors: all });

  const run = createRun(deps);
  for (const wanted of clients) await applyClient(deps, wanted, context, run);
  if (run.position() !== null) await deps.registers.refresh();
  return run.result();
}

/** Counts what was done, and keeps the newest position. */
type Run = ReturnType<typeof createRun>;

function createRun({ onItem }: Pick<ApplyDeps, 'onItem'>) {
  const items: ApplyItem[] = [];
  let newest: number | null = null;
  const count = (outcome: ApplyOutcome): number => items.filter((item) => item.outcome === outcome).length;
  return {
    wrote(position: number | null): void {
      if (position !== null) newest = Math.max(newest ?? 0, position);
    },
    done(item: ApplyItem, chart: ChartWritten | null): void {
      items.push(item);
      onItem?.(item, chart);
    },
    position: () => newest,
    result: (): ApplyResult => ({
      created: count('created'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      items,
      position: newest,
    }),
  };
}

/** What the registers as they are do not allow. */
async function faultsOf(deps: ApplyDeps, wanted: WantedClient): Promise<readonly RegisterFault[]> {
  const { state: refs } = await deps.folds.load('clients', clientRefs);
  const clientId = refs.get(wanted.ref);
  const state = clientId === undefined ? clientFold.initial() : await loadClient(deps, clientId);
  const faults = [...checkClient(state, wanted)];
  for (const company of wanted.companies) {
    const companyId = state.companies.get(company.cnpj)?.companyId;
    for (const chart of company.charts) {
      const chartId = companyId === undefined ? undefined : state.chartIds.get(companyId)?.get(chart.name);
      faults.push(...(await chartFaults(deps, chartId, chart)));
    }
  }
  return faults;
}

async function chartFaults(deps: ApplyDeps, chartId: number | undefined, wanted: WantedChart) {
  if (chartId === undefined) return checkChart(null, new Map(), wanted);
  const { state } = await deps.folds.load(chartStream(chartId), chartFold);
  const accounts = wanted.accounts.length === 0 ? new Map() : await loadAccounts(deps, state);
  return checkChart(state.version > 0 ? state : null, accounts, wanted);
}

async function applyClient(
  deps: ApplyDeps,
  wanted: WantedClient,
  context: CommandContext,
  run: Run,
): Promise<void> {
  const clientId = await registerClient(deps, wanted.ref, context, run);
  const facts = await applyFacts(deps, { clientId, wanted }, context, run);
  run.done({ kind: 'client', ref: wanted.ref, id: clientId, outcome: facts.client }, null);
  const state = await loadClient(deps, clientId);
  for (const company of wanted.companies) {
    const { companyId } = state.companies.get(company.cnpj) ?? missing(company.cnpj);
    const outcome = facts.companies.get(company.cnpj) ?? 'unchanged';
    run.done({ kind: 'company', ref: company.cnpj, id: companyId, outcome }, null);
    for (const chart of company.charts) {
      const chartId = state.chartIds.get(companyId)?.get(chart.name) ?? missing(chart.name);
      const written = await writeChart(deps, chart, { chartId, companyId, clientId, name: chart.name }, context);
      run.wrote(written.position);
      run.done({ kind: 'chart', ref: chart.name, id: chartId, outcome: written.outcome }, written);
    }
  }
}

/** The ref is taken in stream `clients` first: two runs at once agree on one id. */
async function registerClient(deps: ApplyDeps, ref: string, context: CommandContext, run: Run): Promise<number> {
  let freshId: number | null = null;
  const { outcome, position } = await transact<Map<string, number>, number, ClientsEvent, number>(deps, context, {
    stream: 'clients',
    fold: clientRefs,
    gather: async (refs) => refs.get(ref) ?? (freshId ??= await deps.ids.reserve('client', 1)),
    decide: (refs, id) => {
      const known = refs.get(ref);
      if (known !== undefined) return { events: [], outcome: known };
      return { events: [{ type: 'ClientRegistered', data: { clientId: id, ref } }], outcome: id };
    },
  });
  run.wrote(position);
  return outcome;
}

/** The client is created with its first name: once, though another run may have taken its ref. */
type FactOutcomes = { client: ApplyOutcome; companies: Map<string, ApplyOutcome> };

/** Name, companies and chart names, in as many appends as their size asks for, each decided anew. */
async function applyFacts(
  deps: ApplyDeps,
  { clientId, wanted }: Readonly<{ clientId: number; wanted: WantedClient }>,
  context: CommandContext,
  run: Run,
): Promise<FactOutcomes> {
  const outcomes: FactOutcomes = { client: 'unchanged', companies: new Map() };
  const fresh = createFreshIds(deps);
  for (;;) {
    const { outcome, position } = await transact(deps, context, {
      stream: clientStream(clientId),
      fold: clientFold,
      gather: (state: Client) => fresh.reserve(state, wanted),
      decide: (state) => {
        recheck(state, wanted);
        const all = decideClient(state, { clientId, wanted, fresh });
        const events = fitting(all);
        return { events, outcome: { events, rest: all.length - events.length, unnamed: state.name === null } };
      },
    });
    run.wrote(position);
    for (const event of outcome.events) {
      if (event.type === 'ClientNamed') outcomes.client = outcome.unnamed ? 'created' : 'changed';
      if (event.type === 'CompanyRegistered') outcomes.companies.set(event.data.cnpj, 'created');
      if (event.type === 'CompanyChanged') outcomes.companies.set(event.data.cnpj, 'changed');
    }
    if (outcome.rest === 0) return outcomes;
  }
}

/** Another run may have changed the controlling companies since the file was checked. */
function recheck(state: Client, wanted: WantedClient): void {
  const faults = checkClient(state, wanted);
  if (faults.length > 0) refuse({ is: 'RegistersInvalid', errors: errorsOf([], faults) });
}

/** Ids for what is not registered yet, in the order of the file, kept over lost races. */
function createFreshIds({ ids }: ApplyDeps) {
  const companyIds = new Map<string, number>();
  const chartIds = new Map<string, number>();
  const chartKey = (cnpj: string, name: string): string => `${cnpj} ${name}`;

  async function reserve(state: Client, { companies }: WantedClient): Promise<void> {
    const newCompanies = companies.map(({ cnpj }) => cnpj).filter((cnpj) => !state.companies.has(cnpj));
    await reserveFor(companyIds, newCompanies, 'company');
    const newCharts = companies.flatMap(({ cnpj, charts }) => {
      const known = state.chartIds.get(state.companies.get(cnpj)?.companyId ?? 0);
      return charts.filter(({ name }) => known?.has(name) !== true).map(({ name }) => chartKey(cnpj, name));
    });
    await reserveFor(chartIds, newCharts, 'chart');
  }

  async function reserveFor(
    known: Map<string, number>,
    names: string[],
    kind: 'company' | 'chart',
  ): Promise<void> {
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length === 0) return;
    const first = await ids.reserve(kind, unknown.length);
    unknown.forEach((name, index) => known.set(name, first + index));
  }

  return {
    reserve,
    companyId: (cnpj: string) => companyIds.get(cnpj) ?? missing(cnpj),
    chartId: (cnpj: string, name: string) => chartIds.get(chartKey(cnpj, name)) ?? missing(name),
  };
}

/** The first of the facts that fit one append, at least one. */
function fitting(events: readonly ClientEvent[]): readonly ClientEvent[] {
  let bytes = 0;
  const beyond = events.findIndex(({ data }) => {
    bytes += FACT_OVERHEAD_BYTES + Buffer.byteLength(JSON.stringify(data));
    return bytes > FACTS_BYTES_MAX;
  });
  return beyond === -1 ? events : events.slice(0, Math.max(1, beyond));
}

async function loadClient({ folds }: ApplyDeps, clientId: number): Promise<Client> {
  return (await folds.load(clientStream(clientId), clientFold)).state;
}

function clientStream(clientId: number): string {
  return `client-${clientId}`;
}

function missing(name: string): never {
  throw new Error(`${name} is not in the registers after it was written`);
}
