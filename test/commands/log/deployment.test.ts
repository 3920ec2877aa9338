import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDeployment, readDeployment, WrongDeployment } from '../../../src/commands/log/deployment.js';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { withCodec } from '../../../src/stores/log/appendChecks.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { readAll } from '../../support/logEvents.js';
import { temporaryDir } from '../../support/service.js';

const clock = { now: () => new Date('2026-03-02T12:00:00Z'), monotonicMs: () => 0 };
const configured = { environment: 'staging', secretsKeyFingerprint: 'ab12' } as const;

describe('The deployment', () => {
  let folder: string;
  let log: EventLog;
  beforeEach(async () => {
    folder = await temporaryDir();
    log = withCodec(await openEmbeddedLog(join(folder, 'log.db'), { writesHere: true }));
  });
  afterEach(async () => {
    await log.close();
    await rm(folder, { recursive: true });
  });

  it('is recorded at the first start and the same at every later one', async () => {
    expect(await readDeployment(log)).toBeNull();
    const first = await ensureDeployment(log, clock, configured);
    expect(await ensureDeployment(log, clock, configured)).toEqual(first);
    expect(await readDeployment(log)).toEqual({ ...first, ...configured });
    expect(first.logId).not.toBe(first.namespace);
    expect(await readAll(log, 'deployment')).toHaveLength(1);
  });

  it('is recorded once, however many processes start at once', async () => {
    const other = withCodec(await openEmbeddedLog(join(folder, 'log.db'), { writesHere: true }));
    const starts = Array.from({ length: 10 }, (_, n) => ensureDeployment(n % 2 ? log : other, clock, configured));
    expect(new Set((await Promise.all(starts)).map(({ logId }) => logId)).size).toBe(1);
    expect(await readAll(log, 'deployment')).toHaveLength(1);
    await other.close();
  });

  it('refuses a start with another environment or secrets key, names which, and changes nothing', async () => {
    await ensureDeployment(log, clock, configured);
    await expect(ensureDeployment(log, clock, { ...configured, environment: 'production' })).rejects.toEqual(
      new WrongDeployment('environment', 'staging', 'production'),
    );
    await expect(
      ensureDeployment(log, clock, { ...configured, secretsKeyFingerprint: 'cd' }),
    ).rejects.toMatchObject({
      name: 'WrongDeployment',
      differs: 'secretsKey',
      recorded: 'ab12',
      configured: 'cd',
    });
    expect(await readAll(log, 'deployment')).toHaveLength(1);
  });
});
