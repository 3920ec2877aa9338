// The generations that projections write to: the live one, or a new one without readers.
import type {
  Checkpoint,
  Declared,
  Filling,
  Generation,
  PositionedWrite,
} from '../../projections/engine/readStore.js';
import type { Documents } from '../documents/documents.js';
import type { Making } from './generations.js';
import { checkpointIn } from './layout.js';
import { Writer } from './writer.js';

export class WrittenGeneration implements Generation {
  protected writer: Writer;

  constructor(
    readonly name: string,
    protected documents: Documents,
    protected readonly declared: Declared,
    readonly replaced: AbortSignal,
  ) {
    this.writer = new Writer(documents, declared);
  }

  checkpoint(projection: string): Promise<Checkpoint | null> {
    return checkpointIn(this.documents, projection);
  }

  apply(projection: string, writes: readonly PositionedWrite[], checkpoint: Checkpoint | null): Promise<void> {
    return this.writer.apply(projection, writes, checkpoint);
  }

  async close(): Promise<void> {
    await this.documents.close();
  }
}

/** A generation without readers, until it is live. */
export class NewGeneration extends WrittenGeneration implements Filling {
  #live = false;

  constructor(
    private readonly making: Making,
    declared: Declared,
    private readonly onLive: () => Promise<void>,
  ) {
    super(making.name, making.documents, declared, new AbortController().signal);
  }

  async goLive(): Promise<void> {
    if (this.#live) return;
    this.documents = await this.making.goLive();
    this.writer = new Writer(this.documents, this.declared);
    this.#live = true;
    await this.making.release();
    await this.onLive();
  }

  async discard(): Promise<void> {
    if (this.#live) return;
    await this.making.drop();
    await this.making.release();
  }

  override async close(): Promise<void> {
    await super.close();
    if (!this.#live) await this.making.release();
  }
}
