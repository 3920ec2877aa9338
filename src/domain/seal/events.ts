// Stream `seals`: hash chain and Merkle tree after a number of covered events.
import type { DomainEvent } from '../kernel/event.js';

/**
 * The first `count` covered events of the log have the chain value `hash`; `last` is the last. `tree` is absent in seals of
 * version 0.1.0. `checkpoint`: the signed note of count and root (docs/spec/log.md#checkpoints). Hashes are SHA-256 in hexadecimal.
 */
export type LogSealed = DomainEvent<
  'LogSealed',
  Readonly<{
    count: number;
    hash: string;
    last: Readonly<{ stream: string; revision: number }>;
    tree?: SealedTree;
    checkpoint?: string;
  }>
>;

/** The Merkle tree of `count` leaves (docs/spec/log.md#tree). `edge`: the roots of its complete subtrees, the largest first. */
export type SealedTree = Readonly<{ root: string; edge: readonly string[] }>;
