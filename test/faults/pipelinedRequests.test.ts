// One address sends many requests at once on each of its connections, without a key: others are served meanwhile,
// and the process stays small (docs/spec/requests.md#connections).
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '#jest';
import { answerOf } from '../api/support/bareServer.js';
import { bytesOf } from '../api/support/http.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import { socketsTo } from './support/sockets.js';

const CONNECTIONS = 190;
const AT_ONCE = 1_000;
const LOOKS = 20;
/** Some milliseconds on a machine of its own; above 20 s when all that came was begun at once. */
const HEALTH_MS = 5_000;
const MEMORY_MB = 500;

describe(`A service to which one address sends ${AT_ONCE} requests at once on ${CONNECTIONS} connections`, () => {
  let service: Service;
  const open = socketsTo(() => service);

  beforeAll(async () => {
    service = await startService({ dataDir: await temporaryDir() });
  });

  it('answers health to another address, within its memory', async () => {
    const packet = Buffer.concat(Array.from({ length: AT_ONCE }, () => bytesOf({ path: '/api/v1/companies' })));
    let answered = 0;
    for (let at = 0; at < CONNECTIONS; at++) {
      const socket = open('127.0.0.2');
      socket.on('data', () => answered++);
      const send = (): boolean => socket.write(packet);
      socket.on('connect', send).on('drain', send);
    }
    await until(() => answered > 0, 'an answer');
    const times: number[] = [];
    for (let look = 0; look < LOOKS; look++) {
      const socket = open('127.0.0.9');
      socket.write(bytesOf({ path: '/health/live' }));
      const { status, ms } = await answerOf(socket);
      expect(status).toBe(200);
      times.push(ms);
    }
    expect(Math.max(...times)).toBeLessThan(HEALTH_MS);
    expect(peakMb(service.pid)).toBeLessThan(MEMORY_MB);
  });
});

function peakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}
