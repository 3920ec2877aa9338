// What strace recorded of a process's writes and syncs, replayed: the files as a power cut leaves them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const CALLS = [
  'openat',
  'close',
  'lseek',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'pwritev2',
  'ftruncate',
  'fallocate',
  'fsync',
  'fdatasync',
  'msync',
  'sync_file_range',
  'unlink',
  'rename',
  'renameat2',
  'link',
];
/** All text as hexadecimal, each file by its path, no call split by another's. */
export const recordingTo = (file: string): readonly string[] => [
  'strace',
  '-f',
  '--seccomp-bpf',
  '-qq',
  '-y',
  '-xx',
  '-s',
  '67108864',
  '-e',
  'signal=none',
  '-e',
  `trace=${CALLS.join()}`,
  '-o',
  file,
];

/** Content by path. */
export type Files = ReadonlyMap<string, Buffer>;

/** `synced`: what the disk surely has; `written`: what it may have. */
export type PowerCut = Readonly<{ synced: Files; written: Files }>;

/** The folder of the process, a copy of it from before, and what strace wrote. */
export type Recorded = Readonly<{ folder: string; before: string; trace: string }>;

type Call = Readonly<{ thread: string; name: string; given: string; result: string }>;

const WHOLE = /^(\d+) +(\w+)\((.*)\) += (-?\d+|\?)(.*)$/;
const BEGUN = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/;
const ENDED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (-?\d+|\?)(.*)$/;
const TEXT = /"((?:\\x[0-9a-f]{2})*)"/g;
const FD = /^(\d+)<((?:\\x[0-9a-f]{2})*)>/;

/**
 * A sync takes effect when it ends and covers what was written before it began; names of files take effect at
 * once.
 * @param isKept which files count, by their paths
 * @yields before each sync takes effect, and at the end
 */
export function* powerCuts(recorded: Recorded, isKept: (path: string) => boolean): Generator<PowerCut, void> {
  const files = new Replay(recorded, isKept);
  const begun = new Map<string, string>();
  for (const line of readFileSync(recorded.trace, 'latin1').split('\n')) {
    const begin = BEGUN.exec(line);
    const end = ENDED.exec(line);
    const whole = WHOLE.exec(line);
    if (begin !== null) {
      const [, thread = '', name = '', given = ''] = begin;
      begun.set(thread, given);
      files.begin({ thread, name, given, result: '' });
      continue;
    }
    const [, thread = '', name = '', rest = '', result = '', more = ''] = end ?? whole ?? [];
    if (name === '' || result === '?' || result.startsWith('-')) continue;
    const given = end === null ? rest : `${begun.get(thread) ?? ''}${rest}`;
    const call = { thread, name, given, result: result + more };
    if (files.syncs(call)) yield files.cut();
    files.apply(call);
  }
  yield files.cut();
}

class Replay {
  readonly #isKept: (path: string) => boolean;
  readonly #synced = new Map<string, Buffer>();
  readonly #written = new Map<string, Buffer>();
  /** Of syncs under way, by thread: what they cover. */
  readonly #covered = new Map<string, Buffer>();
  /** Descriptors whose writes are syncs, and their files. */
  readonly #direct = new Map<string, string>();
  /** Where the next write of a descriptor goes that names no place. */
  readonly #places = new Map<string, number>();

  constructor({ folder, before }: Recorded, isKept: (path: string) => boolean) {
    this.#isKept = isKept;
    for (const entry of readdirSync(before, { recursive: true, withFileTypes: true })) {
      const found = join(entry.parentPath, entry.name);
      const path = join(folder, relative(before, found));
      if (!entry.isFile() || !isKept(path)) continue;
      this.#written.set(path, readFileSync(found));
      this.#synced.set(path, readFileSync(found));
    }
  }

