// Reads every key and value of the log in the folder given as its argument; exits with 0 if all could be read. Runs in a
// process of its own, which the system kills at a missing page.
import { openTables } from './tables.js';

const { streams, events, index } = openTables(process.argv[2] ?? '', { readOnly: true });
for (const table of [streams, index, events]) {
  const entries: Iterable<unknown> = table.getRange();
  for (const entry of entries) if (entry === undefined) process.exit(1);
}
process.exit(0);
