// Streams `clients` (refs of all clients) and `client-{id}` (one client: companies, chart names, column mappings,
// users and workflow settings).
import type { Fold, Recorded } from '../kernel/event.js';
import { NO_STREAM } from '../kernel/log.js';
import type { StatementMapping, StatementSide } from '../reconciliation/statement.js';
import type { ColumnMapping } from '../trialBalance/interpretation.js';
import type { ClientEvent, ClientsEvent, CompanyFacts } from './events.js';
import { evolveWorkflowSettings, noWorkflowSettings, type WorkflowSettings } from './workflowSettings.js';

export const CLIENTS_STREAM = 'clients';

export function clientStream(clientId: number): string {
  return `client-${clientId}`;
}

/** Client ids by ref. */
export const clientRefs: Fold<Map<string, number>> = {
  initial: () => new Map(),
  evolve(state, recorded) {
    const event = recorded as Recorded<ClientsEvent>;
    return event.type === 'ClientRegistered' ? state.set(event.data.ref, event.data.clientId) : state;
  },
  size: (state) => 200 + state.size * 120,
};

export type Client = {
  /** Of the newest event. */
  revision: number;
  /** Null until the first `ClientNamed`. */
  name: string | null;
  companies: Map<string, CompanyFacts>;
  /** Ids of charts by company id and chart name. */
  chartIds: Map<number, Map<string, number>>;
  /** Mappings by company id. */
  mappings: Map<number, ColumnMapping>;
  /** Mappings by company id and side. */
  statementMappings: Map<number, Map<StatementSide, StatementMapping>>;
} & WorkflowSettings;

export const client: Fold<Client> = {
  initial: () => ({
    revision: NO_STREAM,
    name: null,
    companies: new Map(),
    chartIds: new Map(),
    mappings: new Map(),
    statementMappings: new Map(),
    ...noWorkflowSettings(),
  }),
  evolve(state, recorded) {
    const event = recorded as Recorded<ClientEvent>;
    state.revision = event.revision;
    switch (event.type) {
      case 'ClientNamed':
        state.name = event.data.name;
        return state;
      case 'CompanyRegistered':
      case 'CompanyChanged':
        state.companies.set(event.data.cnpj, event.data);
        return state;
      case 'ChartRegistered': {
        const { companyId, name, chartId } = event.data;
        const names = state.chartIds.get(companyId) ?? new Map<string, number>();
        state.chartIds.set(companyId, names.set(name, chartId));
        return state;
      }
      case 'MappingSaved':
        state.mappings.set(event.data.companyId, event.data.mapping);
        return state;
      case 'StatementMappingSaved': {
        const { companyId, side, mapping } = event.data;
        const sides = state.statementMappings.get(companyId) ?? new Map<StatementSide, StatementMapping>();
        state.statementMappings.set(companyId, sides.set(side, mapping));
        return state;
      }
      default:
        evolveWorkflowSettings(state, recorded);
        return state;
    }
  },
  size: (state) => 500 + state.companies.size * 900 + settingsSize(state),
};

function settingsSize({ users, owners, unseenLinks }: WorkflowSettings): number {
  let entryCount = 0;
  for (const entries of [...owners.values(), ...unseenLinks.values()]) entryCount += entries.length;
  return users.size * 400 + entryCount * 400;
}

export const clientOf = (clientId: number) => [clientStream(clientId), client] as const;
