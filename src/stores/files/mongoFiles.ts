// Files in MongoDB, in blocks of less than its 16 MB. The first, which names their number, is written last.
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binary, Collection } from 'mongodb';
import type { Files } from '../../commands/kernel/files.js';
import type { Mongo } from '../mongo/connection.js';
import { isDuplicate } from '../mongo/driver.js';

const BLOCK_BYTES = 4_194_304;
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
export class MongoFiles implements Files {
  readonly #blocks: Collection<Block>;
  #isIndexed = false;

  constructor(
    private readonly mongo: Mongo,
    private readonly collection: string,
  ) {
    this.#blocks = mongo.db.collection(collection);
  }

  put(folder: string, name: string, content: Uint8Array): Promise<boolean> {
    const bytesAt = (from: number) => content.subarray(from, from + BLOCK_BYTES);
    return this.#put(folder, name, content.byteLength, bytesAt);
  }

  async take(folder: string, name: string, path: string): Promise<void> {
    const file = await open(path, 'r');
    try {
      await this.#put(folder, name, (await file.stat()).size, async (from) => {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(BLOCK_BYTES), 0, BLOCK_BYTES, from);
        return buffer.subarray(0, bytesRead);
      });
    } finally {
      await file.close();
    }
  }

  read(folder: string, name: string): Promise<Uint8Array | null> {
    return unlessGone(async () => {
      const blocks: Uint8Array[] = [];
      for await (const bytes of this.#read(folder, name)) blocks.push(bytes);
      return Buffer.concat(blocks);
    });
  }

  async withFile<Result>(
    folder: string,
    name: string,
    dir: string,
    work: (path: string) => Promise<Result>,
  ): Promise<Result | null> {
    const path = join(dir, `${randomUUID()}.copy`);
    const copy = async (): Promise<true> => {
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const bytes of this.#read(folder, name)) await file.writeFile(bytes);
      } finally {
        await file.close();
      }
      return true;
    };
    try {
      return (await unlessGone(copy)) === null ? null : await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  async sizes(folder: string): Promise<ReadonlyMap<string, number>> {
    const firsts = this.#blocks.find({ folder, block: 0 }, { projection: { bytes: 0 } });
    const blocks = await this.#ask('Reading', () => firsts.toArray());
    return new Map(blocks.map(({ name, size }) => [name, size]));
  }

  async remove(folder: string): Promise<void> {
    await this.#ask('Removing', () => this.#blocks.deleteMany({ folder }));
  }

  async purge(beforeMs: number): Promise<void> {
    await this.#ask('Removing', () => this.#blocks.deleteMany({ storedAtMs: { $lt: beforeMs } }));
  }

  #ask<Result>(what: string, question: () => Promise<Result>): Promise<Result> {
    return this.mongo.ask(`${what} ${this.collection}`, question, BLOCK_MS);
  }

  /** @param bytesAt reads a block. @returns whether the file is new */
  async #put(
    folder: string,
    name: string,
    size: number,
    bytesAt: (from: number) => Uint8Array | Promise<Uint8Array>,
  ): Promise<boolean> {
    if (!this.#isIndexed)
      await this.#ask('Indexing', () => this.#blocks.createIndex({ folder: 1 }, { name: 'byFolder' }));
    this.#isIndexed = true;
    const blocks = Math.max(1, Math.ceil(size / BLOCK_BYTES));
    let isNew = false;
    for (let block = blocks - 1; block >= 0; block--) {
      const _id = blockId(folder, name, block);
      const bytes = await bytesAt(block * BLOCK_BYTES);
      const document = { _id, folder, name, block, blocks, size, storedAtMs: Date.now(), bytes };
      isNew = await insertOnce(() => this.#ask('Writing', () => this.#blocks.insertOne(document)));
    }
    return isNew;
  }

  async *#read(folder: string, name: string): AsyncGenerator<Uint8Array> {
    for (let at = 0, blocks = 1; at < blocks; at++) {
      const block = await this.#ask('Reading', () => this.#blocks.findOne({ _id: blockId(folder, name, at) }));
      if (block === null) throw new Gone();
      blocks = block.blocks;
      yield block.bytes instanceof Uint8Array ? block.bytes : block.bytes.value();
    }
  }
}

const blockId = (folder: string, name: string, at: number): string => `${folder}/${name}.${at}`;

/** A block is missing: there is no such file, or it was removed meanwhile. */
class Gone extends Error {}

async function unlessGone<Result>(readFile: () => Promise<Result>): Promise<Result | null> {
  try {
    return await readFile();
  } catch (error) {
    if (error instanceof Gone) return null;
    throw error;
  }
}

/** Keeps an existing document. @returns whether it is a new one */
async function insertOnce(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}
