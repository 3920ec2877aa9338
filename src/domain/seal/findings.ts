// What verification can find wrong, as data. Sentences: src/messages/verify.ts.

/** A place in the log: up to a seal, after the one before it; by their revisions in `seals`, null before the first. */
export type Between = Readonly<{ afterSeal: number | null; upToSeal: number }>;

export type VerifyProblem =
  /** The stream goes on at `found` where `expected` should be: events removed (found greater), or repeated. */
  | Readonly<{ is: 'RevisionGap'; stream: string; expected: number; found: number }>
  /** The log's order names an event whose body is gone or unreadable. */
  | Readonly<{ is: 'EventUnreadable'; stream: string; revision: number }>
  /** In its stream, but not in the log's order: no subscriber ever saw it. */
  | Readonly<{ is: 'EventOutsideOrder'; stream: string; revision: number }>
  | Readonly<{ is: 'StreamUnknown'; stream: string }>
  /** Covered events up to this seal do not give its count or its value. */
  | Readonly<{ is: 'SealDiffers' } & Between>
  /** The last event a seal covers is not where it was. */
  | Readonly<{ is: 'SealedEventMissing'; stream: string; revision: number; seal: number }>
  | Readonly<{ is: 'SealMalformed'; seal: number }>
  /** Parts do not match the fact that names them. */
  | Readonly<{
      is: 'PartsDiffer';
      what: 'count' | 'hash' | 'lines';
      parts: string;
      stream: string;
      revision: number;
    }>
  | Readonly<{ is: 'FactMalformed'; stream: string; revision: number }>
  /** The exported seal was made on another log. */
  | Readonly<{ is: 'ExportOfAnotherLog'; exported: string; logId: string | null }>
  /** The log holds fewer covered events than when the seal was exported. */
  | Readonly<{ is: 'LogShorterThanExport'; count: number; events: number }>
  /** The first exported seal whose value the log no longer gives; `since` is the count of the last that still fits. */
  | Readonly<{ is: 'ExportDiffers'; count: number; at: string; since: number }>
  | Readonly<{ is: 'LogUnreadable'; position: number; reason: string }>;
