// Which errors are of a store, a disk or a thread that may come back.
import { LogWentBack } from '../domain/kernel/log.js';
import { StoreError, StoreUnavailable } from '../domain/kernel/storeError.js';
import { ThreadLost } from '../runtime/thread.js';
import { LogClosed } from '../stores/log/appendChecks.js';

/** SQLite error codes of a file that cannot be read or written at the moment. */
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;

/** System error codes of a full or failing disk, and of too many open files. */
const DISK_UNAVAILABLE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']);

/** Whether the error is an unavailable store or worker (503) and not a defect (500). */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable || error instanceof LogClosed) return true;
  if (error instanceof StoreError || error instanceof LogWentBack || error instanceof ThreadLost) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return SQLITE_UNAVAILABLE.test(code) || DISK_UNAVAILABLE.has(code);
}
