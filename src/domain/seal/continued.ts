// How the log continues a kept checkpoint.

/** The log got an id. `events`: how many of the log before are in it. `reason`: of a restore, else null. */
export type Identified = Readonly<{
  by: 'Deployed' | 'LogCopied' | 'LogRestored';
  logId: string;
  at: string;
  reason: string | null;
  events: number;
}>;

/** `isContinued`: the log begins with the `size` events of the checkpoint. `since`: the ids that the log got after its. */
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
