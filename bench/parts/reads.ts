// A page of 100 lines, with key, scope, limit and log, against bare node http that sends the same bytes.
import { atLeast, interleave, ratio, type Figure } from '../measure.js';
import type { Call } from '../protocol.js';
import { answersTo, idIn, type Stage } from '../stage.js';

const LINES = 20_000;
const CONNECTIONS = 16;
const FOR_MS = 2_000;
const ROUNDS = 7;

export async function reads(stage: Stage): Promise<Figure[]> {
  const { client, floor } = stage;
  const service = await stage.openService('reads', { companies: 1, accounts: LINES });
  const [imported] = await answersTo(client, [service.monthCall({})], 201);
  const page = (number: number): Call =>
    service.read(`/trial-balances/${idIn(imported)}/lines?page=${number}&limit=100`);
  const [first] = await answersTo(client, [page(1)], 200);
  const bodyFile = stage.keepBytes(first?.body ?? '');
  await answersTo(client, [{ port: floor.port, method: 'PUT', path: '/', bodyFile }], 200);

  const load = (call: Call) => async (): Promise<number> => {
    const { perSecond, failed } = await client.load(call, CONNECTIONS, FOR_MS);
    if (failed > 0) throw new Error(`${failed} reads of ${call.path} failed`);
    return perSecond;
  };
  const contenders = {
    floor: load({ port: floor.port, method: 'GET', path: '/' }),
    first: load(page(1)),
    last: load(page(LINES / 100)),
  };
  const samples = await interleave(ROUNDS, contenders, 1);
  return [
    atLeast('page of 100 lines / bare http', 0.35, ratio(samples.first, samples.floor, 'requests/s')),
    atLeast('page 200 / page 1', 0.8, ratio(samples.last, samples.first, 'requests/s')),
  ];
}
