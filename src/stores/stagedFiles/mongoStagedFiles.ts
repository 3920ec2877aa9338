// Staged files on MongoDB: one document for the facts, written last, and one for each block of the content.
import { open, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Binary, Collection } from 'mongodb';
import type { StagedFile, StagedFiles } from '../../commands/imports/stagedFiles.js';
import type { Mongo } from '../mongo/connection.js';

/** A document holds 16 MB. */
const BLOCK_BYTES = 4_194_304;
/** Time limit of a block. */
const BLOCK_MS = 20_000;

type Facts = Omit<StagedFile, 'stagedId'> & Readonly<{ _id: string; blocks: number }>;
type Block = Readonly<{ _id: string; stagedId: string; expiresAtMs: number; bytes: Binary | Uint8Array }>;

/** Uses a connection that the caller opens and closes. */
export function openMongoStagedFiles(mongo: Mongo): StagedFiles {
  const facts: Collection<Facts> = mongo.db.collection('stagedFiles');
  const content: Collection<Block> = mongo.db.collection('stagedBlocks');
  return {
    async put({ stagedId, ...staged }, path) {
      let blocks = 0;
      for await (const bytes of blocksOf(path)) {
        const block = { _id: blockId(stagedId, blocks), stagedId, expiresAtMs: staged.expiresAtMs, bytes };
        await mongo.ask('Staging a file', () => content.insertOne(block), BLOCK_MS);
        blocks++;
      }
      await mongo.ask('Staging a file', () => facts.insertOne({ _id: stagedId, ...staged, blocks }));
    },
    async find(stagedId) {
      const found = await mongo.ask('Finding a staged file', () => facts.findOne({ _id: stagedId }));
      return found && asStaged(found);
    },
    async all() {
      return (await mongo.ask('Listing staged files', () => facts.find({}).toArray())).map(asStaged);
    },
    async change(stagedId, changes) {
      await mongo.ask('Changing a staged file', () => facts.updateOne({ _id: stagedId }, { $set: changes }));
    },
    async withFile(stagedId, dir, work) {
      const found = await mongo.ask('Finding a staged file', () => facts.findOne({ _id: stagedId }));
      if (found === null) return null;
      const path = join(dir, `${randomUUID()}.staged`);
      try {
        const isWhole = await copied(found, path);
        return isWhole ? await work(path) : null;
      } finally {
        await rm(path, { force: true });
      }
    },
    async remove(stagedId) {
      await mongo.ask('Removing a staged file', () => facts.deleteOne({ _id: stagedId }));
      await mongo.ask('Removing a staged file', () => content.deleteMany({ stagedId }), BLOCK_MS);
    },
    async purge(beforeMs) {
      const expired = { expiresAtMs: { $lt: beforeMs } };
      await mongo.ask('Removing staged files', () => facts.deleteMany(expired));
      await mongo.ask('Removing staged files', () => content.deleteMany(expired), BLOCK_MS);
    },
  };

  /** False when it was removed meanwhile. */
  async function copied({ _id: stagedId, blocks }: Facts, path: string): Promise<boolean> {
    const file = await open(path, 'wx', 0o600);
    try {
      for (let at = 0; at < blocks; at++) {
        const asked = { _id: blockId(stagedId, at) };
        const block = await mongo.ask('Reading a staged file', () => content.findOne(asked), BLOCK_MS);
        if (block === null) return false;
        await file.writeFile(block.bytes instanceof Uint8Array ? block.bytes : block.bytes.value());
      }
    } finally {
      await file.close();
    }
    return true;
  }
}

async function* blocksOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
      const { bytesRead } = await file.read(buffer, 0, BLOCK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function blockId(stagedId: string, at: number): string {
  return `${stagedId}.${at}`;
}

function asStaged({ _id: stagedId, blocks: _, ...staged }: Facts): StagedFile {
  return { stagedId, ...staged };
}
