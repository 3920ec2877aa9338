// Entry of the projector's thread for the embedded stores: joins its own log and read store to the projections, and
// seals the log beside them, for sealing too is the work of one process at a time.
import { once } from 'node:events';
import { workerData } from 'node:worker_threads';
import { systemClock } from './commands/context.js';
import { startSealer } from './commands/seals.js';
import { runProjector } from './projections/engine/projector.js';
import { serveProjector } from './projections/engine/projectorThread.js';
import { declared, projections } from './projections/views/catalogue.js';
import { withCodec } from './stores/log/codec.js';
import { openEmbeddedLog } from './stores/log/embedded.js';
import { openEmbeddedReadStore } from './stores/readStore/embedded.js';

export type ProjectorThreadData = Readonly<{ logFolder: string; readFolder: string; logId: string }>;

/** How soon an import is noticed after its append: a look costs some microseconds. */
const POLL_MS = 3;

const { logFolder, readFolder, logId } = workerData as ProjectorThreadData;

await serveProjector(async (inThread) => {
  const rawLog = await openEmbeddedLog(logFolder, { pollMs: POLL_MS });
  const store = openEmbeddedReadStore(readFolder, declared);
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
    await rawLog.close();
  }
});
