// What `verify` can find wrong with the log, as data. Sentences: src/messages/operator/verifyFindings.ts.

/** The events after one seal up to another, by their revisions in `seals`; null: from the start of the log. */
export type SealRange = Readonly<{ afterSeal: number | null; upToSeal: number }>;

export type VerifyFinding =
  /** Revision `found` follows where `expected` should: events were removed (greater) or repeated. */
  | Readonly<{ is: 'RevisionGap'; stream: string; expected: number; found: number }>
  /** The event is in the log's order, but its body is missing or unreadable. */
  | Readonly<{ is: 'EventUnreadable'; stream: string; revision: number }>
  /** In its stream but not in the log's order: no subscriber received it. */
  | Readonly<{ is: 'EventOutsideOrder'; stream: string; revision: number }>
  | Readonly<{ is: 'StreamUnknown'; stream: string }>
  /** The covered events up to this seal have another count or root. */
  | Readonly<{ is: 'SealDiffers' } & SealRange>
  /** The last event the seal covers is missing. */
  | Readonly<{ is: 'SealedEventMissing'; stream: string; revision: number; seal: number }>
  | Readonly<{ is: 'SealMalformed'; seal: number }>
  /** The seal's checkpoint is of another size, root or log, or not signed with the key that was in force. */
  | Readonly<{ is: 'CheckpointDiffers'; seal: number }>
  /** Parts do not match the event that names them. */
  | Readonly<{
      is: 'PartsDiffer';
      what: 'count' | 'hash' | 'lines';
      parts: string;
      stream: string;
      revision: number;
    }>
  | Readonly<{ is: 'FactMalformed'; stream: string; revision: number }>
  /** The log never had the id of the kept checkpoint. `restoredAt`: its first restore, which may have cut off that id. */
  | Readonly<{ is: 'CheckpointOfAnotherLog'; checkpoint: string; logId: string | null; restoredAt: string | null }>
  /** The kept checkpoint is not signed with a key of this log. */
  | Readonly<{ is: 'CheckpointNotSigned' }>
  /** The log does not begin with the `size` events of the kept checkpoint. */
  | Readonly<{ is: 'CheckpointNotContinued'; size: number }>
  | Readonly<{ is: 'LogShorterThanCheckpoint'; size: number; events: number }>
  /** A restore cut the log after the first `cut` events; the kept checkpoint has more. */
  | Readonly<{ is: 'CheckpointBeforeRestore'; at: string; reason: string; size: number; cut: number }>
  | Readonly<{ is: 'LogUnreadable'; position: number; reason: string }>;
