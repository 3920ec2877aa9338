// The log under torture, taken away and swapped for another meanwhile: files in the folder of the services, which
// end by themselves, or a server of the event store's protocol, without which they wait.
import { randomBytes } from 'node:crypto';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServerProcess } from '../eventStoreServer/child.js';
import { registerLedger } from '../support/ledger.js';
import { removeDir, temporaryDir } from '../support/service.js';

export const LOGS = ['embedded', 'eventStore'] as const;
export type LogKind = (typeof LOGS)[number];

export type TorturedLog = Readonly<{
  kind: LogKind;
  /** Where services and commands find it. */
  env: Readonly<Record<string, string>>;
  takeAway(): Promise<void>;
  /** Puts another deployment's log in its place, or an empty one. */
  putOther(): Promise<void>;
  putBack(): Promise<void>;
  close(): Promise<void>;
}>;

/** Longer than a call waits before it asks who leads, shorter than its limit. */
const FROZEN_MS = 4_000;
const KILLED_MS = 2_000;
const KEY_BYTES = 32;

export async function openTorturedLog(kind: LogKind, dataDir: string): Promise<TorturedLog> {
  return kind === 'embedded' ? embedded(dataDir) : eventStore(dataDir);
}

function embedded(dataDir: string): TorturedLog {
  const log = join(dataDir, 'log');
  let otherDir: string | null = null;
  const otherLog = async (): Promise<string> => {
    if (otherDir === null) {
      otherDir = await temporaryDir();
      await registerLedger(otherDir, { accounts: 1 });
    }
    return join(otherDir, 'log');
  };
  return {
    kind: 'embedded',
    env: {},
    takeAway: () => rename(log, `${log}.away`),
    async putOther() {
      const other = `${log}.other`;
      await cp(await otherLog(), other, { recursive: true });
      await rename(log, `${log}.away`);
      await rename(other, log);
    },
    async putBack() {
      await rm(log, { recursive: true, force: true });
      await rename(`${log}.away`, log);
    },
    close: async () => (otherDir === null ? undefined : removeDir(otherDir)),
  };
}

/** Its files are beside those of the services, which never open them. */
async function eventStore(dataDir: string): Promise<TorturedLog> {
  const folder = join(dataDir, 'event-store');
  await mkdir(folder);
  const server = new ServerProcess(folder);
  await server.start();
  const newKey = (): string => randomBytes(KEY_BYTES).toString('base64');
  let isSwapped = false;
  return {
    kind: 'eventStore',
    env: { EVENTSTORE_URL: server.url, SECRETS_KEY: newKey(), SEAL_KEY: newKey() },
    async takeAway() {
      server.signal('SIGSTOP');
      await pause(FROZEN_MS);
      await server.kill();
      await pause(KILLED_MS);
    },
    async putOther() {
      await server.kill();
      await rename(folder, `${folder}.away`);
      await mkdir(folder);
      isSwapped = true;
      await server.start();
    },
    async putBack() {
      await server.kill();
      if (isSwapped) {
        await removeDir(folder);
        await rename(`${folder}.away`, folder);
        isSwapped = false;
      }
      await server.start();
    },
    close: () => server.kill(),
  };
}
