// The scaled-out service under load, for suites that take one of its stores away: two processes that answer
// requests, one that projects, and a load that goes on until the proof.
import { registerLedger } from '../../support/ledger.js';
import { startLoad, type Call, type LoadOptions } from './load.js';
import { openScaledOut, ready } from '../../support/scaledOut.js';
import { PATIENCE_MS, until } from '../../support/until.js';

export type UnderLoad = Readonly<Awaited<ReturnType<typeof openUnderLoad>>>;

export async function openUnderLoad(options: Omit<LoadOptions, 'urls' | 'ledger'>) {
  const stores = await openScaledOut();
  const services = Promise.all([stores.start('projector'), stores.start('api'), stores.start('api')]);
  const ledger = await registerLedger(stores.folder, { env: stores.env, companies: 3 });
  const [projector, ...apis] = await services;
  await Promise.all([...apis, projector].map((service) => ready(service, PATIENCE_MS)));
  const load = startLoad({ urls: () => apis.map(({ url }) => url), ledger, ...options });
  await load.next(3);
  return {
    stores,
    apis,
    projector,
    ledger,
    load,
    /** Calls of a kind are answered with a status again, and every process says that it is ready. */
    async isBack(kind: Call['kind'], status: number) {
      const ofKind = async () => (await load.next(1))[kind === 'write' ? 'writes' : 'reads'];
      await until(async () => (await ofKind()).some((call) => call.status === status), 'an answer', PATIENCE_MS);
      await Promise.all(apis.map((service) => ready(service, PATIENCE_MS)));
    },
    async close() {
      await load.stop();
      await stores.close();
    },
  };
}
