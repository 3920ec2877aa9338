// Answers 304 against answers 200, by the service's processor time: no client is fast enough to saturate a service with 304.
import { buildMonth } from '../../test/support/builders.js';
import type { Call } from '../clientProtocol.js';
import { cpuMsOf } from '../cpuTime.js';
import { atLeast, interleave, type Figure } from '../measure.js';
import { CHART_NAME, importOf, type Stage, type BenchService } from '../stage.js';

const ACCOUNTS = 20_000;
const MONTHS = 12;
const LIMIT = 100;
const CONNECTIONS = 16;
const FOR_MS = 1_000;
const ROUNDS = 5;
const UNIT = 'answers per second of processor time';

export async function unchanged(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('unchanged', { companies: 1, accounts: ACCOUNTS });
  const cnpj = service.cnpjs[0] ?? '';
  for (let month = 1; month <= MONTHS; month++) {
    const period = `2022-${String(month).padStart(2, '0')}`;
    const body = buildMonth(service.accounts, { cnpj, period, chartName: CHART_NAME });
    await importOf(stage.client, [service.importCall(stage.keepBody(body))], [201]);
    stage.forgetBodies();
  }
  return [...(await yearFigures(stage, service)), ...(await pageFigures(stage, service))];
}

/** All pages of a year, one after another, as lists are read; more than the service keeps in memory. */
async function yearFigures(stage: Stage, service: BenchService): Promise<Figure[]> {
  const paths = Array.from({ length: MONTHS }, (_month, month) =>
    Array.from(
      { length: ACCOUNTS / LIMIT },
      (_page, page) => `/trial-balances/${month + 1}/lines?limit=${LIMIT}&page=${page + 1}`,
    ),
  ).flat();
  const calls = paths.map((path) => service.read(path));
  const tags: string[] = [];
  for (const call of calls) tags.push(await tagOf(call));
  const first = calls[0] ?? service.read('');
  const year: Call = { ...first, paths: calls.map(({ path }) => ({ path })) };
  const sameYear: Call = {
    ...first,
    paths: calls.map(({ path }, at) => ({ path, headers: { 'if-none-match': tags[at] ?? '' } })),
    status: 304,
  };
  const samples = await interleave(
    ROUNDS,
    { sent: perCpuSecond(stage, service.pid(), year), same: perCpuSecond(stage, service.pid(), sameYear) },
    1,
  );
  return [atLeast(`304 / 200, ${paths.length} pages in turn`, 2, samples.same, samples.sent, UNIT)];
}

/** One page over and over, as JSON from memory and as CSV. Bare node http with its bytes tells how much there is to gain. */
async function pageFigures(stage: Stage, service: BenchService): Promise<Figure[]> {
  const { client, floor } = stage;
  const json = service.read(`/trial-balances/1/lines?limit=${LIMIT}`);
  const csv = { ...json, headers: { accept: 'text/csv' } };
  const bare = { port: floor.port, method: 'GET', path: '/' } as const;
  const [answer] = await client.send([json]);
  const bodyFile = stage.keepBody(JSON.parse(answer?.body ?? '') as object);
  await client.send([{ ...bare, method: 'PUT', bodyFile }]);
  const same = async (call: Call): Promise<Call> => ({
    ...call,
    headers: { ...call.headers, 'if-none-match': await tagOf(call) },
    status: 304,
  });
  const ours = (call: Call) => perCpuSecond(stage, service.pid(), call);
  const floors = (call: Call) => perCpuSecond(stage, floor.pid, call);
  const samples = await interleave(
    ROUNDS,
    {
      json: ours(json),
      sameJson: ours(await same(json)),
      csv: ours(csv),
      sameCsv: ours(await same(csv)),
      bare: floors(bare),
      sameBare: floors({ ...bare, headers: { 'if-none-match': '"any"' }, status: 304 }),
    },
    1,
  );
  return [
    atLeast('304 / 200, one page over and over', 1, samples.sameJson, samples.json, UNIT),
    atLeast('304 / 200, one page as CSV', 2, samples.sameCsv, samples.csv, UNIT),
    atLeast('304 / 200, bare http with the same bytes', 1, samples.sameBare, samples.bare, UNIT),
  ];
}

async function tagOf({ port, path, key, headers }: Call): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { ...headers, authorization: `Bearer ${key}` },
  });
  await answer.arrayBuffer();
  return answer.headers.get('etag') ?? '';
}

/** Answers of a process in each second it ran. */
function perCpuSecond({ client }: Stage, pid: number, call: Call): () => Promise<number> {
  return async () => {
    const before = cpuMsOf(pid);
    const { perSecond, failed } = await client.load(call, CONNECTIONS, FOR_MS);
    if (failed > 0) throw new Error(`${failed} calls of ${call.path} failed`);
    return (perSecond * FOR_MS) / (cpuMsOf(pid) - before);
  };
}
