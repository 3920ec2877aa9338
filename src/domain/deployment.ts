// The identity of the log: its stream, why a process must not use it, and decisions at every start.
import type { Vocabulary } from './kernel/vocabulary.js';
import type { Decision, DomainEvent, Fold, Recorded } from './kernel/event.js';

// Stream `deployment`: the identity of the log and the deployment it belongs to.

/** What a deployment is for; its keys are accepted by one of the same alone. */
export const environments = {
  staging: { name: 'Homologação' },
  production: { name: 'Produção' },
} as const satisfies Vocabulary;
export type Environment = keyof typeof environments;

/** `namespace`: the UUID from which reconciliations derive their public ids (UUIDv5); never changes. */
export type Deployed = DomainEvent<
  'Deployed',
  Readonly<{ logId: string; environment: Environment; namespace: string; secretsKeyFingerprint: string }>
>;

/**
 * The log was copied from another store and has a new id from here on: read models and queues of the original
 * are not valid for the copy.
 */
export type LogCopied = DomainEvent<'LogCopied', Readonly<{ logId: string }>>;

/**
 * The log was restored to an earlier state and has a new id from here on. Integer ids were advanced before.
 * `reason` is the operator's text.
 */
export type LogRestored = DomainEvent<'LogRestored', Readonly<{ logId: string; reason: string }>>;

/** From here on this delivery queue, and no other, fans out events to webhooks; the newest event applies. */
export type FanOutStarted = DomainEvent<'FanOutStarted', Readonly<{ queueId: string }>>;

/**
 * Checkpoints are signed with this key from here on (docs/spec/log.md#seal-key); 32 bytes of Ed25519 in base64.
 * `previous` is null for the first key. `signature`: of the previous key over `rotationText`; null for the first
 * key, and when the previous one was lost.
 */
export type SealKeySet = DomainEvent<
  'SealKeySet',
  Readonly<{ publicKey: string; previous: string | null; signature: string | null }>
>;

export type DeploymentEvent = Deployed | LogCopied | LogRestored | FanOutStarted | SealKeySet;

export const DEPLOYMENT_STREAM = 'deployment';

/**
 * `deployed` is null in a new log. `logIds`: all ids the log ever had, the current one last. `identifiedBy`: the
 * event that set it. `sealKey`: the public key in force, the last of `sealKeys`; null until one is recorded.
 * `queueId`: of the delivery queue that fans out; null before the first start.
 */
export type DeploymentState = Readonly<{
  deployed: Deployed['data'] | null;
  logIds: readonly string[];
  identifiedBy: Readonly<{ type: DeploymentEvent['type']; position: number }> | null;
  sealKey: string | null;
  sealKeys: readonly string[];
  queueId: string | null;
}>;

export const deployment: Fold<DeploymentState> = {
  initial: () => ({ deployed: null, logIds: [], identifiedBy: null, sealKey: null, sealKeys: [], queueId: null }),
  evolve(state, recorded) {
    const { type, data, position } = recorded as Recorded<DeploymentEvent>;
    if (type === 'SealKeySet')
      return { ...state, sealKey: data.publicKey, sealKeys: [...state.sealKeys, data.publicKey] };
    if (type === 'FanOutStarted') return { ...state, queueId: data.queueId };
    const { deployed, logIds } = state;
    return {
      ...state,
      deployed: type === 'Deployed' ? (deployed ?? data) : deployed && { ...deployed, logId: data.logId },
      logIds: [...logIds, data.logId],
      identifiedBy: { type, position },
    };
  },
};

/** The configured value differs from the one the log was created with. */
export type DeploymentRefusal = Readonly<{
  differs: 'environment' | 'secretsKey' | 'sealKey';
  recorded: string;
  configured: string;
}>;

/**
 * A store derived from the log does not match it: it contains events that the log lacks, names a log id that the
 * log never had, or has content while the log is empty.
 */
export type StoreRefusal = Readonly<{
  is: 'StoreAhead' | 'StoreOfAnotherLog' | 'LogEmptied';
  store: 'readModels' | 'queue';
}>;

// Copying the log to another store: its steps, and why it is refused. Sentences: src/messages/operator/log.ts.

export type CopyRefusal =
  | Readonly<{ is: 'SourceEmpty' }>
  /** The source lacks events; run `verify`. */
  | Readonly<{ is: 'SourceNotWhole'; stream: string; revision: number }>
  /** The target is not a copy of the source: this event differs. */
  | Readonly<{ is: 'TargetHoldsAnotherLog'; stream: string; revision: number }>
  | Readonly<{ is: 'CopyFinishedBefore'; events: number }>
  | Readonly<{ is: 'TargetInUse'; stream: string }>
  | Readonly<{ is: 'CopyDiffers'; stream: string; revision: number }>;

export type CopyStep = 'comparing' | 'copying' | 'verifying';

// Decisions at every start: the deployment of a new log and its first seal key are recorded, or the configuration
// is checked against what is. A rotation replaces the key (docs/spec/log.md#seal-key).

/** `logId` and `namespace` are new UUIDs, used only for a new log. */
export type Deploy = Readonly<{
  logId: string;
  namespace: string;
  environment: Environment;
  secretsKeyFingerprint: string;
}>;

/** A refusal, or null. */
export function decideDeploy(
  { deployed }: Pick<DeploymentState, 'deployed'>,
  command: Deploy,
): Decision<Deployed, DeploymentRefusal | null> {
  const { logId, environment, namespace, secretsKeyFingerprint } = command;
  if (deployed === null)
    return {
      events: [{ type: 'Deployed', data: { logId, environment, namespace, secretsKeyFingerprint } }],
      outcome: null,
    };
  const compared = [
    { differs: 'environment', recorded: deployed.environment, configured: environment },
    { differs: 'secretsKey', recorded: deployed.secretsKeyFingerprint, configured: secretsKeyFingerprint },
  ] as const;
  return { events: [], outcome: compared.find(({ recorded, configured }) => recorded !== configured) ?? null };
}

/** Records the first key, or compares. @param publicKey base64 */
export function decideSealKey(
  { sealKey }: Pick<DeploymentState, 'sealKey'>,
  publicKey: string,
): Decision<SealKeySet, DeploymentRefusal | null> {
  if (sealKey === publicKey) return { events: [], outcome: null };
  if (sealKey !== null)
    return { events: [], outcome: { differs: 'sealKey', recorded: sealKey, configured: publicKey } };
  return { events: [{ type: 'SealKeySet', data: { publicKey, previous: null, signature: null } }], outcome: null };
}

/** `signature`: the previous key's over `rotationText`; null when that key was lost. */
type RotateSealKey = Readonly<{ publicKey: string; signature: string | null }>;

/** Replaces the key in force; the same key again changes nothing. */
export function decideSealKeyRotation(
  { sealKey: previous }: Pick<DeploymentState, 'sealKey'>,
  { publicKey, signature }: RotateSealKey,
): Decision<SealKeySet, null> {
  if (previous === publicKey) return { events: [], outcome: null };
  return { events: [{ type: 'SealKeySet', data: { publicKey, previous, signature } }], outcome: null };
}

/** What the previous key signs. @param publicKey the new one, base64 */
export function rotationText(logId: string, publicKey: string): string {
  return `conciliacao/${logId}\nseal-key\n${publicKey}\n`;
}
