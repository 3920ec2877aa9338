import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { calls, keyUses, StoredCalls } from '../../src/api/http/callLog.js';
import { openThreadedDocuments } from '../../src/stores/sqlite/sqliteDocuments.js';
import { temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';
import { callLogContract, callOf } from './callLog.contract.js';

const openIn = (...path: readonly string[]) =>
  openThreadedDocuments(join(...path), {
    ...{ collections: [calls, keyUses], journal: 'WAL', synchronous: 'NORMAL' },
  });

callLogContract('embedded', async () => {
  const folder = await temporaryDir();
  return { open: () => openIn(folder, 'calls.db'), drop: () => rm(folder, { recursive: true }) };
});

describe('the file of the call log', () => {
  let folder: string;
  beforeEach(async () => (folder = await temporaryDir()));
  afterEach(() => rm(folder, { recursive: true }));

  it('that cannot be written is reported, and record never throws', async () => {
    const trouble: (readonly [string, number])[] = [];
    const log = new StoredCalls({
      documents: openIn(folder, 'missing', 'calls.db'),
      onError: (error, dropped) => void trouble.push([(error as Error).name, dropped]),
    });
    log.record(callOf());
    await log.close();
    expect(trouble).toEqual([['StoreUnavailable', 0]]);
  });

  it('has after a kill all calls that another process had read', async () => {
    const path = join(folder, 'calls.db');
    const child = fork(new URL('./support/callLogWriter.js', import.meta.url).pathname, [path], {
      stdio: 'ignore',
    });
    const log = new StoredCalls({ documents: openIn(path), onError: (error) => expect(error).toBeNull() });
    try {
      let seen = 0;
      await until(async () => (seen = (await log.list(1_000_000)).length) > 200, 'the calls');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const kept = await log.list(1_000_000);
      expect(kept.length).toBeGreaterThanOrEqual(seen);
      expect(kept.map(({ status }) => status)).toEqual(kept.map((_, at) => kept.length - at));
    } finally {
      child.kill('SIGKILL');
      await log.close();
    }
  });
});
