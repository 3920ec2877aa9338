// Before the service says that it has started, a made-up company's books are imported a few times over, by HTTP, into
// a log of their own that is thrown away: by then the code is compiled, and the first real import is not slow.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createApi } from '../api/app.js';
import type { ApiDependencies } from '../api/dependencies.js';
import { createMetrics } from '../api/http/metrics.js';
import { issueKey } from '../commands/keys/apiKeys.js';
import type { CommandContext } from '../commands/kernel/context.js';
import type { DocumentPool } from '../commands/imports/document.js';
import { openDocumentPool } from '../workers/documents/documentPool.js';
import { createJsonImporter } from '../commands/imports/importJson.js';
import { createImporter } from '../commands/imports/importTrialBalance.js';
import { applyRegisters } from '../commands/registers/applyRegisters.js';
import { createResendMemo } from '../commands/imports/resendMemo.js';
import type { Config } from './config.js';
import { noFailPoints } from '../domain/kernel/failPoints.js';
import { openPeople } from './stores.js';
import { createMemoryRateLimit } from '../stores/rateLimit/memory.js';
import { openCommandWorld, type CommandWorld } from './commandSide.js';

const ROUNDS = 10;
const CLIENT = 'ensaio';
const CNPJ = '11222333000181';
const CHART = 'Plano';
const CODES = Array.from({ length: 20 }, (_, line) => `1.1.${line + 1}`);
const SECRETS_KEY_BYTES = 32;

/**
 * @param api what the real API is made of; its stores are only read
 * @param folder empty or missing; gone afterwards
 */
export async function rehearse(config: Config, api: ApiDependencies, folder: string): Promise<void> {
  const scratch = {
    ...config,
    dataDir: join(folder, 'ensaio'),
    eventStoreUrl: null,
    mongodbUrl: null,
    redisUrl: null,
    secretsKey: randomBytes(SECRETS_KEY_BYTES).toString('base64'),
  };
  const world = await openCommandWorld(scratch, () => undefined, {});
  // Workers of its own: they keep charts and lines by ids, and the ids of this log are also real ones.
  const documents = openDocumentPool({ workers: 1 });
  try {
    await world.deployment;
    await rehearseOn(world, api, documents, await keyOf(world, scratch));
  } finally {
    await documents.close();
    await world.close();
    rmSync(scratch.dataDir, { recursive: true, force: true });
  }
}

async function rehearseOn(
  world: CommandWorld,
  api: ApiDependencies,
  documents: Pick<DocumentPool, 'openJson'>,
  key: string,
): Promise<void> {
  const { registers } = world.follower;
  const importing = { ...world, registers };
  const importTrialBalance = createImporter(importing);
  const rehearsed = createApi(
    {
      ...api,
      registers,
      keys: { keyByHash: (hash) => registers.keyByHash(hash), refresh: () => world.follower.refresh() },
      importJson: createJsonImporter(documents, importTrialBalance, createResendMemo(importing), world.clock),
      rateLimit: createMemoryRateLimit(Number.MAX_SAFE_INTEGER),
      failPoints: noFailPoints,
      written: { note: () => Promise.resolve(), waitFor: () => undefined },
      callLog: { record: () => undefined },
      requestLog: () => undefined,
      metrics: createMetrics(),
    },
    { host: '127.0.0.1', port: 0, adminPort: null },
  );
  const { url } = await rehearsed.listen();
  try {
    for (let round = 1; round <= ROUNDS; round++) await importOnce(url, key, round);
  } finally {
    await rehearsed.close();
  }
}

async function importOnce(url: string, key: string, round: number): Promise<void> {
  const response = await fetch(`${url}/api/v1/trial-balances`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(madeUpMonth(round)),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`the rehearsal was answered ${response.status}: ${text}`);
}

/** Two months by turns, each time with other amounts. */
function madeUpMonth(round: number): object {
  const [previousBalance, debit] = round % 2 === 1 ? [0, round] : [round - 1, 0.25];
  const finalBalance = previousBalance + debit;
  return {
    cnpj: CNPJ,
    period: round % 2 === 1 ? '2026-01' : '2026-02',
    chartName: CHART,
    lineItems: CODES.map((accountCode) => ({
      accountCode,
      accountName: `Conta ${accountCode}`,
      previousBalance,
      debit,
      credit: 0,
      finalBalance,
    })),
  };
}

async function keyOf(world: CommandWorld, config: Config): Promise<string> {
  const { environment } = config;
  const deps = { ...world, registers: world.follower, environment };
  const context: CommandContext = { requestId: null, actor: { kind: 'operator', id: CLIENT, name: CLIENT } };
  const account = (codigo: string) => ({
    codigo,
    codigoReduzido: '',
    descricao: `Conta ${codigo}`,
    tipo: 'ANALYTICAL',
    natureza: 'DEBIT',
    classificacao: '',
    departamento: '',
    setor: '',
    exigeConciliacao: true,
  });
  const chart = { nome: CHART, vigenciaInicio: '2026-01-01', ativo: true, accounts: CODES.map(account) };
  const company = {
    cnpj: CNPJ,
    razaoSocial: CLIENT,
    nomeFantasia: CLIENT,
    regimeTributario: 'REAL_PROFIT',
    status: 'ACTIVE',
    modules: ['RECONCILIATION'],
    charts: [chart],
  };
  const registers = { clients: [{ ref: CLIENT, name: CLIENT, companies: [company] }] };
  const beside = () => Promise.resolve({ unreadable: '' }); // it names no other file
  const people = openPeople(config, null);
  await applyRegisters({ ...deps, people }, { document: registers, beside }, context);
  await people.close();
  await world.follower.refresh();
  const { secret } = await issueKey(
    deps,
    { clientRef: CLIENT, name: CLIENT, scopes: ['trial_balances:write'] },
    context,
  );
  await world.follower.refresh();
  return secret;
}
