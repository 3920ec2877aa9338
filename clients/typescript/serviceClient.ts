// The client of the API for programs of integrators, and the package's entry. Queries, bodies and rows have the types of
// the released contract (`contract.ts`, which the build makes).
import { ApiError } from './apiError.js';
import { createCalls, type Call, type ClientOptions } from './calls.js';
import type { ApiQueries, ApiSchemas as Schemas, WebhookSchemas } from './contract.js';
import { createRows, type Rows } from './rows.js';
import { createWebhookCalls, type WebhookCalls } from './webhookCalls.js';

/** A row or body by the name the contract gives it, as in `Row<'Balancete'>`. */
export type Row<Name extends keyof Schemas | keyof WebhookSchemas> = Name extends keyof Schemas
  ? Schemas[Name]
  : Name extends keyof WebhookSchemas
    ? WebhookSchemas[Name]
    : never;

type Given<Query> = { readonly [Name in keyof Query]?: Query[Name] | undefined };
/** What filters a list; pages are the iteration's. */
export type Query<Name extends keyof ApiQueries> = Given<Omit<ApiQueries[Name], 'page' | 'limit'>>;

export type ImportOptions = Readonly<{
  /** Checks and compares, and stores nothing. */
  validateOnly?: boolean | undefined;
}>;
export type FileImport = Readonly<{ file: Blob | Uint8Array; fileName?: string | undefined }> &
  Given<Omit<Schemas['ArquivoDeBalancete'], 'file'>>;
export type GraphqlQuery = Readonly<{
  query: string;
  variables?: Readonly<Record<string, unknown>> | undefined;
  operationName?: string | undefined;
}>;

export type ServiceClient = Readonly<{
  companies(query?: Query<'listarEmpresas'>): Rows<Schemas['Empresa']>;
  company(id: number): Promise<Schemas['Empresa']>;
  /** Of one company, by `companyId` or `cnpj`. */
  charts(query: Query<'listarPlanosDeContas'>): Rows<Schemas['PlanoDeContas']>;
  chart(id: number): Promise<Schemas['PlanoDeContas']>;
  accounts(chartId: number, query?: Query<'listarContas'>): Rows<Schemas['Conta']>;
  /** Month by month, of the newest versions. */
  accountBalances(accountId: number, query?: Query<'listarSaldosDaConta'>): Rows<Schemas['SaldoDaConta']>;
  trialBalances(query?: Query<'listarBalancetes'>): Rows<Schemas['Balancete']>;
  trialBalance(id: number): Promise<Schemas['Balancete']>;
  lines(trialBalanceId: number, query?: Query<'listarLinhas'>): Rows<Schemas['LinhaDoBalancete']>;
  reconciliations(query?: Query<'listarConciliacoes'>): Rows<Schemas['Conciliacao']>;
  reconciliation(id: number): Promise<Schemas['Conciliacao']>;
  /** Of its composition, settled ones included. */
  items(reconciliationId: number, query?: Query<'listarItensDaConciliacao'>): Rows<Schemas['ItemDaComposicao']>;
  openItems(query?: Query<'listarItensEmAberto'>): Rows<Schemas['ItemEmAberto']>;
  /** Of one competence. */
  closingChecklist(query: Query<'listarChecklistDoFechamento'>): Rows<Schemas['PontoDoChecklist']>;
  /** Of one competence. */
  intercompanyBalances(query: Query<'listarSaldosEntreEmpresas'>): Rows<Schemas['SaldoEntreEmpresas']>;
  schedules(query?: Query<'listarCronogramas'>): Rows<Schemas['Cronograma']>;
  /** Sending the same again stores nothing: `reenvio` is true and `trialBalanceId` the same. */
  importTrialBalance(
    trialBalance: Schemas['ImportacaoDeBalancete'],
    options?: ImportOptions,
  ): Promise<Schemas['ResultadoDaImportacao']>;
  /** The same from a report: CSV, TXT, XML, XLSX or XLS. */
  importFile(file: FileImport, options?: ImportOptions): Promise<Schemas['ResultadoDaImportacaoDeArquivo']>;
  /** @throws {ApiError} also where only a part failed: its `body` has the rest */
  graphql<Data>(query: GraphqlQuery): Promise<Data>;
  webhooks: WebhookCalls;
}>;

const API = '/api/v1';

/** Waits as long as `Retry-After` says where the limit of calls is reached, and goes on. */
export function createServiceClient(options: ClientOptions): ServiceClient {
  const call = createCalls(options);
  async function data<Data>(asked: Call): Promise<Data> {
    const { body } = await call(asked);
    return (body as { data: Data }).data;
  }
  const below = (path: string, id: number, rest = '') => `${API}${path}/${encodeURIComponent(id)}${rest}`;
  const rows = <Row>(path: string, query?: object) => createRows<Row>(call, path, { ...query });
  const row = <Row>(path: string, id: number) => data<Row>({ method: 'GET', path: below(path, id) });
  const imported = ({ validateOnly }: ImportOptions) => (validateOnly === true ? { validateOnly } : {});
  return {
    companies: (query) => rows(`${API}/companies`, query),
    company: (id) => row('/companies', id),
    charts: (query) => rows(`${API}/chart-of-accounts`, query),
    chart: (id) => row('/chart-of-accounts', id),
    accounts: (chartId, query) => rows(below('/chart-of-accounts', chartId, '/accounts'), query),
    accountBalances: (accountId, query) => rows(below('/accounts', accountId, '/balances'), query),
    trialBalances: (query) => rows(`${API}/trial-balances`, query),
    trialBalance: (id) => row('/trial-balances', id),
    lines: (trialBalanceId, query) => rows(below('/trial-balances', trialBalanceId, '/lines'), query),
    reconciliations: (query) => rows(`${API}/reconciliations`, query),
    reconciliation: (id) => row('/reconciliations', id),
    items: (reconciliationId, query) => rows(below('/reconciliations', reconciliationId, '/items'), query),
    openItems: (query) => rows(`${API}/open-items`, query),
    closingChecklist: (query) => rows(`${API}/closing-checklist`, query),
    intercompanyBalances: (query) => rows(`${API}/intercompany-balances`, query),
    schedules: (query) => rows(`${API}/schedules`, query),
    importTrialBalance: (json, how = {}) =>
      data({ method: 'POST', path: `${API}/trial-balances`, query: imported(how), json }),
    importFile: (file, how = {}) =>
      data({ method: 'POST', path: `${API}/trial-balances/arquivo`, query: imported(how), form: formOf(file) }),
    async graphql<Data>(json: GraphqlQuery) {
      const { response, body } = await call({ method: 'POST', path: `${API}/graphql`, json });
      const { data: found, errors } = body as { data: Data; errors?: unknown };
      if (errors !== undefined) throw new ApiError(response, body);
      return found;
    },
    webhooks: createWebhookCalls(call),
  };
}

function formOf({ file, fileName = 'balancete', ...fields }: FileImport): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  const content = file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>]);
  form.append('file', content, fileName);
  return form;
}

export { ApiError, type LineError } from './apiError.js';
export type { ClientOptions, Wait } from './calls.js';
export type { ErrorCode } from './contract.js';
export { receivedEvent, SignatureError, type ReceivedDelivery, type WebhookEvent } from './receivedEvent.js';
export type { Page, Rows } from './rows.js';
export type { WebhookCalls } from './webhookCalls.js';
