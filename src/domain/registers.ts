// The registers that every process keeps in memory: keys, clients, companies, chart names, settings and webhooks,
// folded from `apiKeys`, `clients`, `client-{id}` and `webhooks-{clientId}`. Lookups with a client's id never
// return another client's data.
import { CLIENTS_STREAM, client as clientFold, type Client } from './clients/fold.js';
import { API_KEYS_STREAM, apiKeys, type ApiKeyEvent, type KeyRecord } from './apiKeys.js';
import type { Recorded } from './kernel/event.js';
import { NO_STREAM } from './kernel/log.js';
import type { ColumnMapping } from './trialBalance/interpretation.js';
import type {
  ChartRegistered,
  ClientEvent,
  ClientRegistered,
  ClientsEvent,
  CompanyFacts,
} from './clients/events.js';
import { noWorkflowSettings, type WorkflowSettings } from './clients/workflowSettings.js';
import { clientWebhooks, WEBHOOK_STREAMS, webhooksStream, type ClientWebhooks } from './webhooks/fold.js';

type ClientRecord = Readonly<{ clientId: number; ref: string; name: string }>;
/** A reserved chart name; the chart's own stream says whether it has a version. */
type ChartRecord = ChartRegistered['data'];

/** Prefixes of the streams that `apply` reads; it ignores other events. */
const CLIENT_STREAMS = 'client-';
export const REGISTER_STREAMS: readonly string[] = [
  API_KEYS_STREAM,
  CLIENTS_STREAM,
  CLIENT_STREAMS,
  WEBHOOK_STREAMS,
];

/** `ref`: "" until it is registered. */
type RegisteredClient = { ref: string; state: Client };

export class Registers {
  readonly #keys = apiKeys.initial();
  readonly #keyIdByHash = new Map<string, number>();
  readonly #clients = new Map<number, RegisteredClient>();
  readonly #clientIdByRef = new Map<string, number>();
  readonly #companies = new Map<number, CompanyFacts>();
  readonly #charts = new Map<number, ChartRecord>();
  readonly #erased = new Set<string>();
  readonly #webhooks = new Map<string, ClientWebhooks>();

