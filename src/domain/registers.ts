// The registers that every process keeps in memory: keys, clients, companies, chart names, settings and webhooks, folded from
// `apiKeys`, `clients`, `client-{id}` and `webhooks-{clientId}`. Lookups with a client's id never return another client's data.
import { CLIENTS_STREAM } from './clients/fold.js';
import { API_KEYS_STREAM, type ApiKeyEvent, type ApiKeyIssued } from './apiKeys.js';
import type { Recorded } from './kernel/event.js';
import type { ColumnMapping } from './trialBalance/interpretation.js';
import type { ChartRegistered, ClientEvent, ClientsEvent, CompanyFacts } from './clients/events.js';
import { evolveWorkflowSettings, noWorkflowSettings, type WorkflowSettings } from './clients/workflowSettings.js';
import {
  clientWebhooks,
  WEBHOOK_STREAMS,
  webhooksStream,
  type ClientWebhooks,
  type Webhook,
} from './webhooks/fold.js';

/** `issuedAt` and `revokedAt` are ISO 8601 UTC; a key with `revokedAt` is invalid. */
export type KeyRecord = ApiKeyIssued['data'] & Readonly<{ issuedAt: string; revokedAt: string | null }>;
export type ClientRecord = Readonly<{ clientId: number; ref: string; name: string }>;
/** A reserved chart name; the chart's own stream says whether it has a version. */
export type ChartRecord = ChartRegistered['data'];

/** Prefixes of the streams that `apply` reads; it ignores other events. */
const CLIENT_STREAMS = 'client-';
export const REGISTER_STREAMS: readonly string[] = [
  API_KEYS_STREAM,
  CLIENTS_STREAM,
  CLIENT_STREAMS,
  WEBHOOK_STREAMS,
];

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

export class Registers {
  readonly #keys = new Map<number, KeyRecord>();
  readonly #keyIdByHash = new Map<string, number>();
  readonly #clients = new Map<number, Client>();
  readonly #clientIdByRef = new Map<string, number>();
  readonly #companies = new Map<number, CompanyFacts>();
  readonly #charts = new Map<number, ChartRecord>();
  readonly #chartIdByName = new Map<number, Map<string, number>>();
  readonly #mappings = new Map<number, ColumnMapping>();
  readonly #nameRevisions = new Map<string, number | null>();
  readonly #webhooks = new Map<string, ClientWebhooks>();

