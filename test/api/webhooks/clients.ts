// A running service with two clients and keys of several scopes, made in this process: the command line's own start
// would take longer than the tests.
import { issueKey } from '../../../src/commands/keys/apiKeys.js';
import { applyRegisters } from '../../../src/commands/registers/applyRegisters.js';
import { readConfig } from '../../../src/app/config.js';
import { scopes, type Scope } from '../../../src/domain/apiKeys.js';
import { openPeople } from '../../../src/app/stores.js';
import { openCommandSide } from '../../../src/app/commandSide.js';
import { registersFile, type BuiltCompany } from '../../support/builders.js';
import { asOperator } from '../../commands/support/commandDeps.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';

const KEYS = {
  full: ['acme', [...scopes]],
  /** May see imports alone, for it may write them. */
  writer: ['acme', ['trial_balances:write']],
  /** May see imports alone, for it may read them. */
  reader: ['acme', ['trial_balances:read']],
  reconciler: ['acme', ['reconciliations:read']],
  /** Neither imports nor reconciliations. */
  companies: ['acme', ['companies:read']],
  beta: ['beta', [...scopes]],
} as const satisfies Record<string, readonly [string, readonly Scope[]]>;

export type Companies = Readonly<Record<'acme' | 'beta', readonly BuiltCompany[]> & { chartCsv: string }>;

export type Clients = Readonly<{
  service: Service;
  dataDir: string;
  /** Clear secrets. */
  keys: Readonly<Record<keyof typeof KEYS, string>>;
  /** A second process on the same data. */
  another(): Promise<Service>;
  stop(): Promise<void>;
}>;

/** @param companies of each client, one chart for all; default none */
export async function startClients(
  env: Readonly<Record<string, string>> = {},
  companies: Companies = { acme: [], beta: [], chartCsv: '' },
): Promise<Clients> {
  const dataDir = await temporaryDir();
  const keys = await prepare(dataDir, companies);
  const services: Service[] = [];
  const start = async (): Promise<Service> => {
    const service = await startService({ dataDir, env });
    services.push(service);
    return service;
  };
  return {
    service: await start(),
    dataDir,
    keys,
    another: start,
    async stop() {
      await Promise.all(services.map((service) => service.kill()));
      await removeDir(dataDir);
    },
  };
}

async function prepare(dataDir: string, { acme, beta, chartCsv }: Companies): Promise<Clients['keys']> {
  const config = readConfig({ DATA_DIR: dataDir });
  const fail = (_part: string, error: unknown): never => {
    throw error;
  };
  const world = await openCommandSide(config, fail, {});
  const { people } = openPeople(config, null);
  try {
    await world.deployment;
    const deps = { ...world, registers: world.follower, environment: config.environment };
    const beside = async () => Buffer.from(chartCsv);
    for (const document of [registersFile('acme', acme), registersFile('beta', beta)])
      await applyRegisters({ ...deps, people }, { document, readAdjacent: beside }, asOperator);
    const secrets: Partial<Record<keyof typeof KEYS, string>> = {};
    for (const [name, [clientRef, held]] of Object.entries(KEYS)) {
      const { secret } = await issueKey(deps, { clientRef, name, scopes: held }, asOperator);
      secrets[name as keyof typeof KEYS] = secret;
    }
    return secrets as Clients['keys'];
  } finally {
    await people.close();
    await world.close();
  }
}
