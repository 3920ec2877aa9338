// What readers by machine ask for: the same lists by GraphQL and by REST, the contract.
import { buildMonth } from '../../test/support/builders.js';
import type { Call } from '../clientProtocol.js';
import { atLeast, interleave, type Figure } from '../measure.js';
import { operator } from '../processes.js';
import { CHART_NAME, importOf, type Stage, type BenchService } from '../stage.js';

const ACCOUNTS = 2_000;
const CONNECTIONS = 16;
const FOR_MS = 1_000;
const ROUNDS = 5;
const PERIOD = '2022-03';

/** The REST path of each list with the same list in GraphQL, every field of it. */
const LISTS: Readonly<Record<string, readonly [string, string]>> = {
  lines: [
    '/trial-balances/1/lines?limit=100',
    'linhasDoBalancete(trialBalanceId: 1, limit: 100) { data { balanceteId empresaId competencia contaCodigo contaDescricao saldoAnterior debito credito saldoFinal } PAGINATION }',
  ],
  'some fields of lines': [
    '/trial-balances/1/lines?limit=100',
    'linhasDoBalancete(trialBalanceId: 1, limit: 100) { data { conta: contaCodigo saldoFinal } PAGINATION }',
  ],
  accounts: [
    '/chart-of-accounts/1/accounts?limit=100',
    'contas(chartId: 1, limit: 100) { data { id planoId empresaId codigo codigoReduzido descricao tipo natureza classificacao departamento setor exigeConciliacao } PAGINATION }',
  ],
  reconciliations: [
    '/reconciliations?limit=100',
    'conciliacoes(limit: 100) { data { id empresaId empresaNome competencia contaId contaCodigo contaDescricao status responsavelNome responsavelPapel prazo slaStatus saldoContabil saldoConciliado diferenca ajustes } PAGINATION }',
  ],
};

export async function contract(stage: Stage): Promise<Figure[]> {
  const { client } = stage;
  const service = await stage.openService('contract', { companies: 1, accounts: ACCOUNTS });
  const month = { cnpj: service.cnpjs[0] ?? '', period: PERIOD, chartName: CHART_NAME };
  await importOf(client, [service.importCall(stage.keepBody(buildMonth(service.accounts, month)))], [201]);
  await operator(service.dataDir, 'release', '--company', '1', '--period', PERIOD);

  const figures: Figure[] = [];
  for (const [name, [path, query]] of Object.entries(LISTS))
    figures.push(await listFigure(stage, service, name, path, query));
  return [...figures, await documentFigure(stage, service)];
}

/** The contract against bare node http that sends the same bytes. */
async function documentFigure(stage: Stage, service: BenchService): Promise<Figure> {
  const { client, floor } = stage;
  const document = { port: service.port(), method: 'GET', path: '/api/v1/docs-json' } as const;
  const [answer] = await client.send([document]);
  if (answer?.status !== 200) throw new Error(`the contract answered ${answer?.status}`);
  const bodyFile = stage.keepBody(JSON.parse(answer.body) as object);
  await client.send([{ port: floor.port, method: 'PUT', path: '/', bodyFile }]);
  const bare = { port: floor.port, method: 'GET', path: '/' } as const;
  const samples = await interleave(ROUNDS, { bare: load(stage, bare), ours: load(stage, document) }, 1);
  return atLeast('the contract / bare http', 0.5, samples.ours, samples.bare, 'requests/s');
}

async function listFigure(
  stage: Stage,
  service: BenchService,
  name: string,
  path: string,
  query: string,
): Promise<Figure> {
  const rest = service.read(path);
  const text = `{ ${query.replace('PAGINATION', 'pagination { page limit total pages }')} }`;
  const graphql = service.query(stage.keepBody({ query: text }));
  const [byRest, byGraphql] = await stage.client.send([rest, graphql]);
  const rows = (JSON.parse(byRest?.body ?? '{}') as { data: unknown[] }).data.length;
  if (rows !== 100 || byGraphql?.body.includes('"errors"') !== false)
    throw new Error(`${path}: ${rows} rows; ${byGraphql?.body.slice(0, 300)}`);
  const samples = await interleave(ROUNDS, { rest: load(stage, rest), graphql: load(stage, graphql) }, 1);
  return atLeast(`GraphQL / REST, 100 ${name}`, 0.45, samples.graphql, samples.rest, 'requests/s');
}

function load({ client }: Stage, call: Call): () => Promise<number> {
  return async () => {
    const { perSecond, failed } = await client.load(call, CONNECTIONS, FOR_MS);
    if (failed > 0) throw new Error(`${failed} calls of ${call.path} failed`);
    return perSecond;
  };
}
