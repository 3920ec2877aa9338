// The shared strings of a workbook in bounded memory: the first blocks of bytes are kept in memory, the rest in an unlinked
// temporary file. Buys: a workbook of 50 MB takes less than an eighth of node-xlsx's memory.
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
/** No real workbook of at most 50 MB comes near. */
const STRINGS_MAX = 8_000_000;
const LENGTH_BYTES = 4;
/** Bytes of the first read from the file; longer strings take a second one. */
const READ_BYTES = 512;
/** Strings kept decoded, a power of two: sides, dates and names repeat. */
const RECENT = 1_024;

export function stringTable(blocksInMemory = BLOCKS_IN_MEMORY): StringTable {
  let offsets = new Uint32Array(4_096);
  let count = 0;
  const blocks: Buffer[] = [];
  let block = Buffer.allocUnsafe(0);
  /** Number of the block being filled, and the bytes it holds. */
  let number = -1;
  let used = BLOCK_BYTES;
  let spill: number | null = null;
  const page = Buffer.allocUnsafe(READ_BYTES);
  const recentIndex = new Int32Array(RECENT).fill(-1);
  const recentText: string[] = new Array<string>(RECENT).fill('');

  const nextBlock = () => {
    if (number >= blocksInMemory) {
      spill ??= openUnlinked();
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

function openUnlinked(): number {
  const folder = mkdtempSync(join(tmpdir(), 'strings-'));
  try {
    return openSync(join(folder, 'blocks'), 'w+');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
