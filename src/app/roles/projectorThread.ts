// Entry point of the projector's thread: runs the projections and, as that too is the work of one process at a time, the
// sealer.
import { once } from 'node:events';
import { workerData } from 'node:worker_threads';
import { systemClock } from '../../commands/kernel/context.js';
import { startSealer } from '../../commands/log/seals.js';
import { runProjector } from '../../projections/engine/projector.js';
import { serveProjector } from '../../projections/engine/projectorThread.js';
import { openRawLog, openReadStore, openSharedMongo, type StoreAddresses } from '../stores.js';
import { projections } from '../../projections/views/allProjections.js';
import { withCodec } from '../../stores/log/codec.js';

export type ProjectorThreadData = StoreAddresses & Readonly<{ logId: string }>;

/** How often the embedded log is polled; one poll takes some microseconds. */
const POLL_MS = 3;

const { logId, ...addresses } = workerData as ProjectorThreadData;

await serveProjector(async (inThread) => {
  const rawLog = await openRawLog(addresses, POLL_MS);
  const mongo = await openSharedMongo(addresses);
  const store = openReadStore(addresses, mongo);
  async function alongside(signal: AbortSignal): Promise<void> {
    const sealer = startSealer({
      rawLog,
      clock: systemClock,
      onError: (error) => inThread.onFailure(error instanceof Error ? error : new Error(String(error))),
    });
    if (!signal.aborted) await once(signal, 'abort');
    await sealer.stop();
  }
  try {
    await runProjector({ log: withCodec(rawLog), logId, store, projections, alongside, ...inThread });
  } finally {
    await store.close();
    await mongo?.close();
    await rawLog.close();
  }
});
