// Entry point of the projector's thread: projections and sealer, both in one process at a time.
import { once } from 'node:events';
import { systemClock } from '../../commands/kernel/context.js';
import { startSealer } from '../../commands/seals/seals.js';
import { noteKey } from '../../commands/seals/checkpoint.js';
import { withAppend } from '../../domain/kernel/log.js';
import { StoreUnavailable } from '../../domain/kernel/storeError.js';
import { runProjector } from '../../projections/engine/projector.js';
import { serveProjector } from '../../projections/engine/projectorThread.js';
import { openRawLog, openReadStore, openSharedMongo, type StoreAddresses } from '../stores.js';
import { projections } from '../../projections/views/allProjections.js';
import { withCodec } from '../../stores/log/codec.js';

/** `sealSeed`: the key that signs checkpoints. */
export type ProjectorData = StoreAddresses & Readonly<{ logId: string; sealSeed: Uint8Array }>;

serveProjector(async ({ logId, sealSeed, ...addresses }: ProjectorData, inThread) => {
  const rawLog = await openRawLog(addresses, { creates: false });
  const mongo = await openSharedMongo(addresses);
  const store = openReadStore(addresses, mongo);
  async function alongside(signal: AbortSignal): Promise<void> {
    const sealer = startSealer({
      rawLog: withAppend(rawLog, async (...call) => {
        if (!inThread.mayAppend()) throw new StoreUnavailable('The log went back');
        return rawLog.append(...call);
      }),
      clock: systemClock,
      signer: { logId, key: noteKey(sealSeed) },
      onError: (error) => inThread.onFailure(error instanceof Error ? error : new Error(String(error))),
    });
    if (!signal.aborted) await once(signal, 'abort');
    await sealer.stop();
  }
  try {
    const { onFailure, onProgress, signal } = inThread;
    const log = withCodec(rawLog);
    await runProjector({
      log,
      logId,
      store,
      projections,
      alongside,
      onProgress,
      onFailure,
      signal,
      onWentBack: onFailure,
    });
  } finally {
    await store.close();
    await mongo?.close();
    await rawLog.close();
  }
});