  /** Call in log order, once for each event. */
  apply(event: Recorded): void {
    const fact = event as Recorded<ApiKeyEvent | ClientsEvent>;
    switch (fact.type) {
      case 'ApiKeyIssued':
        this.#keyIdByHash.set(fact.data.secretHash, fact.data.keyId);
        apiKeys.evolve(this.#keys, event);
        return;
      case 'ApiKeyRotated':
      case 'ApiKeyRevoked':
        apiKeys.evolve(this.#keys, event);
        return;
      case 'ClientRegistered':
        return this.#refer(fact.data);
      default: // of a client or its webhooks, or another one of these streams
        if (event.stream.startsWith(WEBHOOK_STREAMS)) this.#evolveWebhooks(event);
        else if (event.stream.startsWith(CLIENT_STREAMS)) this.#evolveClient(event as Recorded<ClientEvent>);
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

  /** Ascending id. */
  keysOf(clientId: number): readonly KeyRecord[] {
    return this.keys().filter((key) => key.clientId === clientId);
  }

  clientById(clientId: number): ClientRecord | null {
    const { ref = '', state } = this.#clients.get(clientId) ?? {};
    return ref === '' ? null : { clientId, ref, name: state?.name ?? '' };
  }

  clientByRef(ref: string): ClientRecord | null {
    return this.clientById(this.#clientIdByRef.get(ref) ?? 0);
  }

  /** Ascending id. */
  clients(): readonly ClientRecord[] {
    const ids = [...this.#clients.keys()].sort((a, b) => a - b);
    return ids.flatMap((clientId) => this.clientById(clientId) ?? []);
  }

  company(clientId: number, companyId: number): CompanyFacts | null {
    const facts = this.#companies.get(companyId);
    return facts?.clientId === clientId ? facts : null;
  }

  /** @param cnpj without mask */
  companyByCnpj(clientId: number, cnpj: string): CompanyFacts | null {
    return this.#clients.get(clientId)?.state.companies.get(cnpj) ?? null;
  }

  /** Company of any client: for the operator. */
  companyById(companyId: number): CompanyFacts | null {
    return this.#companies.get(companyId) ?? null;
  }

  /** Ascending id. */
  companiesOf(clientId: number): readonly CompanyFacts[] {
    const companies = this.#clients.get(clientId)?.state.companies.values() ?? [];
    return [...companies].sort((a, b) => a.companyId - b.companyId);
  }

  /** Ids of companies with the module, ascending. */
  reconcilingCompanyIds(clientId: number): readonly number[] {
    return this.companiesOf(clientId)
      .filter(({ modules }) => modules.includes('RECONCILIATION'))
      .map(({ companyId }) => companyId);
  }

  /** The current legal name; "" for an unknown company. Bound to this object: readers of rows pass it on alone. */
  readonly companyName = (companyId: number): string => this.#companies.get(companyId)?.legalName ?? '';

  /** Of the newest event of the client's stream. */
  revisionOf(clientId: number): number {
    return this.#clients.get(clientId)?.state.revision ?? NO_STREAM;
  }

  /** Callers must not mutate the result. */
  workflowOf(clientId: number): Readonly<WorkflowSettings> {
    return this.#clients.get(clientId)?.state ?? noWorkflowSettings();
  }

  isErased(personId: string): boolean {
    return this.#erased.has(personId);
  }

  mappingOf(companyId: number): ColumnMapping | null {
    return this.#stateOf(companyId)?.mappings.get(companyId) ?? null;
  }

  /** @param name exactly as registered */
  chartByName(companyId: number, name: string): ChartRecord | null {
    return this.chartById(this.#stateOf(companyId)?.chartIds.get(companyId)?.get(name) ?? 0);
  }

  hasChart(companyId: number): boolean {
    return (this.#stateOf(companyId)?.chartIds.get(companyId)?.size ?? 0) > 0;
  }

  chartById(chartId: number): ChartRecord | null {
    return this.#charts.get(chartId) ?? null;
  }

  /** Routes read the webhooks from their stream; these are the last known ones. */
  webhooksOf(clientId: number): ClientWebhooks {
    return this.#webhooks.get(webhooksStream(clientId)) ?? clientWebhooks.initial();
  }

  #evolveWebhooks(event: Recorded): void {
    const state = this.#webhooks.get(event.stream) ?? clientWebhooks.initial();
    this.#webhooks.set(event.stream, clientWebhooks.evolve(state, event));
  }

  #refer({ clientId, ref }: ClientRegistered['data']): void {
    this.#clientOf(clientId).ref = ref;
    this.#clientIdByRef.set(ref, clientId);
  }

  #evolveClient(event: Recorded<ClientEvent>): void {
    const { type, data } = event;
    const client = this.#clientOf(data.clientId);
    client.state = clientFold.evolve(client.state, event);
    switch (type) {
      case 'ClientNamed':
        return this.#refer(data);
      case 'CompanyRegistered':
      case 'CompanyChanged':
        this.#companies.set(data.companyId, data);
        return;
      case 'ChartRegistered':
        this.#charts.set(data.chartId, data);
        return;
      case 'UserErased':
        this.#erased.add(data.personId);
        return;
      default:
        return; // the client's state has it
    }
  }

  #stateOf(companyId: number): Client | undefined {
    return this.#clients.get(this.#companies.get(companyId)?.clientId ?? 0)?.state;
  }

  #clientOf(clientId: number): RegisteredClient {
    const client = this.#clients.get(clientId) ?? { ref: '', state: clientFold.initial() };
    this.#clients.set(clientId, client);
    return client;
  }
}
