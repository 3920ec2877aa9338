// A process that holds the log's write lock, as one stopped in its writing does, until a file appears. Arguments:
// folder, the file.
import { existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteFile } from '../../../../../src/stores/sqlite/sqliteFile.js';

const [folder = '', file = ''] = process.argv.slice(2);
const log = new SqliteFile(join(folder, 'log.db'), { mode: 'mode=rw' });
log.transaction(() => {
  writeSync(1, 'held\n');
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(file)) Atomics.wait(never, 0, 0, 5);
});
log.close();
