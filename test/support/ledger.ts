// A client with its company, chart and key on a service's data folder, made by the operator as a person would.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAccounts, buildCnpj, chartCsv, registersFile } from './builders.js';
import { issueKey, operatorJson } from './operator.js';

export const CHART = 'Plano Geral';

export type Ledger = Readonly<Awaited<ReturnType<typeof registerLedger>>>;

export type LedgerOptions = Readonly<{
  ref?: string;
  accounts?: number;
  companies?: number;
  /** The first made-up CNPJ's number, so that clients differ. */
  firstCnpj?: number;
  scopes?: string;
  /** Where the operator finds the stores; default those in the data folder. */
  env?: Readonly<Record<string, string>>;
}>;

/** What `apply --json` prints: charts after their company. */
export type Applied = Readonly<{ items: readonly { kind: string; ref: string; id: number }[] }>;

const ALL_SCOPES =
  'trial_balances:write,trial_balances:read,companies:read,chart_of_accounts:read,reconciliations:read,analytics:read';

export async function registerLedger(dataDir: string, options: LedgerOptions = {}) {
  const {
    ref = 'acme',
    accounts: count = 20,
    companies = 1,
    firstCnpj = 1,
    scopes = ALL_SCOPES,
    env = {},
  } = options;
  const accounts = buildAccounts(count);
  const cnpjs = Array.from({ length: companies }, (_, index) => buildCnpj(firstCnpj + index));
  const dir = join(dataDir, `registers-${ref}`);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'plano.csv'), chartCsv(accounts));
  const built = cnpjs.map((cnpj) => ({ cnpj, chartName: CHART, accountsFile: 'plano.csv' }));
  await writeFile(join(dir, 'registers.json'), JSON.stringify(registersFile(ref, built)));
  const { items } = await operatorJson<Applied>(dataDir, ['apply', join(dir, 'registers.json')], env);
  const { id: keyId, secret: key } = await issueKey(dataDir, ref, scopes, env);
  const companyIds = cnpjs.map((cnpj) => items.find((item) => item.ref === cnpj)?.id ?? 0);
  return { ref, cnpjs, companyIds, accounts, key, keyId };
}
