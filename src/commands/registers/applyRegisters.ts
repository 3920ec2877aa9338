// Brings the registers to the state a file requests. Checks the complete file before writing anything; omitted
// fields keep their values; running it again completes an interrupted run and otherwise changes nothing.
// Source: docs/spec/operator.md#registers.
import { checkClient, decideClient, type Registered, type ReservedIds } from '../../domain/clients/decide.js';
import {
  type Client,
  client as clientFold,
  clientOf,
  clientRefs,
  CLIENTS_STREAM,
  clientStream,
} from '../../domain/clients/fold.js';
import type { ClientEvent, ClientsEvent } from '../../domain/clients/events.js';
import { prefixedRules, unusedPrefixes, type UnusedPrefix } from '../../domain/clients/workflowSettings.js';
import type { RequestedClient } from '../../domain/clients/applyRequest.js';
import type { Actor } from '../../domain/kernel/event.js';
import { refuse } from '../../domain/problem.js';
import { enrolPeople, peopleOf, renamePeople } from '../people/enrolPeople.js';
import { accountCodes } from './charts.js';
import type { PeopleStore } from '../people/peopleStore.js';
import { writeChart, type ChartWritten, type ChartWriterDeps } from './writeChart.js';
import type { CommandContext } from '../kernel/context.js';
import type { RegisterFollower } from './registerFollower.js';
import { chartIdOf, checkRegisters, forbiddenTo, loadClient } from './checkRegisters.js';
import type { RegistersFile } from './registersFile.js';
import { decideOn, transact } from '../kernel/transact.js';
import { IdsByName, type IdAllocator } from '../kernel/idAllocator.js';

type ApplyDeps = ChartWriterDeps &
  Readonly<{
    registers: Pick<RegisterFollower, 'refresh'>;
    people: PeopleStore;
  }>;

type ApplyOptions = Readonly<{
  /** Of the client when what is requested was compared with it; RegistersMoved for any other. */
  seenRevision?: number;
  /** Called after each item; `chart` for charts only. */
  onItem?(item: ApplyItem, chart: ChartWritten | null): void;
}>;

/** Others changed the client after it was compared with what is requested: nothing was written. */
export class RegistersMoved extends Error {
  override readonly name = 'RegistersMoved';
}

type ApplyOutcome = 'created' | 'changed' | 'unchanged';
/** `ref`: the client's ref, the company's CNPJ without mask, or the chart's name. */
export type ApplyItem = Readonly<{
  kind: 'client' | 'company' | 'chart';
  ref: string;
  id: number;
  outcome: ApplyOutcome;
}>;

/** A rule of the company that no account of its charts follows. */
type RuleWarning = UnusedPrefix & Readonly<{ cnpj: string }>;

/**
 * One item per client, company and chart, in the order of the file. Accounts belong to their chart; users and
 * holidays to the client; deadlines, owners and automatic approval to the company.
 */
export type ApplyResult = Readonly<{
  created: number;
  changed: number;
  unchanged: number;
  items: readonly ApplyItem[];
  /** Warnings about companies for which the file has rules. */
  warnings: readonly RuleWarning[];
  /** Position of the last event; null when nothing changed. */
  position: number | null;
}>;

/** Splits the events of a client with thousands of companies into several appends. */
const FACTS_BYTES_MAX = 600_000;
const FACT_OVERHEAD_BYTES = 1_000;

/** @throws DomainError `RegistersInvalid` with all wrong fields, or RegistersMoved, before anything is written */
export async function applyRegisters(
  deps: ApplyDeps,
  file: RegistersFile,
  context: CommandContext,
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  const clients = await checkRegisters(deps, file, context);
  const progress = new ApplyProgress(options);
  for (const requested of clients) await applyClient(deps, requested, context, progress);
  if (progress.position !== null) await deps.registers.refresh();
  return progress.result();
}

/** Collects the items and the newest position, and holds the caller's options. */
class ApplyProgress {
  readonly #items: ApplyItem[] = [];
  readonly #warnings: RuleWarning[] = [];
  position: number | null = null;

  constructor(private readonly options: ApplyOptions) {}