  cut(): PowerCut {
    return { synced: this.#synced, written: this.#written };
  }

  begin(call: Call): void {
    if (!isSync(call.name)) return;
    const path = pathOf(call);
    this.#covered.set(call.thread, Buffer.from(this.#written.get(path) ?? Buffer.alloc(0)));
  }

  /** Whether the call makes anything of a file that counts durable. */
  syncs(call: Call): boolean {
    const path = pathOf(call);
    if (!this.#isKept(path)) return false;
    return isSync(call.name) || (call.name === 'pwrite64' && this.#direct.get(fdOf(call)) === path);
  }

  apply(call: Call): void {
    const { name, given, thread, result } = call;
    const [from = '', to = ''] = [...given.matchAll(TEXT)].map(([, hex = '']) => decoded(hex).toString());
    if (name === 'openat') return this.#opened(given, result);
    if (name === 'close') return void this.#direct.delete(fdOf(call));
    if (name === 'lseek') return void this.#places.set(fdOf(call), parseInt(result, 10));
    if (name === 'unlink') return this.#unlinked(from);
    if (name.startsWith('rename')) return this.#renamed(from, to);
    const path = pathOf(call);
    if (!this.#isKept(path)) return;
    if (isSync(name)) {
      this.#synced.set(path, this.#covered.get(thread) ?? Buffer.from(this.#written.get(path) ?? Buffer.alloc(0)));
      this.#covered.delete(thread);
    } else if (name === 'ftruncate') this.#truncated(path, Number(/, (\d+)$/.exec(given)?.[1]));
    else if (name.startsWith('pwrite')) this.#wrote(call, path, Number(/, (\d+)$/.exec(given)?.[1]));
    else if (/^writev?$/.test(name)) {
      const place = this.#places.get(fdOf(call)) ?? 0;
      this.#wrote(call, path, place);
      this.#places.set(fdOf(call), place + parseInt(result, 10));
    } else throw new Error(`A recorded ${name} of ${path} is not understood`);
  }

  #opened(given: string, result: string): void {
    const opened = FD.exec(result);
    if (opened === null) return;
    const [, fd = '', hex = ''] = opened;
    const path = decoded(hex).toString();
    this.#direct.delete(fd);
    this.#places.set(fd, given.includes('O_APPEND') ? (this.#written.get(path)?.length ?? 0) : 0);
    if (!this.#isKept(path)) return;
    if (/O_DSYNC|O_SYNC/.test(given)) this.#direct.set(fd, path);
    if (given.includes('O_TRUNC') || !this.#written.has(path)) this.#written.set(path, Buffer.alloc(0));
    if (!this.#synced.has(path)) this.#synced.set(path, Buffer.alloc(0));
  }

  #wrote(call: Call, path: string, offset: number): void {
    const parts = [...call.given.matchAll(TEXT)].map(([, hex = '']) => decoded(hex));
    const bytes = Buffer.concat(parts).subarray(0, parseInt(call.result, 10));
    const isDirect = this.#direct.get(fdOf(call)) === path;
    for (const files of isDirect ? [this.#written, this.#synced] : [this.#written])
      files.set(path, patched(files.get(path) ?? Buffer.alloc(0), bytes, offset));
  }

  #truncated(path: string, length: number): void {
    const before = this.#written.get(path) ?? Buffer.alloc(0);
    this.#written.set(path, Buffer.concat([before.subarray(0, length)], length));
  }

  #unlinked(path: string): void {
    this.#written.delete(path);
    this.#synced.delete(path);
  }

  #renamed(from: string, to: string): void {
    for (const files of [this.#written, this.#synced]) {
      const content = files.get(from);
      files.delete(from);
      if (content !== undefined && this.#isKept(to)) files.set(to, content);
    }
  }
}

function patched(before: Buffer, bytes: Buffer, offset: number): Buffer {
  const after = before.length >= offset + bytes.length ? before : Buffer.concat([before], offset + bytes.length);
  bytes.copy(after, offset);
  return after;
}

function isSync(name: string): boolean {
  return ['fsync', 'fdatasync', 'msync', 'sync_file_range'].includes(name);
}

function fdOf({ given }: Call): string {
  return FD.exec(given)?.[1] ?? '';
}

function pathOf({ given }: Call): string {
  return decoded(FD.exec(given)?.[2] ?? '').toString();
}

function decoded(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}
