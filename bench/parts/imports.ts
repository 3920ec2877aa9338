// A month of 20,000 lines, the month before there to compare: against the floor, resent, wrong, beside other readers,
// four at once.
import { buildMonth, everyLineWrong } from '../../test/support/builders.js';
import { atLeast, atMost, interleave, type Figure } from '../measure.js';
import { CHART_NAME, importOf, type Stage, type BenchService } from '../stage.js';

const LINES = 20_000;
const ROUNDS = 13;
const AT_ONCE = 4;

export async function imports(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('imports', { companies: AT_ONCE, accounts: LINES });
  for (const cnpj of service.cnpjs)
    await importOf(stage.client, [march(stage, service, cnpj, 0, '2022-02')], [201]);
  return [
    ...(await againstFloor(stage, service)),
    await besideReaders(stage, service),
    await severalAtOnce(stage, service),
  ];
}

/** Every variant is a version of its own. */
function march(
  stage: Stage,
  service: BenchService,
  cnpj: string | undefined,
  variant: number,
  period = '2022-03',
) {
  const body = buildMonth(service.accounts, { cnpj: cnpj ?? '', period, chartName: CHART_NAME, variant });
  return service.importCall(stage.keepBody(body));
}

async function againstFloor(stage: Stage, service: BenchService): Promise<Figure[]> {
  const { client, floor } = stage;
  const cnpj = service.cnpjs[0] ?? '';
  let current = march(stage, service, cnpj, 0);
  await importOf(client, [current], [201]);
  const valid = buildMonth(service.accounts, { cnpj, period: '2022-03', chartName: CHART_NAME });
  const wrongMovement = service.importCall(stage.keepBody(everyLineWrong(valid, 'movement')));
  const wrongAmount = service.importCall(stage.keepBody(everyLineWrong(valid, 'amount')));
  const floorCall = { ...current, port: floor.port, path: '/' };
  const readable: number[] = [];
  const timed = async (call: typeof current, status: number) =>
    (await importOf(client, [call], [status])).eachMs[0] ?? NaN;

  const samples = await interleave(ROUNDS, {
    floor: () => timed(floorCall, 201),
    async valid(round) {
      current = march(stage, service, cnpj, round + 1);
      const [createdMs, readableMs] = await importAndRead(stage, service, current);
      readable.push(readableMs);
      return createdMs;
    },
    resend: () => timed(current, 200),
    wrongMovement: () => timed(wrongMovement, 400),
    wrongAmount: () => timed(wrongAmount, 400),
  });
  return [
    atMost('20,000 lines to 201 / floor', 1.6, samples.valid, samples.floor),
    atMost('last page readable / floor', 2.5, readable.slice(-ROUNDS), samples.floor),
    atMost('identical resend / floor', 0.8, samples.resend, samples.floor),
    atMost('every movement wrong / valid', 1.2, samples.wrongMovement, samples.valid),
    atMost('every amount wrong / valid', 1.2, samples.wrongAmount, samples.valid),
  ];
}

/** Time to the 201, and from the beginning of the request until the last page was there. */
async function importAndRead(
  { client }: Stage,
  service: BenchService,
  call: ReturnType<typeof march>,
): Promise<[number, number]> {
  const [created] = await client.send([call]);
  if (created?.status !== 201)
    throw new Error(`expected 201, got ${created?.status}: ${created?.body.slice(0, 500)}`);
  const { data } = JSON.parse(created.body) as { data: { trialBalanceId: number } };
  const lastPage = service.read(`/trial-balances/${data.trialBalanceId}/lines?page=${LINES / 100}&limit=100`);
  for (;;) {
    const [page] = await client.send([lastPage]);
    const rows = page?.status === 200 ? (JSON.parse(page.body) as { data: unknown[] }).data.length : 0;
    if (page && rows === 100) return [created.endedMs - created.startedMs, page.endedMs - created.startedMs];
  }
}

async function besideReaders(stage: Stage, service: BenchService): Promise<Figure> {
  const [own, slowest]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const call = march(stage, service, service.cnpjs[1], round + 1);
    const { polled, done } = await stage.observer.pollDuring(service.observerRead(), () =>
      importOf(stage.client, [call], [201]),
    );
    if (polled.failed > 0) throw new Error(`${polled.failed} reads failed beside an import`);
    own.push(done.eachMs[0] ?? NaN);
    slowest.push(polled.slowestMs);
  }
  return atMost('slowest GET of another client / the import', 0.4, slowest, own);
}

async function severalAtOnce(stage: Stage, service: BenchService): Promise<Figure> {
  let variant = 100;
  const throughput = async (concurrency: number): Promise<number> => {
    variant++;
    const calls = service.cnpjs.map((cnpj) => march(stage, service, cnpj, variant));
    return (AT_ONCE * 1000) / (await importOf(stage.client, calls, [201], concurrency)).wallMs;
  };
  const samples = await interleave(7, { oneAtATime: () => throughput(1), atOnce: () => throughput(AT_ONCE) });
  return atLeast('four imports at once / one at a time', 1.2, samples.atOnce, samples.oneAtATime, 'imports/s');
}
