// Where generations are kept: the collections of each apart from those of all others, and which one is live.
import type { Lease } from '../../projections/engine/readStore.js';
import type { Documents } from '../documents/documents.js';
import type { Shapes } from './layout.js';

export type Generations = Readonly<{
  /** The name of the live one; names ascend and are never used again. */
  current(): Promise<string | null>;
  /** For reading. Null when it is damaged. */
  read(name: string): Promise<Reading | null>;
  /** For a projector, which may wait. */
  write(name: string): Documents;
  /** A new one, without its collections. @throws FillInProgress while another process fills one */
  make(): Promise<Making>;
  /** The projector's. Null when the signal aborts first. */
  lease(signal: AbortSignal): Promise<Lease | null>;
  /** Drops what was neither live nor being filled for a minute. Called by the holder of the lease. */
  tidy(): Promise<void>;
}>;

/** `near` answers questions on few documents, `far` those on any number, which may delay each other but not the caller. */
export type Reading = Readonly<{ near: Documents; far: Documents; shapes: Shapes }>;

export type Making = Readonly<{
  name: string;
  documents: Documents;
  /** Makes it the live one, once everything is durable. @returns the documents to go on with */
  goLive(): Promise<Documents>;
  drop(): Promise<void>;
  /** Ends the turn of this process to fill one. */
  release(): Promise<void>;
}>;

/** How long a generation stays after another went live; readers of other processes switch within a second. */
export const KEEP_MS = 60_000;
