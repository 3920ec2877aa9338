import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventLog } from '../../src/domain/kernel/log.js';
import { openEmbeddedLog } from '../../src/stores/log/sqlite/embeddedLog.js';
import { logContract, type LogUnderTest } from './log.contract.js';
import { temporaryDir } from '../support/service.js';

logContract('embedded', async (): Promise<LogUnderTest> => {
  const folder = await temporaryDir();
  const handles: EventLog[] = [];
  const open = async () => {
    const log = await openEmbeddedLog(join(folder, 'log.db'));
    handles.push(log);
    return log;
  };
  const closeAll = () => Promise.all(handles.splice(0).map((log) => log.close()));
  return {
    log: await open(),
    another: open,
    restart: async () => {
      await closeAll();
      return open();
    },
    remove: async () => {
      await closeAll();
      await rm(folder, { recursive: true });
    },
  };
});
