// Reads an untrusted zip by its central directory: sizes are checked before anything is inflated, and every entry
// has to match the size and checksum it claims. Nothing is written to disk. Source: docs/spec/files.md#bounds.
import { finished, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { FileRefused, SHEETS_MAX } from '../table.js';

export type Zip = Readonly<Awaited<ReturnType<typeof openZip>>>;

/** Limit of all entries together. */
const INFLATED_BYTES_MAX = 1_073_741_824;
const ENTRIES_MAX = 1_000;
/** Deflate reaches 1,032; sheets of numbers reach 6 to 30. Not applied to small files. */
const RATIO_MAX = 200;
const RATIO_FROM_BYTES = 10 * 1_048_576;
const INFLATE_CHUNK_BYTES = 65_536;
const ARCHIVE = /\.(zip|xlsx|xlsm|xlsb|xltx|ods|jar|rar|7z|gz|tgz|bz2|xz)$/;
/** Where Office keeps pasted workbooks, which are not opened. */
const EMBEDDINGS = /(^|\/)embeddings\//;

export const brokenWorkbook = (cause?: unknown): FileRefused =>
  new FileRefused({ is: 'FileBroken', format: 'xlsx' }, { cause });

/** @throws FileRefused */
export async function openZip(path: string) {
  // yauzl refuses absolute names, drive letters and `..`; backslashes become slashes.
  const file = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw isSystemError(error) ? error : brokenWorkbook(error);
  });
  try {
    const entries = await readDirectory(file);
    return {
      /** Size of all entries together, as they claim. */
      inflatedBytes: [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
      /** Case and leading slash are ignored, as OPC compares part names; null where there is none. */
      find: (name: string) => entries.get(partName(name)) ?? null,
      /** Inflated bytes; fails with FileRefused where the entry is longer, shorter or other than it claims. */
      read: (entry: Entry, signal: AbortSignal) => readEntry(file, entry, signal),
      close: () => {
        file.close();
      },
    };
  } catch (error) {
    file.close();
    throw error instanceof FileRefused || isSystemError(error) ? error : brokenWorkbook(error);
  }
}

async function readDirectory(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let inflated = 0;
  let deflated = 0;
  let sheets = 0;
  for await (const entry of file.eachEntry()) {
    const name = partName(entry.fileName);
    if (/^xl\/worksheets\/[^/]+\.xml$/.test(name) && ++sheets > SHEETS_MAX)
      throw new FileRefused({ is: 'FileTooManySheets' });
    if (file.entriesRead > ENTRIES_MAX) throw new FileRefused({ is: 'FileInflatesTooMuch' });
    if (entry.isEncrypted()) throw new FileRefused({ is: 'FileEncrypted' });
    if (name.endsWith('/')) continue;
    if (entries.has(name)) throw brokenWorkbook();
    if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw brokenWorkbook();
    if (ARCHIVE.test(name) && !EMBEDDINGS.test(name))
      throw new FileRefused({ is: 'FileFormatUnknown', found: 'ZIP' });
    entries.set(name, entry);
    inflated += entry.uncompressedSize;
    deflated += entry.compressedSize;
    const tooDense =
      entry.uncompressedSize > RATIO_FROM_BYTES && entry.uncompressedSize > entry.compressedSize * RATIO_MAX;
    if (inflated > INFLATED_BYTES_MAX || tooDense) throw new FileRefused({ is: 'FileInflatesTooMuch' });
    // Entries that share their bytes would inflate more than the file holds.
    if (deflated > file.fileSize) throw new FileRefused({ is: 'FileInflatesTooMuch' });
  }
  return entries;
}

async function* readEntry(file: ZipFile, entry: Entry, signal: AbortSignal): AsyncGenerator<Buffer> {
  let expected = entry.uncompressedSize;
  let sum = 0;
  let source: Readable | null = null;
  try {
    const raw = await file.openReadStreamPromise(entry, { decodeFileData: false });
    source = entry.compressionMethod === 8 ? inflate(raw) : raw;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      expected -= chunk.length;
      if (expected < 0) throw brokenWorkbook();
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (expected !== 0 || sum >>> 0 !== entry.crc32) throw brokenWorkbook();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof FileRefused || isSystemError(error) ? error : brokenWorkbook(error);
  } finally {
    source?.destroy();
  }
}

/** Does what stream.pipeline does, but destroying either end early raises no unhandled error. */
function inflate(raw: Readable): Readable {
  const inflater = createInflateRaw({ chunkSize: INFLATE_CHUNK_BYTES });
  finished(raw, (error) => {
    if (error) inflater.destroy(error);
  });
  finished(inflater, () => raw.destroy());
  return raw.pipe(inflater);
}

const partName = (name: string): string => name.replace(/^\/+/, '').toLowerCase();

/** Errors of the disk (EIO, EMFILE) do not refuse the file. Codes of zlib begin with Z_ and have no syscall. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';
