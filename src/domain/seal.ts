// Seals of the log, what they cover, and what can be wrong with the log, a checkpoint or a dossier.
import type { DomainEvent, Recorded } from './kernel/event.js';

// Stream `seals`: the Merkle tree after a number of covered events (docs/spec/log.md#seals).

/**
 * The first `count` covered events of the log are the leaves of the tree with this `root`; `last` is the last of
 * them. `edge`: the roots of its complete subtrees, the largest first. Hashes are SHA-256 in hexadecimal.
 * `checkpoint`: the signed note of count and root (docs/spec/log.md#checkpoints).
 */
export type LogSealed = DomainEvent<
  'LogSealed',
  Readonly<{
    count: number;
    root: string;
    edge: readonly string[];
    last: Readonly<{ stream: string; revision: number }>;
    checkpoint: string;
  }>
>;

// Stream `seals`. Its state is its newest seal, so nothing has to be folded.

export const SEALS = 'seals';

const HASH = /^[0-9a-f]{64}$/;

export type Seal = LogSealed['data'];

/** @returns null for an event that is not a well-formed seal */
export function sealOf(event: Recorded): Seal | null {
  const data = event.data as Partial<Seal> | null;
  const wellFormed =
    event.type === 'LogSealed' &&
    Number.isSafeInteger(data?.count) &&
    [data?.root, ...(data?.edge ?? [null])].every((hash) => typeof hash === 'string' && HASH.test(hash)) &&
    typeof data?.last?.stream === 'string' &&
    Number.isSafeInteger(data.last.revision) &&
    typeof data.checkpoint === 'string';
  return wellFormed ? (data as Seal) : null;
}

// Which streams the seals cover: all but parts, whose hash is in the event that names them, and the seals
// themselves.

/**
 * Streams that hold only parts. Parts of charts are in `chart-` and covered there by the SHA-256 of their bytes.
 */
const PARTS = ['acted-', 'lines-', 'released-'];

/** All other kinds of streams: complete names, or prefixes that end with a dash. */
const COVERED = [
  'apiKeys',
  'books-',
  'chart-',
  'client-',
  'clients',
  'deployment',
  'ids-',
  'reconciliations-',
  'refusals-',
  'webhooks-',
];

/** The sealer's subscription: without parts and without streams of unknown kinds, which `verify` reports. */
export const coveredPrefixes: readonly string[] = COVERED;

export function kindOf(stream: string): 'covered' | 'parts' | 'seals' | 'unknown' {
  if (stream === SEALS) return 'seals';
  if (PARTS.some((prefix) => stream.startsWith(prefix))) return 'parts';
  return COVERED.some((kind) => (kind.endsWith('-') ? stream.startsWith(kind) : stream === kind))
    ? 'covered'
    : 'unknown';
}

/** The log got an id. `events`: how many of the log before are in it. `reason`: of a restore, else null. */
export type Identified = Readonly<{
  by: 'Deployed' | 'LogCopied' | 'LogRestored';
  logId: string;
  at: string;
  reason: string | null;
  events: number;
}>;

/**
 * `isContinued`: the log begins with the `size` events of the checkpoint. `since`: the ids that the log got after
 * its.
 */
export type Continued = Readonly<{
  logId: string;
  size: number;
  isContinued: boolean;
  since: readonly Identified[];
}>;

/** Why one checkpoint cannot be proven to go on from another. */
export type NoContinuation =
  /** No seal has one: of this size, or at all. */
  | Readonly<{ is: 'NoCheckpoint'; size: number | null }>
  | Readonly<{ is: 'OfAnotherLog'; logId: string }>
  | Readonly<{ is: 'NotSigned'; size: number }>
  | Readonly<{ is: 'NotOlder'; from: number; to: number }>
  | Readonly<{ is: 'NotContinued'; from: number }>;

// What `verify` can find wrong with the log, as data. Sentences: src/messages/operator/log.ts.

