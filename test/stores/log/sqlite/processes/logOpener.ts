// A process of its own that opens a folder and closes it again, so many times. Arguments: folder, times.
import { join } from 'node:path';
import { openEmbeddedLog } from '../../../../../src/stores/log/sqlite/embeddedLog.js';

const [folder = '', times = '1'] = process.argv.slice(2);

for (let time = 0; time < Number(times); time += 1) await (await openEmbeddedLog(join(folder, 'log.db'))).close();
