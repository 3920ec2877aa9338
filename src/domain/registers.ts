// The registers that every process keeps in memory: keys, clients, companies, chart names and settings, folded from
// `apiKeys`, `clients` and `client-{id}`. Lookups with a client's id never return another client's data.
import { CLIENTS_STREAM } from './clients/fold.js';
import { API_KEYS_STREAM } from './apiKeys/fold.js';
import type { ApiKeyIssued, ApiKeyEvent } from './apiKeys/events.js';
import type { Recorded } from './kernel/event.js';
import type { ColumnMapping } from './clients/columnMapping.js';
import type { ChartRegistered, ClientEvent, ClientsEvent, CompanyFacts } from './clients/events.js';
import { evolveWorkflowSettings, noWorkflowSettings, type WorkflowSettings } from './clients/workflowSettings.js';

/** `issuedAt` and `revokedAt` are ISO 8601 UTC; a key with `revokedAt` is invalid. */
export type KeyRecord = ApiKeyIssued['data'] & Readonly<{ issuedAt: string; revokedAt: string | null }>;
export type ClientRecord = Readonly<{ clientId: number; ref: string; name: string }>;
/** A reserved chart name; the chart's own stream says whether it has a version. */
export type ChartRecord = ChartRegistered['data'];

/** Prefixes of the streams that `apply` reads; it ignores other events. */
export const REGISTER_STREAMS: readonly string[] = [API_KEYS_STREAM, CLIENTS_STREAM, 'client-'];

export type Registers = Readonly<{
  /** Call in log order. Applying an event twice changes nothing. */
  apply(event: Recorded): void;
  /** Also finds revoked keys. @param secretHash SHA-256 of the secret in lower-case hexadecimal */
  keyByHash(secretHash: string): KeyRecord | null;
  keyById(keyId: number): KeyRecord | null;
  /** Ascending id. */
  keys(): readonly KeyRecord[];

  clientById(clientId: number): ClientRecord | null;
  clientByRef(ref: string): ClientRecord | null;
  /** Ascending id. */
  clients(): readonly ClientRecord[];

  company(clientId: number, companyId: number): CompanyFacts | null;
  /** @param cnpj without mask */
  companyByCnpj(clientId: number, cnpj: string): CompanyFacts | null;
  /** Of any client: for the operator. */
  companyById(companyId: number): CompanyFacts | null;
  /** Ascending id; the same array until one of them changes. */
  companiesOf(clientId: number): readonly CompanyFacts[];
  /** Ids of companies with the module, ascending; the same array until one of them changes. */
  reconcilingCompanyIds(clientId: number): readonly number[];
  /** The current legal name; "" for an unknown company. */
  companyName(companyId: number): string;

  /** Callers must not mutate the result. */
  workflowOf(clientId: number): Readonly<WorkflowSettings>;
  /** Increases with each change of the person's name; null for unknown and erased people. */
  nameRevision(personId: string): number | null;

  /** Null without a saved mapping. */
  mappingOf(companyId: number): ColumnMapping | null;

  /** @param name exactly as registered */
  chartByName(companyId: number, name: string): ChartRecord | null;
  chartById(chartId: number): ChartRecord | null;
}>;

type Client = {
  clientId: number;
  ref: string;
  name: string;
  companyIdByCnpj: Map<string, number>;
  /** Ascending. */
  companyIds: number[];
  companies: readonly CompanyFacts[] | null;
  reconciling: readonly number[] | null;
  workflow: WorkflowSettings;
};

