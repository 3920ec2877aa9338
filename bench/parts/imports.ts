// A month of 20,000 lines, the month before there to compare: against the floor, resent, beside a reader.
import { atMost, interleave, ratio, type Figure } from '../measure.js';
import type { Call } from '../protocol.js';
import { answersTo, idIn, msOf, type Stage, type BenchService } from '../stage.js';

const LINES = 20_000;
const ROUNDS = 13;

export async function imports(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('imports', { companies: 2, accounts: LINES });
  for (const cnpj of service.cnpjs)
    await answersTo(stage.client, [service.monthCall({ cnpj, period: '2022-02' })], 201);
  return [...(await againstFloor(stage, service)), await besideReader(stage, service)];
}

async function againstFloor({ client, floor }: Stage, service: BenchService): Promise<Figure[]> {
  let current = service.monthCall({});
  await answersTo(client, [current], 201);
  const floorCall = { ...current, port: floor.port, path: '/' };
  const readable: number[] = [];
  const samples = await interleave(ROUNDS, {
    floor: () => msOf(client, floorCall, 201),
    async imported(round) {
      current = service.monthCall({ variant: round + 1 });
      const [createdMs, readableMs] = await importAndRead(client, service, current);
      readable.push(readableMs);
      return createdMs;
    },
    resent: () => msOf(client, current, 200),
  });
  return [
    atMost('20,000 lines to the 201 / floor', 2.5, ratio(samples.imported, samples.floor)),
    atMost('last page readable / floor', 4, ratio(readable.slice(-ROUNDS), samples.floor)),
    atMost('resend / import', 1, ratio(samples.resent, samples.imported)),
  ];
}

/** Time to the 201, and from the beginning of the request until the last page was there. */
async function importAndRead(
  client: Stage['client'],
  service: BenchService,
  call: Call,
): Promise<[number, number]> {
  const [created] = await answersTo(client, [call], 201);
  const lastPage = service.read(`/trial-balances/${idIn(created)}/lines?page=${LINES / 100}&limit=100`);
  for (;;) {
    const [page] = await client.send([lastPage]);
    const rows = page?.status === 200 ? (JSON.parse(page.body) as { data: unknown[] }).data.length : 0;
    if (created && page && rows === 100)
      return [created.endedMs - created.startedMs, page.endedMs - created.startedMs];
  }
}

async function besideReader(stage: Stage, service: BenchService): Promise<Figure> {
  const [own, slowest]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const call = service.monthCall({ cnpj: service.cnpjs[1] ?? '', variant: round + 1 });
    const { polled, done } = await stage.observer.pollDuring(service.observerRead(), () =>
      msOf(stage.client, call, 201),
    );
    if (polled.failed > 0) throw new Error(`${polled.failed} reads failed beside an import`);
    own.push(done);
    slowest.push(polled.slowestMs);
  }
  return atMost('slowest GET of another client / the import meanwhile', 0.5, ratio(slowest, own));
}
