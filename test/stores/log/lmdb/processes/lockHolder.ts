// A process that holds the log's write lock, as one stopped in its writing does. Arguments: folder, milliseconds.
import { writeSync } from 'node:fs';
import { openTables } from '../../../../../src/stores/log/lmdb/tables.js';

const [folder = '', holdMs = '0'] = process.argv.slice(2);
const tables = openTables(folder);
tables.root.transactionSync(() => {
  writeSync(1, 'held\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(holdMs));
});
await tables.root.close();
