// Registers and keys on a data folder, made in this process with its stores opened once: each command of the
// operator would open them.
import { readConfig } from '../../../src/app/config.js';
import { openCommandSide } from '../../../src/app/commandSide.js';
import { openPeople } from '../../../src/app/stores.js';
import { issueKey, revokeKey, type KeyLimits } from '../../../src/commands/keys/apiKeys.js';
import { applyRegisters, type ApplyItem } from '../../../src/commands/registers/applyRegisters.js';
import type { Scope } from '../../../src/domain/apiKeys.js';
import { asOperator } from '../../commands/support/commandDeps.js';

type Key = Readonly<{
  client: string;
  name?: string;
  scopes: readonly Scope[];
  limits?: KeyLimits;
  isRevoked?: true;
}>;
type Prepared<Name extends string> = Readonly<{
  items: readonly ApplyItem[];
  /** Clear secrets. */
  keys: Readonly<Record<Name, string>>;
}>;

/** @param chartCsv what every `accountsFile` of the documents holds */
export async function prepareData<Name extends string>(
  dataDir: string,
  documents: readonly object[],
  chartCsv: string,
  keys: Readonly<Record<Name, Key>>,
): Promise<Prepared<Name>> {
  const config = readConfig({ DATA_DIR: dataDir });
  const fail = (_part: string, error: unknown): never => {
    throw error;
  };
  const side = await openCommandSide(config, fail, {});
  const { people } = openPeople(config, null);
  try {
    await side.deployment;
    const deps = { ...side, registers: side.follower, environment: config.environment };
    const readAdjacent = async () => Buffer.from(chartCsv);
    const items: ApplyItem[] = [];
    for (const document of documents)
      items.push(...(await applyRegisters({ ...deps, people }, { document, readAdjacent }, asOperator)).items);
    const secrets: Partial<Record<Name, string>> = {};
    for (const [as, { client, name = as, scopes, limits, isRevoked }] of Object.entries<Key>(keys)) {
      const { keyId, secret } = await issueKey(deps, { clientRef: client, name, scopes, ...limits }, asOperator);
      if (isRevoked) await revokeKey(deps, String(keyId), asOperator);
      secrets[as as Name] = secret;
    }
    return { items, keys: secrets as Record<Name, string> };
  } finally {
    await people.close();
    await side.close();
  }
}
