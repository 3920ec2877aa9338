// Prepares DATA_DIR: creates it, private to its owner, keeps processes of other PID namespaces out, and checks
// that the stores created earlier still exist.
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { StoreError } from '../../domain/kernel/storeError.js';
import { isAllowed } from '../../stores/files/paths.js';
import { sentences } from '../../messages/operator/backups.js';
import { earlierLogSentence, folderOfAnotherSentence } from '../../messages/startFailures.js';
import { OpenedFile } from '../../stores/openedFile.js';
import { tryFolderLock } from '../../stores/sqlite/kernelLock.js';
import type { Config } from '../config.js';
import { ConfigError } from '../configError.js';
import { RESTORING, dataPaths, type StoreAddresses } from '../stores.js';
import { markerIn, openStoreFiles } from './storeFiles.js';

export type DataDir = Awaited<ReturnType<typeof openDataDir>>;

/** The log of versions that kept it in lmdb. */
const EARLIER_LOG = 'log/data.mdb';
/** A new deployment fills about 1.5 MB before it is ready. */
const SPACE_TO_START_BYTES = 4 * 1_048_576;

/**
 * @param creates whether a store may be created (docs/spec/operator.md#stores)
 * @throws ConfigError after an interrupted restore, or with the log of version 0.1; StoreError NoStore,
 *   StoreMissing, FolderInUse; the system's error for a folder that cannot be written
 */
export async function openDataDir(addresses: StoreAddresses, creates: boolean) {
  const { dataDir } = addresses;
  if (existsSync(join(dataDir, RESTORING)) && !existsSync(dataPaths(dataDir).log))
    throw new ConfigError([sentences.restoreUnfinished(dataDir)]);
  const earlier = join(dataDir, EARLIER_LOG);
  if (addresses.eventStoreUrl === null && existsSync(earlier))
    throw new ConfigError([earlierLogSentence(earlier)]);
  if (!creates) mustHoldStore(addresses);
  prepareDataDir(addresses);
  if (creates) probeSpace(dataDir);
  const path = dataPaths(dataDir).lock;
  const lock = isAllowed(dataDir, constants.W_OK) ? await tryFolderLock(path, pidNamespace()) : null;
  if (lock === null && isAllowed(dataDir, constants.W_OK))
    throw new StoreError({ is: 'FolderInUse', folder: resolve(dataDir) });
  try {
    if (creates) makePrivate(dataDir);
    const files = openStoreFiles(addresses);
    const close = () => {
      files.close();
      lock?.release();
    };
    // The lock's file must stay while this process runs; there is none in a folder that cannot be written.
    return { files, lockFile: lock && new OpenedFile(path), close };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** Creates the data folder, one level at a time: Node's recursive mkdir never returns under /proc. */
export function prepareDataDir({ dataDir }: Pick<Config, 'dataDir'>): void {
  const folder = resolve(dataDir);
  const parent = dirname(folder);
  if (!existsSync(parent)) prepareDataDir({ dataDir: parent });
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

/** @throws StoreError NoStore */
function mustHoldStore(addresses: StoreAddresses): void {
  const { dataDir } = addresses;
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory())
    throw Object.assign(new Error('DATA_DIR is not a folder'), { code: 'ENOTDIR', path: resolve(dataDir) });
  if (!holdsStore(addresses)) throw new StoreError({ is: 'NoStore', folder: resolve(dataDir) });
}

/** Also true if the log is on a server. @throws the system's error for a folder that may not be looked into */
export function holdsStore({ dataDir, eventStoreUrl }: StoreAddresses): boolean {
  const { log } = dataPaths(dataDir);
  return eventStoreUrl !== null || isFound(log) || isFound(markerIn(dataDir, log));
}

/** @throws the system's error for a path that this user may not access: it may exist */
function isFound(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Checks the free space by writing as much as a start needs to a temporary file. */
function probeSpace(dataDir: string): void {
  const path = join(dataDir, `.probe-${randomUUID()}`);
  try {
    const probe = openSync(path, 'wx', 0o600);
    try {
      unlinkSync(path);
      const block = Buffer.alloc(65_536, 1);
      for (let written = 0; written < SPACE_TO_START_BYTES;) written += writeSync(probe, block);
    } finally {
      closeSync(probe);
    }
  } catch (error) {
    throw Object.assign(error as Error, { path: resolve(dataDir) });
  }
}

/** Unique over machines, restarts and containers; processes of one namespace see each other's process ids. */
function pidNamespace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname(); // a system without /proc
  }
}

/** The files of the service in DATA_DIR, with those that SQLite creates beside them. */
const OWN_NAME =
  /^(log|read|folds|leaves|evidence|uploads|staged|made|secrets\.key|seal\.key|(queue|people|sessions|mail|transient|calls)\.db(-.*|\.lock.*)?|processes\.lock.*)$/;
const OTHERS = 0o077;

/**
 * Removes the permissions of group and others that copying left on the files; new files are private from the
 * start, by the umask of the entry points. Changes the folder itself only if it contains nothing else: it may be a
 * shared one, such as /var/lib.
 */
function makePrivate(dataDir: string): void {
  const names = readdirSync(dataDir);
  for (const name of names) if (OWN_NAME.test(name)) restrict(join(dataDir, name));
  if (names.every((name) => OWN_NAME.test(name) || name === 'lost+found')) restrictOne(dataDir);
}

/** Changes a folder after its contents, so that the contents of a private folder need no check. */
function restrict(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.mode & OTHERS) === 0) return;
  if (stats.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name));
  if (stats.isDirectory() || stats.isFile()) restrictOne(path);
}

/** Ignores a missing file: SQLite deletes its journals at any time. */
function restrictOne(path: string): void {
  try {
    chmodSync(path, lstatSync(path).mode & 0o700);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOENT', 'EROFS'].includes(code)) throw error;
  }
}

/** What root creates among another user's data, that user's service cannot read. @throws ConfigError */
export function mustBeOwner(dataDir: string): void {
  const { log, people } = dataPaths(dataDir);
  const data = [log, people].find((path) => existsSync(path));
  const owner = data === undefined ? 0 : statSync(data).uid;
  if (process.geteuid?.() !== 0 || owner === 0) return;
  const path = join(dataDir, `.probe-${randomUUID()}`);
  writeFileSync(path, '');
  const { uid } = lstatSync(path); // some mounts give every file the same owner
  unlinkSync(path);
  if (uid !== owner) throw new ConfigError([folderOfAnotherSentence(resolve(dataDir), owner)]);
}

// The folder of uploaded files. Each process has a subfolder named by its process id, so a starting process can
// delete those of dead ones.

/** Deletes the folders of dead processes. @returns this process's folder, empty */
export function prepareUploads(uploadsDir: string): string {
  mkdirSync(uploadsDir, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(uploadsDir))
    if (!isOfRunningProcess(name)) rmSync(join(uploadsDir, name), { recursive: true, force: true });
  const ownFolder = join(uploadsDir, String(process.pid));
  mkdirSync(ownFolder, { recursive: true, mode: 0o700 });
  return ownFolder;
}

export function removeUploads(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** False for this process's own id: the folder is left from a dead process that had the same id. */
function isOfRunningProcess(name: string): boolean {
  const pid = /^[1-9][0-9]*$/.test(name) ? Number(name) : 0;
  if (pid === 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
