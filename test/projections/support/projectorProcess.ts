// A projector in a process of its own, for tests that kill it:
// `node projectorProcess.js FOLDER [FAIL_POINT TIMES]`. At the fail point it kills itself with SIGKILL, as a lost
// machine would; the projection of trial balances runs alone then, so that no other reaches the point first.
// Prints a line once everything is shown.
import { join } from 'node:path';
import { dataPaths } from '../../../src/app/stores.js';
import { noFailPoints } from '../../../src/domain/kernel/failPoints.js';
import { runProjector } from '../../../src/projections/engine/projector.js';
import { declared, projections } from '../../../src/projections/views/allProjections.js';
import { withCodec } from '../../../src/stores/log/codec.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { openEmbeddedReadStore } from '../../../src/stores/readStore/openReadStore.js';
import { atFailPoint, LOG_ID } from './readSide.js';

const [folder = '', point, times = '1'] = process.argv.slice(2);
const log = withCodec(await openEmbeddedLog(dataPaths(folder).log));
const store = openEmbeddedReadStore(join(folder, 'read'), declared);
const chosen = projections.filter(({ name }) => point === undefined || name === 'trialBalances');
const live = new Set<string>();

await runProjector({
  log,
  logId: LOG_ID,
  store,
  projections: chosen,
  signal: new AbortController().signal,
  failPoints: point === undefined ? noFailPoints : atFailPoint(point, Number(times), dieAtOnce),
  onProgress({ projection, phase }) {
    if (phase !== 'live' || live.has(projection)) return;
    live.add(projection);
    if (live.size === chosen.length) process.stdout.write('live\n');
  },
});

function dieAtOnce(): Promise<void> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}
