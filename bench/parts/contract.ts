// What readers by machine do most: the same lists by GraphQL, a list that has not changed, the contract.
import { buildMonth } from '../../test/support/builders.js';
import type { Call } from '../clientProtocol.js';
import { cpuMsOf } from '../cpuTime.js';
import { atLeast, interleave, type Figure } from '../measure.js';
import { operator } from '../processes.js';
import { CHART_NAME, importOf, type Stage, type World } from '../stage.js';

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
  const world = await stage.openWorld('contract', { companies: 1, accounts: ACCOUNTS });
  const month = { cnpj: world.cnpjs[0] ?? '', period: PERIOD, chartName: CHART_NAME };
  await importOf(client, [world.importCall(stage.keepBody(buildMonth(world.accounts, month)))], [201]);
  await operator(world.dataDir, 'release', '--company', '1', '--period', PERIOD);

  const figures: Figure[] = [];
  for (const [name, [path, query]] of Object.entries(LISTS))
    figures.push(await listFigure(stage, world, name, path, query));
  return [...figures, ...(await unchangedFigures(stage, world)), await documentFigure(stage, world)];
}

/**
 * A page of lines, sent and told to be the same, as JSON and as CSV. Counted by the service's processor time: a client
 * cannot ask as often as a service can say 304. Bare node http with the same bytes tells how much there is to gain.
 */
async function unchangedFigures(stage: Stage, world: World): Promise<Figure[]> {
  const { floor } = stage;
  const json = world.read('/trial-balances/1/lines?limit=100');
  const csv = { ...json, headers: { accept: 'text/csv' } };
  const bare = { port: floor.port, method: 'GET', path: '/' } as const;
  const { body } = await answered(json);
  await stage.client.send([{ ...bare, method: 'PUT', bodyFile: stage.keepBody(JSON.parse(body) as object) }]);
  const unchanged = async (call: Call): Promise<Call> => ({
    ...call,
    headers: { ...call.headers, 'if-none-match': (await answered(call)).tag },
    status: 304,
  });
  const ours = (call: Call) => perCpuSecond(stage, world.pid(), call);
  const floors = (call: Call) => perCpuSecond(stage, floor.pid, call);
  const samples = await interleave(
    ROUNDS,
    {
      json: ours(json),
      sameJson: ours(await unchanged(json)),
      csv: ours(csv),
      sameCsv: ours(await unchanged(csv)),
      bare: floors(bare),
      sameBare: floors({ ...bare, headers: { 'if-none-match': '"any"' }, status: 304 }),
    },
    1,
  );
  const unit = 'answers per second of processor time';
  return [
    atLeast('304 / 200, 100 lines', 2, samples.sameJson, samples.json, unit),
    atLeast('304 / 200, 100 lines as CSV', 2, samples.sameCsv, samples.csv, unit),
    atLeast('304 / 200, bare http with the same bytes', 1, samples.sameBare, samples.bare, unit),
  ];
}

async function answered({ port, path, key, headers }: Call): Promise<{ body: string; tag: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { ...headers, authorization: `Bearer ${key}` },
  });
  return { body: await answer.text(), tag: answer.headers.get('etag') ?? '' };
}

/** Answers of a process in each second it ran. */
function perCpuSecond(stage: Stage, pid: number, call: Call): () => Promise<number> {
  const run = load(stage, call);
  return async () => {
    const before = cpuMsOf(pid);
    return ((await run()) * FOR_MS) / (cpuMsOf(pid) - before);
  };
}

/** The contract against bare node http that sends the same bytes. */
async function documentFigure(stage: Stage, world: World): Promise<Figure> {
  const { client, floor } = stage;
  const document = { port: world.port(), method: 'GET', path: '/api/v1/docs-json' } as const;
  const [answer] = await client.send([document]);
  if (answer?.status !== 200) throw new Error(`the contract answered ${answer?.status}`);
  const bodyFile = stage.keepBody(JSON.parse(answer.body) as object);
  await client.send([{ port: floor.port, method: 'PUT', path: '/', bodyFile }]);
  const bare = { port: floor.port, method: 'GET', path: '/' } as const;
  const samples = await interleave(ROUNDS, { bare: load(stage, bare), ours: load(stage, document) }, 1);
  return atLeast('the contract / bare http', 0.5, samples.ours, samples.bare, 'requests/s');
}

async function listFigure(stage: Stage, world: World, name: string, path: string, query: string): Promise<Figure> {
  const rest = world.read(path);
  const text = `{ ${query.replace('PAGINATION', 'pagination { page limit total pages }')} }`;
  const graphql = world.query(stage.keepBody({ query: text }));
  const [byRest, byGraphql] = await stage.client.send([rest, graphql]);
  const rows = (JSON.parse(byRest?.body ?? '{}') as { data: unknown[] }).data.length;
  if (rows !== 100 || byGraphql?.body.includes('"errors"') !== false)
    throw new Error(`${path}: ${rows} rows; ${byGraphql?.body.slice(0, 300)}`);
  const samples = await interleave(ROUNDS, { rest: load(stage, rest), graphql: load(stage, graphql) }, 1);
  return atLeast(`GraphQL / REST, 100 ${name}`, 0.5, samples.graphql, samples.rest, 'requests/s');
}

function load({ client }: Stage, call: Call): () => Promise<number> {
  return async () => {
    const { perSecond, failed } = await client.load(call, CONNECTIONS, FOR_MS);
    if (failed > 0) throw new Error(`${failed} calls of ${call.path} failed`);
    return perSecond;
  };
}
