// The scaled-out service under load, for suites that take one of its stores away: two processes that answer
// requests, one that projects, and a load that goes on until the proof.
import { registerLedger, type Ledger } from '../../support/ledger.js';
import { startLoad, type Call, type Load, type LoadOptions } from './load.js';
import { openScaledOut, ready, type ScaledOut } from '../../support/scaledOut.js';
import type { Service } from '../../support/service.js';
import { PATIENCE_MS, until } from '../../support/until.js';

export type UnderLoad = Readonly<{
  stores: ScaledOut;
  apis: readonly [Service, Service];
  projector: Service;
  ledger: Ledger;
  load: Load;
  /** Calls of a kind are answered with a status again, and every process says that it is ready. */
  isBack(kind: Call['kind'], status: number): Promise<void>;
  close(): Promise<void>;
}>;

export async function openUnderLoad(options: Omit<LoadOptions, 'urls' | 'ledger'>): Promise<UnderLoad> {
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
    async isBack(kind, status) {
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