/** The events after one seal up to another, by their revisions in `seals`; null: from the start of the log. */
export type SealRange = Readonly<{ afterSeal: number | null; upToSeal: number }>;

export type VerifyFinding =
  /** Revision `found` follows where `expected` should: events were removed (greater) or repeated. */
  | Readonly<{ is: 'RevisionGap'; stream: string; expected: number; found: number }>
  /** The event is in the log's order, but its body is missing or unreadable. */
  | Readonly<{ is: 'EventUnreadable'; stream: string; revision: number }>
  /** An event in its stream but not in the log's order: no subscriber received it. */
  | Readonly<{ is: 'EventOutsideOrder'; stream: string; revision: number }>
  | Readonly<{ is: 'StreamUnknown'; stream: string }>
  /** The covered events up to this seal have another count or root. */
  | Readonly<{ is: 'SealDiffers' } & SealRange>
  | Readonly<{ is: 'SealedEventMissing'; stream: string; revision: number; seal: number }>
  | Readonly<{ is: 'SealMalformed'; seal: number }>
  /** The seal's checkpoint is of another size, root or log, or not signed with the key that was in force. */
  | Readonly<{ is: 'CheckpointDiffers'; seal: number }>
  | Readonly<{
      is: 'PartsDiffer';
      what: 'count' | 'hash' | 'lines';
      parts: string;
      stream: string;
      revision: number;
    }>
  | Readonly<{ is: 'FactMalformed'; stream: string; revision: number }>
  /**
   * The log never had the id of the kept checkpoint. `restoredAt`: its first restore, which may have cut off that
   * id.
   */
  | Readonly<{ is: 'CheckpointOfAnotherLog'; checkpoint: string; logId: string | null; restoredAt: string | null }>
  | Readonly<{ is: 'CheckpointNotSigned' }>
  /** The log does not begin with the `size` events of the kept checkpoint. */
  | Readonly<{ is: 'CheckpointNotContinued'; size: number }>
  | Readonly<{ is: 'LogShorterThanCheckpoint'; size: number; events: number }>
  /** A restore cut the log after the first `cut` events; the kept checkpoint has more. */
  | Readonly<{ is: 'CheckpointBeforeRestore'; at: string; reason: string; size: number; cut: number }>
  | Readonly<{ is: 'LogUnreadable'; position: number; reason: string }>;

// What can be wrong with a dossier, as data. Sentences: src/messages/operator/dossiers.ts.

export type DossierFinding =
  | Readonly<{ is: 'ManifestUnreadable' | 'ManifestNotSigned' | 'CheckpointNotSigned' | 'CheckpointDiffers' }>
  | Readonly<{ is: 'EventUnreadable' | 'ClosingDiffers' | 'CompanyDiffers' | 'VersionsDiffer' | 'Malformed' }>
  | Readonly<{ is: 'PartsUncountable' | 'LastEventDiffers' }>
  | Readonly<{ is: 'FileMissing' | 'FileDiffers' | 'FileUnknown' | 'TableDiffers'; name: string }>
  | Readonly<{ is: 'ConsistencyBroken' | 'EvidenceDiffers'; name: string }>
  | Readonly<{ is: 'ProofsMissing'; events: number; proofs: number }>
  /** `id`: of a person. */
  | Readonly<{ is: 'PersonDiffers'; id: string }>
  /** `kept`: the number of the checkpoint that was kept outside, from 1. */
  | Readonly<{ is: 'KeptOfAnotherLog' | 'KeptForked' | 'KeptNotProven'; kept: number }>
  /** `line`: of events.ndjson, from 1. */
  | Readonly<{ is: 'EventNotProven' | 'EventOutOfOrder'; line: number }>
  | Readonly<{ is: 'EventOfAnother' | 'PartsDiffer'; stream: string; revision: number }>
  | Readonly<{ is: 'StreamGap'; stream: string; expected: number; found: number }>
  | Readonly<{ is: 'StreamDiffers'; stream: string }>;
