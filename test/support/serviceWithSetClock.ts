// The service with a wall clock fixed to the time in the file CLOCK_FILE (ISO 8601), read at each call.
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
