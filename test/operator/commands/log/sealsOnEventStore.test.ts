// Checkpoints, their proofs and a dossier where the log is an event store: the tree is made from what its server
// gives.
import { afterAll, expect, it } from '#jest';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerProcess } from '../../../eventStoreServer/child.js';
import { commandLine, operatorProcess } from '../../../support/operator.js';
import { temporaryDir } from '../../../support/service.js';

const ACCOUNT = { codigo: '1', descricao: 'Caixa', tipo: 'ANALYTICAL', natureza: 'DEBIT', exigeConciliacao: true };
const COMPANY = {
  cnpj: '11222333000181',
  razaoSocial: 'Acme S.A.',
  nomeFantasia: 'Acme',
  regimeTributario: 'REAL_PROFIT',
  status: 'ACTIVE',
  modules: ['RECONCILIATION'],
  charts: [{ nome: 'Plano', vigenciaInicio: '2020-01-01', ativo: true, accounts: [ACCOUNT] }],
};
const MONTH = ['--company', '1', '--period', '2026-05'];

const at = (name: string): string => join(dataDir, name);

const dataDir = await temporaryDir();
const server = new ServerProcess(at('event-store'));
await server.start();
const secret = (): string => randomBytes(32).toString('base64');
const env: Readonly<Record<string, string>> = {
  EVENTSTORE_URL: server.url,
  SECRETS_KEY: secret(),
};
const cli = commandLine(dataDir, env);
afterAll(() => server.kill());

it('says in one sentence that the event store is empty', async () => {
  expect(await operatorProcess(dataDir, ['companies', 'list'], env)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'O log está vazio: inicie o serviço ou execute operator apply, ou confira DATA_DIR e EVENTSTORE_URL\n',
  });
});

it('proves a closed month and the checkpoint that was kept before it', async () => {
  await cli.apply({ ref: 'acme', name: 'Acme', companies: [COMPANY] });
  await writeFile(at('mes.csv'), 'Conta;Saldo Anterior;Débito;Crédito;Saldo Atual\n1;0,00;7,00;7,00;0,00\n');
  await cli.json('import', at('mes.csv'), ...MONTH, '--chart', 'Plano');
  await cli.json('checkpoint', at('antigo.txt'));
  await cli.json('release', ...MONTH);
  await cli.json('close', ...MONTH, '--yes');
  await cli.json('checkpoint', at('novo.txt'));
  const proof = ['prove', '--from', at('antigo.txt'), '--to', at('novo.txt'), at('prova.txt')];
  expect(await cli.json(...proof)).toMatchObject({ ok: true });
  expect(await cli.json('verify', '--checkpoint', at('antigo.txt'))).toMatchObject({ ok: true });
  const kept = ['--checkpoint', at('antigo.txt')];
  await cli.json('dossier', at('dossie.zip'), ...MONTH, ...kept);
  expect(await cli.json('verify-dossier', at('dossie.zip'), ...kept)).toMatchObject({ ok: true, problems: [] });
});

it('signs with one key on every machine, without SEAL_KEY too', async () => {
  const otherMachine = commandLine(await temporaryDir(), env);
  const { keyId } = await cli.json<{ keyId: string }>('checkpoint', at('aqui.txt'));
  expect(await otherMachine.json('checkpoint', at('ali.txt'))).toMatchObject({ ok: true, keyId });
});
