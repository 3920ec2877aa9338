// Stream `seals`: the hash chain's value after a number of covered events.
import type { DomainEvent } from '../kernel/event.js';

/** The first `count` covered events of the log have the chain value `hash` (SHA-256, hexadecimal); `last` is the last. */
export type LogSealed = DomainEvent<
  'LogSealed',
  Readonly<{ count: number; hash: string; last: Readonly<{ stream: string; revision: number }> }>
>;