  /** Call in log order, once for each event. */
  apply(event: Recorded): void {
    const fact = event as Recorded<ApiKeyEvent | ClientsEvent | ClientEvent>;
    switch (fact.type) {
      case 'ApiKeyIssued':
        return this.#issue(fact.data, fact.metadata.at);
      case 'ApiKeyRotated':
        return this.#endKey(fact.data.keyId, fact.data.expiresAt);
      case 'ApiKeyRevoked':
        return this.#revoke(fact.data.keyId, fact.metadata.at);
      case 'ClientRegistered':
        return this.#nameClient(fact.data.clientId, fact.data.ref, null);
      case 'ClientNamed':
        return this.#nameClient(fact.data.clientId, fact.data.ref, fact.data.name);
      case 'CompanyRegistered':
      case 'CompanyChanged':
        return this.#putCompany(fact.data);
      case 'ChartRegistered':
        return this.#putChart(fact.data);
      case 'MappingSaved':
        this.#mappings.set(fact.data.companyId, fact.data.mapping);
        return;
      case 'UserRegistered':
      case 'UserRenamed':
        this.#nameRevisions.set(fact.data.personId, (this.#nameRevisions.get(fact.data.personId) ?? 0) + 1);
        return this.#evolveWorkflow(fact);
      case 'UserErased':
        this.#nameRevisions.set(fact.data.personId, null);
        return this.#evolveWorkflow(fact);
      default: // settings of a client, or other events of these streams or of webhooks
        if (event.stream.startsWith(WEBHOOK_STREAMS)) this.#evolveWebhooks(event);
        else if (event.stream.startsWith(CLIENT_STREAMS) && this.#clients.has(fact.data.clientId))
          this.#evolveWorkflow(fact);
    }
  }

  /** Also finds revoked keys. @param secretHash SHA-256 of the secret in lower-case hexadecimal */
  keyByHash(secretHash: string): KeyRecord | null {
    return this.#keys.get(this.#keyIdByHash.get(secretHash) ?? 0) ?? null;
  }

  keyById(keyId: number): KeyRecord | null {
    return this.#keys.get(keyId) ?? null;
  }

  /** Ascending id. */
  keys(): readonly KeyRecord[] {
    return [...this.#keys.values()].sort((a, b) => a.keyId - b.keyId);
  }

  clientById(clientId: number): ClientRecord | null {
    const client = this.#clients.get(clientId);
    return client ? recordOf(client) : null;
  }

  clientByRef(ref: string): ClientRecord | null {
    return this.clientById(this.#clientIdByRef.get(ref) ?? 0);
  }

  /** Ascending id. */
  clients(): readonly ClientRecord[] {
    return [...this.#clients.values()].map(recordOf).sort((a, b) => a.clientId - b.clientId);
  }

  company(clientId: number, companyId: number): CompanyFacts | null {
    const facts = this.#companies.get(companyId);
    return facts?.clientId === clientId ? facts : null;
  }

  /** @param cnpj without mask */
  companyByCnpj(clientId: number, cnpj: string): CompanyFacts | null {
    return this.company(clientId, this.#clients.get(clientId)?.companyIdByCnpj.get(cnpj) ?? 0);
  }

  /** Of any client: for the operator. */
  companyById(companyId: number): CompanyFacts | null {
    return this.#companies.get(companyId) ?? null;
  }

  /** Ascending id; the same array until one of them changes. */
  companiesOf(clientId: number): readonly CompanyFacts[] {
    const client = this.#clients.get(clientId);
    if (!client) return [];
    client.companies ??= client.companyIds
      .map((id) => this.#companies.get(id))
      .filter((facts) => facts !== undefined);
    return client.companies;
  }

  /** Ids of companies with the module, ascending; the same array until one of them changes. */
  reconcilingCompanyIds(clientId: number): readonly number[] {
    const client = this.#clients.get(clientId);
    if (!client) return [];
    client.reconciling ??= this.companiesOf(clientId)
      .filter(({ modules }) => modules.includes('RECONCILIATION'))
      .map(({ companyId }) => companyId);
    return client.reconciling;
  }

  /** The current legal name; "" for an unknown company. Bound to this object: readers of rows pass it on alone. */
  readonly companyName = (companyId: number): string => this.#companies.get(companyId)?.legalName ?? '';

  /** Callers must not mutate the result. */
  workflowOf(clientId: number): Readonly<WorkflowSettings> {
    return this.#clients.get(clientId)?.workflow ?? noWorkflowSettings();
  }

  /** Increases with each change of the person's name; null for unknown and erased people. */
  nameRevision(personId: string): number | null {
    return this.#nameRevisions.get(personId) ?? null;
  }

  /** Null without a saved mapping. */
  mappingOf(companyId: number): ColumnMapping | null {
    return this.#mappings.get(companyId) ?? null;
  }

  /** @param name exactly as registered */
  chartByName(companyId: number, name: string): ChartRecord | null {
    return this.#charts.get(this.#chartIdByName.get(companyId)?.get(name) ?? 0) ?? null;
  }

  chartById(chartId: number): ChartRecord | null {
    return this.#charts.get(chartId) ?? null;
  }

  /** In order of registration. Routes read them from their stream; these are the last known ones. */
  webhooksOf(clientId: number): readonly Webhook[] {
    return this.#webhooks.get(webhooksStream(clientId))?.webhooks ?? [];
  }

  #evolveWebhooks(event: Recorded): void {
    const state = this.#webhooks.get(event.stream) ?? clientWebhooks.initial();
    this.#webhooks.set(event.stream, clientWebhooks.evolve(state, event));
  }

  #issue(data: ApiKeyIssued['data'], issuedAt: string): void {
    if (this.#keys.has(data.keyId)) return;
    this.#keys.set(data.keyId, { ...data, issuedAt, revokedAt: null });
    this.#keyIdByHash.set(data.secretHash, data.keyId);
  }

  #revoke(keyId: number, revokedAt: string): void {
    const key = this.#keys.get(keyId);
    if (key && key.revokedAt === null) this.#keys.set(keyId, { ...key, revokedAt });
  }

  #endKey(keyId: number, expiresAt: string): void {
    const key = this.#keys.get(keyId);
    if (key) this.#keys.set(keyId, { ...key, expiresAt });
  }

  #nameClient(clientId: number, ref: string, name: string | null): void {
    const client = this.#clientOf(clientId);
    client.ref = ref;
    if (name !== null) client.name = name;
    this.#clientIdByRef.set(ref, clientId);
  }

  #putCompany(facts: CompanyFacts): void {
    const client = this.#clientOf(facts.clientId);
    if (!this.#companies.has(facts.companyId)) insertAscending(client.companyIds, facts.companyId);
    this.#companies.set(facts.companyId, facts);
    client.companyIdByCnpj.set(facts.cnpj, facts.companyId);
    client.companies = null;
    client.reconciling = null;
  }

  #putChart(chart: ChartRecord): void {
    this.#charts.set(chart.chartId, chart);
    const names = this.#chartIdByName.get(chart.companyId) ?? new Map<string, number>();
    this.#chartIdByName.set(chart.companyId, names.set(chart.name, chart.chartId));
  }

  #evolveWorkflow(fact: Recorded<ClientEvent>): void {
    evolveWorkflowSettings(this.#clientOf(fact.data.clientId).workflow, fact);
  }

  #clientOf(clientId: number): Client {
    const registered = this.#clients.get(clientId);
    if (registered) return registered;
    const client: Client = {
      ...{ clientId, ref: '', name: '', companyIdByCnpj: new Map(), companyIds: [] },
      ...{ companies: null, reconciling: null, workflow: noWorkflowSettings() },
    };
    this.#clients.set(clientId, client);
    return client;
  }
}

function recordOf({ clientId, ref, name }: Client): ClientRecord {
  return { clientId, ref, name };
}

/** Ids arrive almost in ascending order: concurrent writers may swap a few. */
function insertAscending(ids: number[], id: number): void {
  let at = ids.length;
  while (at > 0 && (ids[at - 1] ?? 0) > id) at--;
  ids.splice(at, 0, id);
}
