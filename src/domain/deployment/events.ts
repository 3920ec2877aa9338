// Stream `deployment`: which log this is and whom it serves, so that a wrong store, environment or key stops the start.
import type { DomainEvent } from '../kernel/event.js';

export type Environment = 'staging' | 'production';

/** `namespace` is the UUID under which reconciliations get their public ids (UUIDv5), for good. */
export type Deployed = DomainEvent<
  'Deployed',
  Readonly<{ logId: string; environment: Environment; namespace: string; secretsKeyFingerprint: string }>
>;

/**
 * This log was copied from another store; `logId` is what it is called from here on. Read models, snapshots and queues
 * made of the log it was copied from are thereby known to be of another one.
 */
export type LogCopied = DomainEvent<'LogCopied', Readonly<{ logId: string }>>;

/** From here on events are fanned out to webhooks by the delivery queue of this id, and by no other; the newest counts. */
export type FanOutStarted = DomainEvent<'FanOutStarted', Readonly<{ queueId: string }>>;

export type DeploymentEvent = Deployed | LogCopied | FanOutStarted;
