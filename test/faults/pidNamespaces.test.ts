// Processes of two PID namespaces, as of two containers, on one DATA_DIR (docs/spec/stores.md#one-namespace): the
// second is refused. Needs the right to make namespaces; where it is missing, the tests say
// so on stderr and are skipped.
import { beforeEach, describe, expect, it } from '#jest';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cleanEnv, distDir, startService, temporaryDir, type Service } from '../support/service.js';
import { operatorProcess } from '../support/operator.js';
import { registerLedger } from '../support/ledger.js';
import { until } from '../support/until.js';

const UNSHARE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...UNSHARE.slice(1), 'true']).status === 0;
if (!canUnshare) process.stderr.write('SKIPPED in pidNamespaces: no PID namespace can be made here\n');
const withNamespaces = canUnshare ? describe : describe.skip;

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryDir();
});

type Ended = Readonly<{ status: number | null; stderr: string }>;

function apart(...program: readonly string[]) {
  const [command = '', ...rest] = [...UNSHARE, process.execPath, ...program];
  const child = spawn(command, rest, {
    env: { ...cleanEnv(), PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close').then(([status]): Ended => ({ status: status as number | null, stderr }));
  return { ended, hasStarted: () => stdout.includes('"started":true'), kill: () => child.kill('SIGKILL') };
}
const serviceApart = () => apart(join(distDir, 'bin/main.js'));

withNamespaces('Two PID namespaces', () => {
  const refused: Ended = {
    status: 1,
    stderr: expect.stringMatching(
      /^.* está em uso por outro contêiner ou outra máquina: encerre o outro processo, ou execute o comando dentro do contêiner do serviço \(docker exec\)\n$/,
    ) as unknown as string,
  };

  it('never share a folder, while processes of one do', async () => {
    const service: Service = await startService({ dataDir });
    try {
      await registerLedger(dataDir);
      expect(await serviceApart().ended).toEqual(refused);
      expect(await apart(join(distDir, 'bin/operator.js'), 'keys', 'list').ended).toEqual(refused);
      const second = await startService({ dataDir, env: { ROLES: 'api' } });
      expect((await operatorProcess(dataDir, ['keys', 'list'])).status).toBe(0);
      expect(await second.stop()).toBe(0);
    } finally {
      await service.kill();
    }
  });

  it('follow each other at once, even after a kill', async () => {
    for (let round = 0; round < 3; round += 1) {
      const service = serviceApart();
      await until(service.hasStarted, 'the start');
      service.kill();
      await service.ended;
    }
    const service = await startService({ dataDir });
    expect(await service.stop()).toBe(0);
  });

  it('that start at once: exactly one is served', async () => {
    const both = [serviceApart(), serviceApart()];
    const first = await Promise.race(both.map(({ ended }) => ended));
    expect(first).toEqual(refused);
    await until(() => both.some(({ hasStarted }) => hasStarted()), 'the start of the other');
    for (const { kill } of both) kill();
    await Promise.all(both.map(({ ended }) => ended));
  });
});
