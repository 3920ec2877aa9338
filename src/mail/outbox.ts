// Port: mails that are to be sent, each under an id that follows from what it tells, so that it is made once however often
// somebody makes it; and how far their makers came. Written on documents: src/stores/documents/outbox.ts.
import type { LogCheckpoint } from '../domain/kernel/knownEvent.js';

/** Without names and e-mails of people. `companyIds`: companies it tells of. */
export type Mail = Readonly<{
  id: string;
  clientId: number;
  personId: string;
  companyIds: readonly number[];
  subject: string;
  text: string;
}>;

/** `failures`: attempts before. */
export type ClaimedMail = Mail & Readonly<{ token: string; failures: number }>;

/** `dropped`: nobody is to get it any more. */
export type MailOutcome = 'sent' | 'failed' | 'dropped' | Readonly<{ againAtMs: number }>;

/** Of mails that are kept; `failed` ones were given up. */
export type MailCounts = Readonly<{ waiting: number; failed: number }>;

export type Outbox = Readonly<{
  /** Keeps those that exist, whatever came of them. Durable once resolved. */
  add(mails: readonly Mail[], nowMs: number): Promise<void>;
  /** The mail that has waited longest, for this caller alone until `untilMs`; null while none is due. */
  claim(nowMs: number, untilMs: number): Promise<ClaimedMail | null>;
  /** Without effect once another caller claimed the mail. */
  settle(claimed: ClaimedMail, outcome: MailOutcome): Promise<void>;
  counts(): Promise<MailCounts>;
  /** Deletes settled ones that were added before. */
  forget(beforeMs: number): Promise<void>;
  /** How far the log was told of; null before the first time. */
  checkpoint(): Promise<LogCheckpoint | null>;
  /** Never back in the same log. */
  advance(checkpoint: LogCheckpoint): Promise<void>;
  /** The last day (YYYY-MM-DD) whose morning was told; null before the first. */
  morning(): Promise<string | null>;
  /** Never back. */
  setMorning(day: string): Promise<void>;
  close(): Promise<void>;
}>;
