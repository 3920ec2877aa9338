// The shared strings of a workbook, as many as they are, in bounded memory: bytes in blocks, the first of them in
// memory, the rest in a file without a name that vanishes with the process.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileRefused } from '../table.js';

export type StringTable = Readonly<{
  add(text: string): void;
  /** undefined where there is no such string. */
  get(index: number): string | undefined;
  close(): void;
}>;

const BLOCK_BYTES = 1_048_576;
const BLOCKS_IN_MEMORY = 48;
/** Of 50 MB at most, no real table comes near. */
const STRINGS_MAX = 8_000_000;
const LENGTH_BYTES = 4;
/** What one read from the file fetches; longer strings take another. */
const READ_BYTES = 512;
/** A power of two. Sides, dates and names repeat. */
const RECENT = 1_024;

export function stringTable(blocksInMemory = BLOCKS_IN_MEMORY): StringTable {
  let offsets = new Uint32Array(4_096);
  let count = 0;
  const blocks: Buffer[] = [];
  let block = Buffer.allocUnsafe(0);
  /** Of the block being filled, in blocks; and what it holds, in bytes. */
  let number = -1;
  let used = BLOCK_BYTES;
  let spill: number | null = null;
  const page = Buffer.allocUnsafe(READ_BYTES);
  const recentIndex = new Int32Array(RECENT).fill(-1);
  const recentText: string[] = new Array<string>(RECENT).fill('');

  const nextBlock = () => {
    if (number >= blocksInMemory) {
      spill ??= openNameless();
      writeSync(spill, block, 0, BLOCK_BYTES, number * BLOCK_BYTES);
    }
    number += 1;
    used = 0;
    if (number > blocksInMemory) return;
    block = Buffer.alloc(BLOCK_BYTES);
    if (number < blocksInMemory) blocks.push(block);
  };

  const read = (offset: number): string => {
    const at = Math.floor(offset / BLOCK_BYTES);
    const start = offset % BLOCK_BYTES;
    const held = blocks[at] ?? (at === number ? block : undefined);
    if (held !== undefined) return textAt(held, start);
    if (spill === null) throw new RangeError(`no block ${at}`);
    const got = readSync(spill, page, 0, READ_BYTES, offset);
    const length = page.readUInt32LE(0);
    if (length + LENGTH_BYTES <= got) return textAt(page, 0);
    const long = Buffer.allocUnsafe(length);
    readSync(spill, long, 0, length, offset + LENGTH_BYTES);
    return long.toString('utf8');
  };

  return {
    add: (text) => {
      if (count === STRINGS_MAX) throw new FileRefused({ is: 'FileInflatesTooMuch' });
      const length = Buffer.byteLength(text);
      if (used + LENGTH_BYTES + length > BLOCK_BYTES) nextBlock();
      if (count === offsets.length) {
        const wider = new Uint32Array(offsets.length * 2);
        wider.set(offsets);
        offsets = wider;
      }
      offsets[count] = number * BLOCK_BYTES + used;
      count += 1;
      block.writeUInt32LE(length, used);
      block.write(text, used + LENGTH_BYTES);
      used += LENGTH_BYTES + length;
    },
    get: (index) => {
      const offset = index < count ? offsets[index] : undefined;
      if (offset === undefined) return undefined;
      const slot = index & (RECENT - 1);
      if (recentIndex[slot] !== index) {
        recentIndex[slot] = index;
        recentText[slot] = read(offset);
      }
      return recentText[slot];
    },
    close: () => {
      if (spill !== null) closeSync(spill);
      spill = null;
    },
  };
}

const textAt = (bytes: Buffer, start: number): string =>
  bytes.toString('utf8', start + LENGTH_BYTES, start + LENGTH_BYTES + bytes.readUInt32LE(start));

function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'strings-'));
  try {
    return openSync(join(folder, 'blocks'), 'w+');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
