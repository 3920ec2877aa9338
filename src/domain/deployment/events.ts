// Stream `deployment`: the identity of the log and the deployment it belongs to.
import type { DomainEvent } from '../kernel/event.js';

export type Environment = 'staging' | 'production';

/** `namespace`: the UUID from which reconciliations derive their public ids (UUIDv5); never changes. */
export type Deployed = DomainEvent<
  'Deployed',
  Readonly<{ logId: string; environment: Environment; namespace: string; secretsKeyFingerprint: string }>
>;

/**
 * The log was copied from another store and has a new id from here on: read models, snapshots and queues of the original
 * are not valid for the copy.
 */
export type LogCopied = DomainEvent<'LogCopied', Readonly<{ logId: string }>>;

/**
 * The log was restored to an earlier state and has a new id from here on. Integer ids were advanced before. `reason` is the
 * operator's text.
 */
export type LogRestored = DomainEvent<'LogRestored', Readonly<{ logId: string; reason: string }>>;

/** From here on this delivery queue, and no other, fans out events to webhooks; the newest event applies. */
export type FanOutStarted = DomainEvent<'FanOutStarted', Readonly<{ queueId: string }>>;

/**
 * Checkpoints are signed with this key from here on (docs/spec/log.md#seal-key); 32 bytes of Ed25519 in base64. `previous` is null for
 * the first key. `signature`: of the previous key over `rotationText`; null for the first key, and when the previous one was lost.
 */
export type SealKeySet = DomainEvent<
  'SealKeySet',
  Readonly<{ publicKey: string; previous: string | null; signature: string | null }>
>;

export type DeploymentEvent = Deployed | LogCopied | LogRestored | FanOutStarted | SealKeySet;
