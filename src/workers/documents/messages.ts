// What main and a worker say to each other. Bodies are given away with the message, verdicts are copied.
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import type { DocumentHead, Verdict } from '../../commands/imports/document.js';

/** `call` numbers a question that is answered once; `id` a document. */
export type ToWorker =
  | Readonly<{ is: 'open'; call: number; id: number; body: ArrayBuffer }>
  | Readonly<{ is: 'check'; call: number; id: number; facts: CheckFacts }>
  | Readonly<{ is: 'release'; id: number }>
  /** `parts` null: they could not be had; main knows why. */
  | Readonly<{ is: 'supplied'; need: number; parts: readonly Uint8Array[] | null }>;

/** What a check lacks. */
export type Want =
  Readonly<{ is: 'chart'; chartId: number; version: number }> | Readonly<{ is: 'lines'; linesStream: string }>;

export type FromWorker =
  /** `head` null: not a JSON object. */
  | Readonly<{ is: 'opened'; call: number; head: DocumentHead | null }>
  | Readonly<{ is: 'checked'; call: number; verdict: Verdict }>
  | Readonly<{ is: 'failed'; call: number; message: string; stack: string | undefined }>
  | Readonly<{ is: 'need'; call: number; need: number; want: Want }>;
