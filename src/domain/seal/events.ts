// Stream `seals`: how many covered events there were, and the value of the hash chain over them.
import type { DomainEvent } from '../kernel/event.js';

/**
 * `count` covered events from the log's beginning on have the chain value `hash` (SHA-256 in hexadecimal); `last` is
 * the last of them. Neither position nor time is in it, so that a copy of the log to another store keeps its seals.
 */
export type LogSealed = DomainEvent<
  'LogSealed',
  Readonly<{ count: number; hash: string; last: Readonly<{ stream: string; revision: number }> }>
>;
