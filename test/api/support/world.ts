// Two clients on one running service: acme with four companies, and beta, whom acme must never see anything of.
import { scopes } from '../../../src/domain/apiKeys.js';
import {
  buildAccounts,
  buildMonth,
  chartCsv,
  type BuiltAccount,
  type ImportBody,
} from '../../support/builders.js';
import { operatorJson } from '../../support/operator.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';
import { prepareData } from './preparedData.js';

export const CHART = 'Plano Geral';

/** Made-up CNPJs with right check digits. */
export const CNPJS = {
  acme: '11222333000181',
  acmeInactive: '11444777000161',
  acmeWithoutModule: '34028316000103',
  acmeAlphanumeric: '12ABC34501DE35',
  beta: '12345678000195',
} as const;
export type CompanyName = keyof typeof CNPJS;

export type World = Readonly<{
  service: Service;
  accounts: readonly BuiltAccount[];
  companyIds: Readonly<Record<CompanyName, number>>;
  chartIds: Readonly<Record<CompanyName, number>>;
  /** An account that the trial balances list. */
  accountIds: Readonly<Record<'acme' | 'beta', number>>;
  keys: Readonly<Record<keyof typeof KEYS, string>>;
  /** A trial balance of each client, of 2026-05, with as many lines as there are accounts. */
  trialBalanceIds: Readonly<Record<'acme' | 'beta', number>>;
  month(company: CompanyName, period: string, variant?: number): ImportBody;
}>;

const KEYS = {
  full: { client: 'acme', name: 'ERP acme', scopes },
  companiesOnly: { client: 'acme', name: 'BI acme', scopes: ['companies:read'] },
  analyticsOnly: { client: 'acme', name: 'Painel acme', scopes: ['analytics:read'] },
  revoked: { client: 'acme', name: 'Antiga', scopes, isRevoked: true },
  ofOther: { client: 'acme', name: 'Limitada', scopes, limits: { companies: [CNPJS.acmeAlphanumeric] } },
  far: { client: 'acme', name: 'Longe', scopes, limits: { networks: ['203.0.113.0/24', '2001:db8::/32'] } },
  near: {
    client: 'acme',
    name: 'Perto',
    scopes,
    limits: { networks: ['127.0.0.1/32'], expiresAt: '2100-01-01T02:59:59.999Z' },
  },
  beta: { client: 'beta', name: 'ERP beta', scopes },
  /** Of a client without the module. */
  lone: { client: 'lone', name: 'ERP lone', scopes },
} as const;

export async function startWorld(env: Readonly<Record<string, string>> = {}): Promise<World> {
  const dataDir = await temporaryDir();
  const accounts = buildAccounts(12);
  const chart = `${chartCsv(accounts)}9.9;;Não concilia;ANALYTICAL;DEBIT;;;;false\n`;
  const { items, keys } = await prepareData(dataDir, [REGISTERS], chart, KEYS);
  const service = await startService({ dataDir, env });
  const placeOf = (name: CompanyName) => items.findIndex(({ ref }) => ref === CNPJS[name]);
  const companyIds = mapped((name) => items[placeOf(name)]?.id ?? 0);
  const chartIds = mapped((name) => items[placeOf(name) + 1]?.id ?? 0);
  const month: World['month'] = (company, period, variant = 0) =>
    buildMonth(accounts, { cnpj: CNPJS[company], period, chartName: CHART, variant });
  const trialBalanceIds = {
    acme: await imported(service.url, keys.full, month('acme', '2026-05')),
    beta: await imported(service.url, keys.beta, month('beta', '2026-05')),
  };
  const firstAccount = async (key: string, chartId: number): Promise<number> => {
    const path = `/api/v1/chart-of-accounts/${chartId}/accounts?codigo=${accounts[0]?.code ?? ''}`;
    const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
    return ((await answer.json()) as { data: readonly { id: number }[] }).data[0]?.id ?? 0;
  };
  const accountIds = {
    acme: await firstAccount(keys.full, chartIds.acme),
    beta: await firstAccount(keys.beta, chartIds.beta),
  };
  return { service, accounts, companyIds, chartIds, accountIds, keys, trialBalanceIds, month };
}

/** `startWorld`, with 2026-05 of both clients released. */
export async function startReleasedWorld(): Promise<World> {
  const world = await startWorld();
  const { service, companyIds } = world;
  for (const name of ['acme', 'beta'] as const)
    await operatorJson(service.dataDir, ['release', '--company', String(companyIds[name]), '--period', '2026-05']);
  return world;
}

/** @returns the id of the new version */
export async function imported(url: string, key: string, body: ImportBody): Promise<number> {
  const answer = await fetch(`${url}/api/v1/trial-balances`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data, error } = (await answer.json()) as { data?: { trialBalanceId: number }; error?: string };
  if (answer.status !== 201 || !data) throw new Error(`import answered ${answer.status}: ${error}`);
  return data.trialBalanceId;
}

function mapped<Value>(valueOf: (name: CompanyName) => Value): Record<CompanyName, Value> {
  const names = Object.keys(CNPJS) as CompanyName[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<CompanyName, Value>;
}

const company = (name: CompanyName, changes: object = {}) => ({
  cnpj: CNPJS[name],
  razaoSocial: `Razão de ${name} S.A.`,
  nomeFantasia: name,
  regimeTributario: 'REAL_PROFIT',
  status: 'ACTIVE',
  modules: ['RECONCILIATION'],
  charts: [{ nome: CHART, vigenciaInicio: '2020-01-01', ativo: true, accountsFile: 'plano.csv' }],
  ...changes,
});
const REGISTERS = {
  clients: [
    {
      ref: 'acme',
      name: 'Acme',
      companies: [
        company('acme'),
        company('acmeInactive', { status: 'INACTIVE' }),
        company('acmeWithoutModule', { modules: [] }),
        company('acmeAlphanumeric'),
      ],
    },
    { ref: 'beta', name: 'Beta', companies: [company('beta')] },
    {
      ref: 'lone',
      name: 'Lone',
      companies: [company('beta', { modules: [], charts: [], cnpj: '00000000000191', razaoSocial: 'Lone' })],
    },
  ],
};
