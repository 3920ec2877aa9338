// Checks a registers' file: every field on its own, then against the stored registers. Writes nothing.
// Source: docs/spec/operator.md#registers.
import { chart as chartFold, chartStream } from '../../domain/charts/fold.js';
import { checkChart } from '../../domain/charts/decide.js';
import { checkClient, type Registered } from '../../domain/clients/decide.js';
import { checkAdministrators } from '../../domain/clients/decideSettings.js';
import {
  type Client,
  client as clientFold,
  clientOf,
  clientRefs,
  CLIENTS_STREAM,
} from '../../domain/clients/fold.js';
import type { RequestedChart, RequestedClient } from '../../domain/clients/applyRequest.js';
import type { RegisterFault } from '../../domain/clients/refusals.js';
import { holdsForClient, REGISTRARS } from '../../domain/clients/roles.js';
import type { Actor } from '../../domain/kernel/event.js';
import { refuse } from '../../domain/problem.js';
import { peopleOf } from '../people/enrolPeople.js';
import type { PeopleStore } from '../people/peopleStore.js';
import type { CommandContext } from '../kernel/context.js';
import type { Transactor } from '../kernel/transact.js';
import { mergedFaults, readRegisters } from './readRegisters.js';
import type { RegistersFile } from './registersFile.js';
import { loadAccounts } from './charts.js';

export type CheckDeps = Transactor & Readonly<{ people: PeopleStore }>;

/** @throws DomainError `RegistersInvalid` with all wrong fields, and conflicts with the stored registers */
export async function checkRegisters(
  deps: CheckDeps,
  file: RegistersFile,
  context: CommandContext,
): Promise<readonly RequestedClient[]> {
  const { clients, faults } = await readRegisters(file);
  const conflicts: (readonly RegisterFault[])[] = [];
  for (const requested of clients) conflicts.push(await faultsOf(deps, requested, context));
  const all = mergedFaults(faults, conflicts.flat());
  if (all.length > 0) refuse({ is: 'RegistersInvalid', errors: all });
  return clients;
}

/** @throws DomainError `RegistersInvalid` with all errors of the file, checked without any stored registers */
export async function checkFirstRegisters(file: RegistersFile): Promise<void> {
  const { clients, faults } = await readRegisters(file);
  const conflicts = clients.flatMap((requested) => [
    ...checkClient(clientFold.initial(), requested, { clientId: null, people: new Map() }),
    ...requested.companies.flatMap(({ charts }) => charts.flatMap((chart) => checkChart(null, new Map(), chart))),
  ]);
  const all = mergedFaults(faults, conflicts);
  if (all.length > 0) refuse({ is: 'RegistersInvalid', errors: all });
}

async function faultsOf(
  deps: CheckDeps,
  requested: RequestedClient,
  context: CommandContext,
): Promise<readonly RegisterFault[]> {
  const { clientId, state } = await clientOfRef(deps, requested.ref);
  const people = await peopleOf(deps.people, requested, state);
  const registered = { clientId, people };
  const forbidden = forbiddenTo(context.actor, state, requested, registered);
  if (forbidden.length > 0) return forbidden;
  const faults = [checkClient(state, requested, registered)];
  for (const { cnpj, charts } of requested.companies)
    for (const chart of charts) faults.push(await chartFaults(deps, chartIdOf(state, cnpj, chart.name), chart));
  return faults.flat();
}

/** A person needs the role for the whole client, and leaves it to somebody; only the operator makes clients. */
export function forbiddenTo(
  actor: Actor,
  state: Client,
  requested: RequestedClient,
  { people }: Registered,
): readonly RegisterFault[] {
  if (actor.kind !== 'person') return [];
  if (holdsForClient(state, actor.id, REGISTRARS)) return checkAdministrators(state, requested, people);
  return [{ path: [...requested.path, 'ref'], reason: { is: 'NotTheirClient' } }];
}

async function chartFaults(deps: CheckDeps, chartId: number | undefined, requested: RequestedChart) {
  if (chartId === undefined) return checkChart(null, new Map(), requested);
  const { state } = await deps.folds.load(chartStream(chartId), chartFold);
  const accounts = requested.accounts.length === 0 ? new Map() : await loadAccounts(deps, state);
  return checkChart(state.version > 0 ? state : null, accounts, requested);
}

type WithFolds = Pick<CheckDeps, 'folds'>;

/** One that is not registered has no id, and nothing yet. */
export async function clientOfRef(deps: WithFolds, ref: string) {
  const { state: refs } = await deps.folds.load(CLIENTS_STREAM, clientRefs);
  const clientId = refs.get(ref) ?? null;
  return { clientId, state: clientId === null ? clientFold.initial() : await loadClient(deps, clientId) };
}

export async function loadClient({ folds }: WithFolds, clientId: number): Promise<Client> {
  return (await folds.load(...clientOf(clientId))).state;
}

/** @param cnpj without mask */
export function chartIdOf({ companies, chartIds }: Client, cnpj: string, name: string): number | undefined {
  return chartIds.get(companies.get(cnpj)?.companyId ?? 0)?.get(name);
}
