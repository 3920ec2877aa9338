// The same contract, over the real client: against our server of its protocol, and against a real one when
// EVENTSTORE_URL names it (npm run test:real). A real server cannot be restarted from here: reopening has to do.
import { rm } from 'node:fs/promises';
import type { EventLog } from '../../src/domain/kernel/log.js';
import { EventStoreDbLog } from '../../src/stores/log/eventStoreDb/eventStoreDbLog.js';
import { startEventStoreServer } from '../eventStoreServer/server.js';
import { logContract, type LogUnderTest } from './log.contract.js';
import { temporaryDir } from '../support/service.js';

/** Far beyond what a call takes on a machine with much else to do; the time-outs have tests of their own. */
const PATIENCE_MS = 120_000;

const realUrl = process.env['EVENTSTORE_URL'] ?? '';
if (realUrl !== '') logContract('EventStoreDB', () => underTest(realUrl));

logContract('the EventStoreDB client on a server of its protocol', async () => {
  const folder = await temporaryDir();
  let server = await startEventStoreServer({ folder });
  const { port } = server;
  const env = await underTest(server.url, async () => {
    await server.stop();
    server = await startEventStoreServer({ folder, port });
  });
  return {
    ...env,
    remove: async () => {
      await env.remove();
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
});

async function underTest(url: string, restartServer?: () => Promise<void>): Promise<LogUnderTest> {
  const handles: EventLog[] = [];
  const open = async () => {
    const log = new EventStoreDbLog(url, { timeoutMs: PATIENCE_MS });
    handles.push(log);
    return log;
  };
  const closeAll = async () => {
    await Promise.all(handles.splice(0).map((log) => log.close()));
  };
  return {
    log: await open(),
    another: open,
    restart: async () => {
      await closeAll();
      await restartServer?.();
      return open();
    },
    remove: closeAll,
  };
}
