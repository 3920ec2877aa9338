// Removes the permissions of group and others that earlier versions, or copying, left on the files. Files created by this
// version are private from the start: the entry points set the umask.
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the service in DATA_DIR, with those that SQLite creates beside them. */
const OWN_NAME =
  /^(log|read|folds|leaves|evidence|uploads|staged|made|secrets\.key|seal\.key|(queue|people|sessions|transient|calls)\.db(-.*|\.lock.*)?|processes\.lock.*)$/;
const OTHERS = 0o077;

/** Changes the folder itself only if it contains nothing else: it may be a shared one, such as /var/lib. */
export function makePrivate(dataDir: string): void {
  const names = readdirSync(dataDir);
  for (const name of names) if (OWN_NAME.test(name)) restrict(join(dataDir, name));
  if (names.every((name) => OWN_NAME.test(name) || name === 'lost+found')) restrictOne(dataDir);
}

/** Changes a folder after its contents, so that the contents of a private folder need no check. */
function restrict(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & OTHERS) === 0) return;
  if (found.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name));
  if (found.isDirectory() || found.isFile()) restrictOne(path);
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