  get seenRevision(): number | undefined {
    return this.options.seenRevision;
  }

  noteWrite(position: number | null): void {
    if (position !== null) this.position = Math.max(this.position ?? 0, position);
  }

  noteItem(item: ApplyItem, chart: ChartWritten | null): void {
    this.#items.push(item);
    this.options.onItem?.(item, chart);
  }

  warn(warnings: readonly RuleWarning[]): void {
    this.#warnings.push(...warnings);
  }

  result(): ApplyResult {
    const count = (outcome: ApplyOutcome) => this.#items.filter((item) => item.outcome === outcome).length;
    return {
      created: count('created'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      items: this.#items,
      warnings: this.#warnings,
      position: this.position,
    };
  }
}

async function applyClient(
  deps: ApplyDeps,
  requested: RequestedClient,
  context: CommandContext,
  progress: ApplyProgress,
): Promise<void> {
  const clientId = await registerClient(deps, requested.ref, context, progress);
  const facts = await applyFacts(deps, { clientId, requested }, context, progress);
  if (await renameUsers(deps, { clientId, requested }, context, progress)) facts.client = orCreated(facts.client);
  progress.noteItem({ kind: 'client', ref: requested.ref, id: clientId, outcome: facts.client }, null);
  const state = await loadClient(deps, clientId);
  for (const company of requested.companies) {
    const { companyId } = state.companies.get(company.cnpj) ?? throwMissing(company.cnpj);
    const outcome = facts.companies.get(companyId) ?? 'unchanged';
    progress.noteItem({ kind: 'company', ref: company.cnpj, id: companyId, outcome }, null);
    for (const chart of company.charts) {
      const chartId = state.chartIds.get(companyId)?.get(chart.name) ?? throwMissing(chart.name);
      const written = await writeChart(deps, chart, { chartId, companyId, clientId, name: chart.name }, context);
      progress.noteWrite(written.position);
      progress.noteItem({ kind: 'chart', ref: chart.name, id: chartId, outcome: written.outcome }, written);
    }
    if (prefixedRules.some((rule) => company[rule] !== undefined)) {
      const unused = unusedPrefixes(state, companyId, await accountCodes(deps, state, companyId));
      progress.warn(unused.map((one) => ({ cnpj: company.cnpj, ...one })));
    }
  }
}

/** Reserves the ref in stream `clients` first, so that concurrent runs use the same id. */
async function registerClient(
  deps: ApplyDeps,
  ref: string,
  context: CommandContext,
  progress: ApplyProgress,
): Promise<number> {
  let freshId: number | null = null;
  const { outcome, position } = await transact<Map<string, number>, number, ClientsEvent, number>(deps, context, {
    stream: CLIENTS_STREAM,
    fold: clientRefs,
    gather: async (refs) => refs.get(ref) ?? (freshId ??= await deps.ids.reserve('client', 1)),
    decide: (refs, id) => {
      const registeredId = refs.get(ref);
      if (registeredId !== undefined) return { events: [], outcome: registeredId };
      return { events: [{ type: 'ClientRegistered', data: { clientId: id, ref } }], outcome: id };
    },
  });
  progress.noteWrite(position);
  return outcome;
}

type FactOutcomes = { client: ApplyOutcome; companies: Map<number, ApplyOutcome> };

/** Writes name, companies, chart names, users and settings, each append with a decision of its own. */
async function applyFacts(
  deps: ApplyDeps,
  { clientId, requested }: Readonly<{ clientId: number; requested: RequestedClient }>,
  context: CommandContext,
  progress: ApplyProgress,
): Promise<FactOutcomes> {
  const outcomes: FactOutcomes = { client: 'unchanged', companies: new Map() };
  const fresh = new FreshIds(deps.ids);
  for (let { seenRevision } = progress; ; seenRevision = undefined) {
    const { outcome, position } = await transact(deps, context, {
      stream: clientStream(clientId),
      fold: clientFold,
      gather: async (state: Client) => {
        await fresh.reserve(state, requested);
        return { people: await enrolPeople(deps.people, requested, { clientId, state }) };
      },
      decide: (state, { people }) => {
        if (seenRevision !== undefined && state.revision !== seenRevision) throw new RegistersMoved();
        recheck(state, requested, { clientId, people }, context.actor);
        const all = decideClient(state, { clientId, requested, reserved: fresh, people });
        const events = firstFitting(all);
        return { events, outcome: { events, rest: all.length - events.length, unnamed: state.name === null } };
      },
    });
    progress.noteWrite(position);
    for (const event of outcome.events) note(outcomes, event, outcome.unnamed);
    if (outcome.rest === 0) return outcomes;
  }
}

function note(outcomes: FactOutcomes, { type, data }: ClientEvent, unnamed: boolean): void {
  if (type === 'ClientNamed') outcomes.client = unnamed ? 'created' : 'changed';
  else if (type === 'CompanyRegistered') outcomes.companies.set(data.companyId, 'created');
  else if (type === 'ChartRegistered')
    return; // has an item of its own
  else if (!('companyId' in data)) outcomes.client = orCreated(outcomes.client);
  else outcomes.companies.set(data.companyId, orCreated(outcomes.companies.get(data.companyId)));
}

const orCreated = (before: ApplyOutcome | undefined): ApplyOutcome =>
  before === 'created' ? 'created' : 'changed';

const RENAMES_PER_APPEND = 400;

/** Stores changed names, and an event for each. */
async function renameUsers(
  deps: ApplyDeps,
  { clientId, requested }: Readonly<{ clientId: number; requested: RequestedClient }>,
  context: CommandContext,
  progress: ApplyProgress,
): Promise<boolean> {
  const persons = await peopleOf(deps.people, requested, await loadClient(deps, clientId));
  const renamed = await renamePeople(deps.people, requested, persons);
  for (let from = 0; from < renamed.length; from += RENAMES_PER_APPEND) {
    const some = renamed.slice(from, from + RENAMES_PER_APPEND);
    const { position } = await decideOn(deps, context, clientOf(clientId), ({ users }) => ({
      events: some
        .filter((personId) => users.has(personId))
        .map((personId) => ({ type: 'UserRenamed' as const, data: { clientId, personId } })),
      outcome: null,
    }));
    progress.noteWrite(position);
  }
  return renamed.length > 0;
}

/** Checks again: a concurrent run may have changed companies, users or roles. */
function recheck(state: Client, requested: RequestedClient, registered: Registered, actor: Actor): void {
  const faults = [
    ...forbiddenTo(actor, state, requested, registered),
    ...checkClient(state, requested, registered),
  ];
  if (faults.length > 0) refuse({ is: 'RegistersInvalid', errors: faults });
}

/** The first events that fit one append, at least one. */
function firstFitting(events: readonly ClientEvent[]): readonly ClientEvent[] {
  let bytes = 0;
  const beyond = events.findIndex(({ data }) => {
    bytes += FACT_OVERHEAD_BYTES + Buffer.byteLength(JSON.stringify(data));
    return bytes > FACTS_BYTES_MAX;
  });
  return beyond === -1 ? events : events.slice(0, Math.max(1, beyond));
}

function throwMissing(name: string): never {
  throw new Error(`${name} is not in the registers after it was written`);
}

/** Ids for the new companies and charts, in the order of the file. */
class FreshIds implements ReservedIds {
  readonly #companies: IdsByName;
  readonly #charts: IdsByName;

  constructor(ids: IdAllocator) {
    this.#companies = new IdsByName(ids, 'company');
    this.#charts = new IdsByName(ids, 'chart');
  }

  async reserve(state: Client, { companies }: RequestedClient): Promise<void> {
    await this.#companies.reserve(companies.map(({ cnpj }) => cnpj).filter((cnpj) => !state.companies.has(cnpj)));
    const newCharts = companies.map(({ cnpj, charts }) =>
      charts.filter(({ name }) => chartIdOf(state, cnpj, name) === undefined).map(({ name }) => `${cnpj} ${name}`),
    );
    await this.#charts.reserve(newCharts.flat());
  }

  companyId(cnpj: string): number {
    return this.#companies.of(cnpj);
  }

  chartId(cnpj: string, name: string): number {
    return this.#charts.of(`${cnpj} ${name}`);
  }
}
