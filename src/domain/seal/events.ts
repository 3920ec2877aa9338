// Stream `seals`: the Merkle tree after a number of covered events (docs/spec/log.md#seals).
import type { DomainEvent } from '../kernel/event.js';

/**
 * The first `count` covered events of the log are the leaves of the tree with this `root`; `last` is the last of them. `edge`: the
 * roots of its complete subtrees, the largest first. Hashes are SHA-256 in hexadecimal. `checkpoint`: the signed note of count and
 * root (docs/spec/log.md#checkpoints).
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
