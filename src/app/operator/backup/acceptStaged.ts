// `log accept` for the staged log of a restore: ids that may have been assigned after the backup are not assigned again.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../../commands/kernel/context.js';
import { acceptLog } from '../../../commands/log/acceptLog.js';
import { sentences } from '../../../messages/operator/backups.js';
import { operator } from '../../../operator/session.js';
import { openEmbeddedDeliveryQueue } from '../../../stores/deliveryQueue/sqlite/embeddedDeliveryQueue.js';
import { withCodec } from '../../../stores/log/codec.js';
import { openEmbeddedLog } from '../../../stores/log/sqlite/embeddedLog.js';
import { highestIds, QUEUE_MEMBERS, resumeCommand } from '../acceptRestoredLog.js';
import type { BackupManifest } from './manifest.js';
import type { PrintLine } from './makeBackup.js';

/** Does not change a log without a deployment. */
export async function acceptStaged(
  staging: string,
  { log: state, createdAt }: BackupManifest,
  printLine: PrintLine,
): Promise<void> {
  if (state === null || state.id === null) return;
  const [path, file] = [join(staging, 'log', 'log.db'), join(staging, 'queue.db')];
  const queue = existsSync(file) ? openEmbeddedDeliveryQueue(file) : null;
  const rawLog = await openEmbeddedLog(path, { creates: false });
  try {
    const extent = queue && (await queue.extent(QUEUE_MEMBERS));
    const fanOut = queue && (await queue.fanOutCheckpoint());
    await acceptLog({
      ...{ log: withCodec(rawLog), clock: systemClock, actor: operator, idsFrom: null },
      reason: sentences.restoreReason(createdAt),
      highest: highestIds([], extent),
    });
    printLine(sentences.restoredResume(resumeCommand(fanOut, extent)));
  } finally {
    await rawLog.close();
    await queue?.close();
  }
}
