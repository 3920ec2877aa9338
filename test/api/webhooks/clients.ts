// A running service with two clients and keys of several scopes.
import { scopes } from '../../../src/domain/apiKeys.js';
import { registersFile, type BuiltCompany } from '../../support/builders.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';
import { prepareData } from '../support/preparedData.js';

const KEYS = {
  full: { client: 'acme', scopes },
  /** May see imports alone, for it may write them. */
  writer: { client: 'acme', scopes: ['trial_balances:write'] },
  /** May see imports alone, for it may read them. */
  reader: { client: 'acme', scopes: ['trial_balances:read'] },
  reconciler: { client: 'acme', scopes: ['reconciliations:read'] },
  /** Neither imports nor reconciliations. */
  companies: { client: 'acme', scopes: ['companies:read'] },
  beta: { client: 'beta', scopes },
} as const;

export type Companies = Readonly<Record<'acme' | 'beta', readonly BuiltCompany[]> & { chartCsv: string }>;

export type Clients = Readonly<Awaited<ReturnType<typeof startClients>>>;

/** @param companies of each client, one chart for all; default none */
export async function startClients(
  env: Readonly<Record<string, string>> = {},
  companies: Companies = { acme: [], beta: [], chartCsv: '' },
) {
  const dataDir = await temporaryDir();
  const { acme, beta, chartCsv } = companies;
  const documents = [registersFile('acme', acme), registersFile('beta', beta)];
  const { keys } = await prepareData(dataDir, documents, chartCsv, KEYS);
  const another = (): Promise<Service> => startService({ dataDir, env });
  return {
    service: await another(),
    dataDir /** Clear secrets. */,
    keys /** A second process on the same data. */,
    another,
  };
}
