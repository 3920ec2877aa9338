// A process that holds the log's write lock, as one stopped in its writing does, until a file appears. Arguments: folder,
// the file.
import { existsSync, writeSync } from 'node:fs';
import { openTables } from '../../../../../src/stores/log/lmdb/tables.js';

const [folder = '', file = ''] = process.argv.slice(2);
const tables = openTables(folder);
tables.root.transactionSync(() => {
  writeSync(1, 'held\n');
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(file)) Atomics.wait(never, 0, 0, 5);
});
await tables.root.close();
