// What a copy of the log goes through, and why it may be refused, as data. Sentences: src/messages/copy.ts.

/** Why nothing more may be copied to this target. */
export type CopyRefusal =
  /** Nothing was ever recorded in the source. */
  | Readonly<{ is: 'SourceEmpty' }>
  /** The source lacks events; `verify` tells more. */
  | Readonly<{ is: 'SourceNotWhole'; stream: string; revision: number }>
  /** What the target holds is not a copy of the source: this event is not the one the source has there. */
  | Readonly<{ is: 'TargetHoldsAnotherLog'; stream: string; revision: number }>
  /** The copy was finished before, and the source has gone on since. */
  | Readonly<{ is: 'CopyFinishedBefore'; events: number }>
  /** Somebody else writes to the target. */
  | Readonly<{ is: 'TargetInUse'; stream: string }>
  /** What was copied does not read back as the same. */
  | Readonly<{ is: 'CopyDiffers'; stream: string; revision: number }>;

export type CopyStep = 'comparing' | 'copying' | 'verifying';
