// A page of 100 lines, with key, scope, limit and log, against bare node http that sends the same bytes.
import { buildMonth } from '../../test/support/builders.js';
import type { Call, LoadResult } from '../clientProtocol.js';
import { atLeast, atMost, interleave, type Figure } from '../measure.js';
import { CHART_NAME, importOf, type Stage } from '../stage.js';

const LINES = 20_000;
const CONNECTIONS = 16;
const FOR_MS = 2_000;
const ROUNDS = 7;

export async function reads(stage: Stage): Promise<Figure[]> {
  const { client, floor } = stage;
  const service = await stage.openService('reads', { companies: 1, accounts: LINES });
  const body = buildMonth(service.accounts, {
    cnpj: service.cnpjs[0] ?? '',
    period: '2022-03',
    chartName: CHART_NAME,
  });
  const { ids } = await importOf(client, [service.importCall(stage.keepBody(body))], [201]);
  const page = (number: number) => service.read(`/trial-balances/${ids[0]}/lines?page=${number}&limit=100`);
  const [first] = await client.send([page(1)]);
  if (first?.status !== 200) throw new Error(`the first page answered ${first?.status}`);
  const bytes = stage.keepBody(JSON.parse(first.body) as object);
  await client.send([{ port: floor.port, method: 'PUT', path: '/', bodyFile: bytes }]);

  const results: Record<'floor' | 'first' | 'last', LoadResult[]> = { floor: [], first: [], last: [] };
  const load = (name: keyof typeof results, call: Call) => async () => {
    const result = await client.load(call, CONNECTIONS, FOR_MS);
    if (result.failed > 0) throw new Error(`${result.failed} reads of ${call.path} failed`);
    results[name].push(result);
    return result.perSecond;
  };
  const samples = await interleave(
    ROUNDS,
    {
      floor: load('floor', { port: floor.port, method: 'GET', path: '/' }),
      first: load('first', page(1)),
      last: load('last', page(LINES / 100)),
    },
    1,
  );
  const p99 = (name: keyof typeof results) => results[name].slice(-ROUNDS).map(({ p99Ms }) => p99Ms);
  return [
    atLeast('page of 100 lines / bare http', 0.5, samples.first, samples.floor, 'requests/s'),
    atMost('p99 of that page / bare http', 3, p99('first'), p99('floor')),
    atLeast('page 200 / page 1', 0.9, samples.last, samples.first, 'requests/s'),
  ];
}