export function createRegisters(): Registers {
  const keys = new Map<number, KeyRecord>();
  const keyIdByHash = new Map<string, number>();
  const clients = new Map<number, Client>();
  const clientIdByRef = new Map<string, number>();
  const companies = new Map<number, CompanyFacts>();
  const charts = new Map<number, ChartRecord>();
  const chartIdByName = new Map<number, Map<string, number>>();
  const mappings = new Map<number, ColumnMapping>();
  const nameRevisions = new Map<string, number | null>();

  function clientOf(clientId: number): Client {
    let client = clients.get(clientId);
    if (!client) {
      client = {
        clientId,
        ref: '',
        name: '',
        companyIdByCnpj: new Map(),
        companyIds: [],
        companies: null,
        reconciling: null,
        workflow: noWorkflowSettings(),
      };
      clients.set(clientId, client);
    }
    return client;
  }

  function nameClient(clientId: number, ref: string, name: string | null): void {
    const client = clientOf(clientId);
    client.ref = ref;
    if (name !== null) client.name = name;
    clientIdByRef.set(ref, clientId);
  }

  function put(facts: CompanyFacts): void {
    const client = clientOf(facts.clientId);
    if (!companies.has(facts.companyId)) insertAscending(client.companyIds, facts.companyId);
    companies.set(facts.companyId, facts);
    client.companyIdByCnpj.set(facts.cnpj, facts.companyId);
    client.companies = null;
    client.reconciling = null;
  }

  function apply(event: Recorded): void {
    const fact = event as Recorded<ApiKeyEvent | ClientsEvent | ClientEvent>;
    switch (fact.type) {
      case 'ApiKeyIssued':
        if (keys.has(fact.data.keyId)) return;
        keys.set(fact.data.keyId, { ...fact.data, issuedAt: fact.metadata.at, revokedAt: null });
        keyIdByHash.set(fact.data.secretHash, fact.data.keyId);
        return;
      case 'ApiKeyRevoked': {
        const key = keys.get(fact.data.keyId);
        if (key && key.revokedAt === null) keys.set(key.keyId, { ...key, revokedAt: fact.metadata.at });
        return;
      }
      case 'ClientRegistered':
        return nameClient(fact.data.clientId, fact.data.ref, null);
      case 'ClientNamed':
        return nameClient(fact.data.clientId, fact.data.ref, fact.data.name);
      case 'CompanyRegistered':
      case 'CompanyChanged':
        return put(fact.data);
      case 'ChartRegistered': {
        const { chartId, companyId, name } = fact.data;
        charts.set(chartId, fact.data);
        const names = chartIdByName.get(companyId) ?? new Map<string, number>();
        chartIdByName.set(companyId, names.set(name, chartId));
        return;
      }
      case 'MappingSaved':
        mappings.set(fact.data.companyId, fact.data.mapping);
        return;
      case 'UserRegistered':
      case 'UserRenamed':
        return applySettings(fact.data, (nameRevisions.get(fact.data.personId) ?? 0) + 1, fact);
      case 'UserErased':
        return applySettings(fact.data, null, fact);
      case 'UserRolesChanged':
      case 'HolidaysChanged':
      case 'DeadlinesChanged':
      case 'DefaultOwnersChanged':
      case 'AutoApprovalChanged':
        return evolveWorkflowSettings(clientOf(fact.data.clientId).workflow, fact);
      default:
        return; // other events of these streams
    }
  }

  function applySettings(
    { clientId, personId }: Readonly<{ clientId: number; personId: string }>,
    nameRevision: number | null,
    fact: Recorded,
  ): void {
    nameRevisions.set(personId, nameRevision);
    evolveWorkflowSettings(clientOf(clientId).workflow, fact);
  }

  function companiesOf(clientId: number): readonly CompanyFacts[] {
    const client = clients.get(clientId);
    if (!client) return [];
    client.companies ??= client.companyIds.flatMap((id) => companies.get(id) ?? []);
    return client.companies;
  }

  function reconcilingCompanyIds(clientId: number): readonly number[] {
    const client = clients.get(clientId);
    if (!client) return [];
    client.reconciling ??= companiesOf(clientId)
      .filter(({ modules }) => modules.includes('RECONCILIATION'))
      .map(({ companyId }) => companyId);
    return client.reconciling;
  }

  function company(clientId: number, companyId: number): CompanyFacts | null {
    const facts = companies.get(companyId);
    return facts?.clientId === clientId ? facts : null;
  }

  const recordOf = ({ clientId, ref, name }: Client): ClientRecord => ({ clientId, ref, name });
  const clientById = (clientId: number): ClientRecord | null => {
    const client = clients.get(clientId);
    return client ? recordOf(client) : null;
  };

  return {
    apply,
    keyByHash: (secretHash) => keys.get(keyIdByHash.get(secretHash) ?? 0) ?? null,
    keyById: (keyId) => keys.get(keyId) ?? null,
    keys: () => [...keys.values()].sort((a, b) => a.keyId - b.keyId),
    clientById,
    clientByRef: (ref) => clientById(clientIdByRef.get(ref) ?? 0),
    clients: () => [...clients.values()].map(recordOf).sort((a, b) => a.clientId - b.clientId),
    company,
    companyByCnpj: (clientId, cnpj) => company(clientId, clients.get(clientId)?.companyIdByCnpj.get(cnpj) ?? 0),
    companyById: (companyId) => companies.get(companyId) ?? null,
    companiesOf,
    reconcilingCompanyIds,
    companyName: (companyId) => companies.get(companyId)?.legalName ?? '',
    workflowOf: (clientId) => clients.get(clientId)?.workflow ?? noWorkflowSettings(),
    nameRevision: (personId) => nameRevisions.get(personId) ?? null,
    mappingOf: (companyId) => mappings.get(companyId) ?? null,
    chartByName: (companyId, name) => charts.get(chartIdByName.get(companyId)?.get(name) ?? 0) ?? null,
    chartById: (chartId) => charts.get(chartId) ?? null,
  };
}

/** Ids arrive almost in ascending order: concurrent writers may swap a few. */
function insertAscending(ids: number[], id: number): void {
  let at = ids.length;
  while (at > 0 && (ids[at - 1] ?? 0) > id) at--;
  ids.splice(at, 0, id);
}
