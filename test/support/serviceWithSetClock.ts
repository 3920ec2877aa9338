// The service with a wall clock that stands at what the file CLOCK_FILE says (ISO 8601), for as long as it says so.
import { readFileSync } from 'node:fs';
import { readConfig } from '../../src/app/config.js';
import { startService } from '../../src/app/service.js';

const path = process.env['CLOCK_FILE'] ?? '';
const clock = {
  now: () => new Date(readFileSync(path, 'utf8')),
  monotonicMs: () => performance.now(),
};
const service = await startService(readConfig(process.env), { clock });
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
