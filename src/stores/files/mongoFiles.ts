// Files in MongoDB, which holds 16 MB in a document: in blocks. The first block, which names the number of all, is written last.
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binary, Collection } from 'mongodb';
import type { Mongo } from '../mongo/connection.js';
import { isDuplicate } from '../mongo/driver.js';
import type { Files } from './folderFiles.js';

const BLOCK_BYTES = 4_194_304;
/** Time limit of a block. */
const BLOCK_MS = 20_000;

/** `size` and `blocks` of the whole file. */
type Block = Readonly<{
  _id: string;
  folder: string;
  name: string;
  block: number;
  blocks: number;
  size: number;
  storedAtMs: number;
  bytes: Binary | Uint8Array;
}>;

/** Uses a connection that the caller opens and closes. */
export function openMongoFiles(mongo: Mongo, collection: string): Files {
  const all: Collection<Block> = mongo.db.collection(collection);
  const blockId = (folder: string, name: string, at: number): string => `${folder}/${name}.${at}`;
  let isIndexed = false;
  const ask = <Result>(what: string, question: () => Promise<Result>) =>
    mongo.ask(`${what} ${collection}`, question, BLOCK_MS);

  /** @param bytesAt reads a block. @returns whether the file is new */
  async function put(
    folder: string,
    name: string,
    size: number,
    bytesAt: (from: number) => Uint8Array | Promise<Uint8Array>,
  ): Promise<boolean> {
    if (!isIndexed) await ask('Indexing', () => all.createIndex({ folder: 1 }, { name: 'byFolder' }));
    isIndexed = true;
    const blocks = Math.max(1, Math.ceil(size / BLOCK_BYTES));
    let isNew = false;
    for (let block = blocks - 1; block >= 0; block--) {
      const _id = blockId(folder, name, block);
      const bytes = await bytesAt(block * BLOCK_BYTES);
      const document = { _id, folder, name, block, blocks, size, storedAtMs: Date.now(), bytes };
      isNew = await once(() => ask('Writing', () => all.insertOne(document)));
    }
    return isNew;
  }

  async function* blocksOf(folder: string, name: string): AsyncGenerator<Uint8Array> {
    for (let block = 0, blocks = 1; block < blocks; block++) {
      const found = await ask('Reading', () => all.findOne({ _id: blockId(folder, name, block) }));
      if (found === null) throw new Gone();
      blocks = found.blocks;
      yield found.bytes instanceof Uint8Array ? found.bytes : found.bytes.value();
    }
  }

  return {
    put: (folder, name, content) =>
      put(folder, name, content.byteLength, (from) => content.subarray(from, from + BLOCK_BYTES)),
    async take(folder, name, path) {
      const file = await open(path, 'r');
      try {
        await put(folder, name, (await file.stat()).size, async (from) => {
          const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(BLOCK_BYTES), 0, BLOCK_BYTES, from);
          return buffer.subarray(0, bytesRead);
        });
      } finally {
        await file.close();
      }
    },
    read: (folder, name) =>
      unlessGone(async () => {
        const blocks: Uint8Array[] = [];
        for await (const bytes of blocksOf(folder, name)) blocks.push(bytes);
        return Buffer.concat(blocks);
      }),
    async withFile(folder, name, dir, work) {
      const path = join(dir, `${randomUUID()}.copy`);
      const copied = async (): Promise<true> => {
        const file = await open(path, 'wx', 0o600);
        try {
          for await (const bytes of blocksOf(folder, name)) await file.writeFile(bytes);
        } finally {
          await file.close();
        }
        return true;
      };
      try {
        return (await unlessGone(copied)) === null ? null : await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async sizes(folder) {
      const first = all.find({ folder, block: 0 }, { projection: { bytes: 0 } });
      const found = await ask('Reading', () => first.toArray());
      return new Map(found.map(({ name, size }) => [name, size]));
    },
    async remove(folder) {
      await ask('Removing', () => all.deleteMany({ folder }));
    },
    async purge(beforeMs) {
      await ask('Removing', () => all.deleteMany({ storedAtMs: { $lt: beforeMs } }));
    },
  };
}

/** A block is missing: there is no such file, or it was removed meanwhile. */
class Gone extends Error {}

async function unlessGone<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Gone) return null;
    throw error;
  }
}

/** Keeps an existing document. @returns whether it is a new one */
async function once(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}
