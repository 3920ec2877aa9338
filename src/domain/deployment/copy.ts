// Copying the log to another store: its steps, and why it is refused. Sentences: src/messages/operator/copy.ts.

/** Why nothing more is copied to this target. */
export type CopyRefusal =
  /** The source has no events. */
  | Readonly<{ is: 'SourceEmpty' }>
  /** The source lacks events; run `verify`. */
  | Readonly<{ is: 'SourceNotWhole'; stream: string; revision: number }>
  /** The target is not a copy of the source: this event differs. */
  | Readonly<{ is: 'TargetHoldsAnotherLog'; stream: string; revision: number }>
  /** The copy was finished, and the source has newer events. */
  | Readonly<{ is: 'CopyFinishedBefore'; events: number }>
  /** Another process writes to the target. */
  | Readonly<{ is: 'TargetInUse'; stream: string }>
  /** The copied events read back differently. */
  | Readonly<{ is: 'CopyDiffers'; stream: string; revision: number }>;

export type CopyStep = 'comparing' | 'copying' | 'verifying';
