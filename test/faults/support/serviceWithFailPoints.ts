// The service with one fail point armed: FAIL_AT="import.decided:2" kills the process, as kill -9 does, when the
// place is reached for the second time.
import { readConfig } from '../../../src/app/config.js';
import type { FailPoint } from '../../../src/domain/kernel/failPoints.js';
import { startService } from '../../../src/app/service.js';

const [place, nth = '1'] = (process.env['FAIL_AT'] ?? '').split(':') as [FailPoint, string?];
let reached = 0;

const service = await startService(readConfig(process.env), {
  failPoints(point) {
    if (point === place && ++reached === Number(nth)) process.kill(process.pid, 'SIGKILL');
  },
});
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)));
