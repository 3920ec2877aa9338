// A worker thread with a log of its own on the folder given: appends one event to its own stream per message.
import { join } from 'node:path';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import { openEmbeddedLog } from '../../../../../src/stores/log/sqlite/embeddedLog.js';
import { closed } from '../../../../support/logEvents.js';
import { PATIENCE_MS } from '../../../../support/until.js';

const log = await openEmbeddedLog(join(workerData as string, 'log.db'), { answerMs: PATIENCE_MS });
let revision = -1;
let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (message: 'append' | 'end') => {
  if (message === 'end') {
    void last.then(() => log.close()).then(() => parentPort?.close());
    return;
  }
  const event = closed(revision + 1);
  const now = { ...event, metadata: { ...event.metadata, at: new Date().toISOString() } };
  last = log.append(`client-${threadId}`, [now], revision);
  revision += 1;
});
parentPort?.postMessage('ready');
