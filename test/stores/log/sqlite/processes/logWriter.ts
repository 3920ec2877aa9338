// A process of its own that appends to one stream as fast as it can, each event after the last was acknowledged,
// and tells every acknowledgement by one line on stdout: `ack <revision> <position> <id>`, or `rejected`.
// Arguments: folder, stream, number of appends (0: until killed), milliseconds to wait for an answer, and after
// each.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_STREAM } from '../../../../../src/domain/kernel/log.js';
import { openEmbeddedLog } from '../../../../../src/stores/log/sqlite/embeddedLog.js';
import { closed } from '../../../../support/logEvents.js';

const [folder = '', stream = '', appends = '0', answerMs = '10000', pauseMs = '0'] = process.argv.slice(2);
const tell = (line: string) => new Promise((resolve) => process.stdout.write(`${line}\n`, resolve));

const log = await openEmbeddedLog(join(folder, 'log.db'), { answerMs: Number(answerMs) });
let revision = NO_STREAM;
for await (const event of log.read(stream, 0)) revision = event.revision;
await tell('ready');
for (let number = 0; number < Number(appends) || appends === '0'; number += 1) {
  const event = closed(number);
  try {
    const result = await log.append([{ stream, events: [event], expectedRevision: revision }]);
    if (!result.ok) throw new Error(`${stream} is at ${result.actual}, not ${revision}`);
    revision = result.revision;
    await tell(`ack ${result.revision} ${result.position} ${event.id}`);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AppendFailed') throw error;
    await tell('rejected');
  }
  if (pauseMs !== '0') await pause(Number(pauseMs));
}
await tell('done');
process.exit(0);
