// What read models and a delivery queue far away cost: pages, projected imports and deliveries while every answer of MongoDB comes
// 20 ms late. The difference tells how many calls they wait for one after the other. Needs servers
// that .ci/servers/install installs.
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Entry } from '../../test/support/history.js';
import { registerLedger, type Ledger } from '../../test/support/ledger.js';
import { isInstalled } from '../../test/support/installedServers.js';
import { openScaledOut, ready } from '../../test/support/scaledOut.js';
import { until } from '../../test/support/until.js';
import { registerAt } from '../../test/webhooks/support/deliveredEvents.js';
import { ALLOWED } from '../../test/webhooks/support/importingClient.js';
import { startReceiver } from '../../test/webhooks/support/receiver.js';
import { median, versus, type Figure } from '../measure.js';
import { say } from '../report.js';

const MONGO = 'mongo-java-server';
const LATE_MS = 20;
const READS = 25;
const IMPORTS = 15;
/** In which the looks of the processes end that began before. */
const SETTLED_MS = 2_500;
const REST_MS = 300;
const ROLES = ['api', 'projector', 'webhooks'] as const;

/** By kind, and how many calls in a row it may wait for. */
const KINDS = { list: 6, lines: 6, shown: 10, delivered: 8 } as const;
const NAMES = {
  list: 'page of trial balances',
  lines: 'page of 100 lines',
  shown: 'import, until it is read by the view',
  delivered: 'import, until it is delivered',
} as const;
type Kind = keyof typeof KINDS;
type Samples = Record<Kind, number[]>;

export async function lateMongo(): Promise<Figure[]> {
  if (!isInstalled(MONGO) || !isInstalled('redis')) {
    say(`── left out: .ci/servers/install ${MONGO} redis`);
    return [];
  }
  const [stores, receiver] = await Promise.all([openScaledOut({ mongo: MONGO }), startReceiver()]);
  try {
    const services = await Promise.all(ROLES.map((role) => stores.start(role, { env: ALLOWED })));
    const register = (ref: string, firstCnpj: number): Promise<Ledger> =>
      registerLedger(stores.folder, { env: stores.env, ref, firstCnpj, accounts: 200 });
    const [writer, reader] = [await register('escritor', 1), await register('leitor', 50)];
    await Promise.all(services.map((service) => ready(service)));
    const url = services[0]?.url ?? '';
    await registerAt(url, writer.key, receiver.url);

    let variant = 0;
    const imported = async (ledger: Ledger): Promise<Entry & Readonly<{ id: number }>> => {
      variant += 1;
      const entry = await ask(url, ledger, [], { company: 0, period: '2026-01', variant });
      if (typeof entry.answer?.trialBalanceId !== 'number') throw new Error(JSON.stringify(entry));
      return { ...entry, id: entry.answer.trialBalanceId };
    };
    const answered = async (path: string, { key }: Ledger): Promise<number> => {
      const answer = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
      await answer.arrayBuffer();
      return answer.status;
    };
    const timed = async (path: string): Promise<number> => {
      const startedMs = performance.now();
      const status = await answered(path, reader);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      return performance.now() - startedMs;
    };
    const projected = async (samples: Samples): Promise<void> => {
      const { id, answeredMs } = await imported(writer);
      const since = async (holds: () => Promise<boolean> | boolean) => {
        await until(holds);
        return performance.now() - answeredMs;
      };
      const isDelivered = () => receiver.received.some(({ event }) => event.data['trialBalanceId'] === id);
      const [shown, delivered] = await Promise.all([
        since(async () => (await answered(`trial-balances/${id}/lines?limit=1`, writer)) === 200),
        since(isDelivered),
      ]);
      samples.shown.push(shown);
      samples.delivered.push(delivered);
      await pause(REST_MS);
    };

    const { id } = await imported(reader);
    await until(async () => (await answered(`trial-balances/${id}/lines`, reader)) === 200, 'the view');
    const samples = { late: none(), prompt: none(), warm: none() };
    await projected(samples.warm);
    for (const [name, lateMs] of [
      ['prompt', 0],
      ['late', LATE_MS],
      ['prompt', 0],
      ['late', LATE_MS],
    ] as const) {
      stores.mongo.link.delayAnswers(lateMs);
      await pause(SETTLED_MS);
      for (let read = 0; read < READS; read += 1) {
        samples[name].list.push(await timed('trial-balances?limit=20'));
        samples[name].lines.push(await timed(`trial-balances/${id}/lines?limit=100`));
      }
      for (let nth = 0; nth < IMPORTS; nth += 1) await projected(samples[name]);
    }
    return (Object.keys(KINDS) as Kind[]).map((kind) => figureOf(kind, samples.late[kind], samples.prompt[kind]));
  } finally {
    await stores.close();
    await receiver.close();
  }
}

const none = (): Samples => ({ list: [], lines: [], shown: [], delivered: [] });

function figureOf(kind: Kind, late: readonly number[], prompt: readonly number[]): Figure {
  const calls = (median(late) - median(prompt)) / LATE_MS;
  return {
    name: `${NAMES[kind]}, answers of MongoDB ${LATE_MS} ms late, calls in a row`,
    target: `≤ ${KINDS[kind]}`,
    ratio: calls,
    ok: calls <= KINDS[kind],
    detail: versus(late, prompt, 'ms'),
  };
}
