// Entry of the projector's thread for the embedded stores: joins its own log and read store to the projections.
import { workerData } from 'node:worker_threads';
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
  const log = withCodec(await openEmbeddedLog(logFolder, { pollMs: POLL_MS }));
  const store = openEmbeddedReadStore(readFolder, declared);
  try {
    await runProjector({ log, logId, store, projections, ...inThread });
  } finally {
    await store.close();
    await log.close();
  }
});
