// Stream `deployment`: which log this is and whom it serves, so that a wrong store, environment or key stops the start.
import type { DomainEvent } from '../kernel/event.js';

export type Environment = 'staging' | 'production';

/** `namespace` is the UUID under which reconciliations get their public ids (UUIDv5), for good. */
export type Deployed = DomainEvent<
  'Deployed',
  Readonly<{ logId: string; environment: Environment; namespace: string; secretsKeyFingerprint: string }>
>;

export type DeploymentEvent = Deployed;
