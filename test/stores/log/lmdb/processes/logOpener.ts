// A process of its own that opens a folder and closes it again, so many times. Arguments: folder, times.
import { openEmbeddedLog } from '../../../../../src/stores/log/lmdb/embeddedLog.js';

const [folder = '', times = '1'] = process.argv.slice(2);

for (let time = 0; time < Number(times); time += 1) await (await openEmbeddedLog(folder)).close();
