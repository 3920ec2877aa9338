// Records at the first start which deployment a log belongs to, and checks it at every later start.
// Source: docs/spec/configuration.md#start.
import { randomUUID } from 'node:crypto';
import {
  DEPLOYMENT_STREAM,
  decideDeploy,
  deployment,
  type Deployed,
  type DeploymentRefusal,
  type DeploymentState,
  type Environment,
} from '../../domain/deployment.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { NO_STREAM, type EventLog } from '../../domain/kernel/log.js';
import { StoreError } from '../../domain/kernel/storeError.js';
import type { Clock } from '../kernel/context.js';
import { newEvent } from '../kernel/events.js';

/** `namespace`: the UUID from which reconciliations derive their public ids; never changes. */
export type Deployment = Readonly<{ logId: string; namespace: string }>;

/** A null fingerprint is not compared: a log that is only read, without its key. */
export type DeploymentConfig = Readonly<{
  environment: Environment;
  secretsKeyFingerprint: string | null;
  /** Whether it may be recorded in a new log; default true. */
  creates?: boolean;
}>;

/** The configuration does not fit the log; the process must not start. */
export class WrongDeployment extends Error {
  override readonly name = 'WrongDeployment';
  constructor(
    readonly differs: DeploymentRefusal['differs'],
    readonly recorded: string,
    readonly configured: string,
  ) {
    super(`The log was created for ${differs} ${recorded}, configured is ${configured}`);
  }
}

/**
 * Records the deployment in a new log. Of processes that start at once, one records and all return the same.
 * @throws WrongDeployment; StoreError NoStore
 */
export async function ensureDeployment(
  log: EventLog,
  clock: Clock,
  config: DeploymentConfig,
): Promise<Deployment> {
  const { environment, creates = true } = config;
  const ids = { logId: randomUUID(), namespace: randomUUID() };
  const context = { actor: { kind: 'rule', id: 'deployment' }, requestId: null } as const;
  for (let attempt = 1; attempt <= 2; attempt++) {
    const { deployed } = (await readDeploymentState(log)).state;
    const secretsKeyFingerprint = config.secretsKeyFingerprint ?? deployed?.secretsKeyFingerprint ?? '';
    const command = { ...ids, environment, secretsKeyFingerprint };
    const { events, outcome } = decideDeploy({ deployed }, command);
    if (outcome !== null) throw new WrongDeployment(outcome.differs, outcome.recorded, outcome.configured);
    if (deployed !== null) return deploymentOf(deployed);
    if (!creates) throw new StoreError({ is: 'NoStore', folder: null });
    const newEvents = events.map((event) => newEvent(event, context, clock, null));
    const appended = await log.append([
      { stream: DEPLOYMENT_STREAM, events: newEvents, expectedRevision: NO_STREAM },
    ]);
    if (appended.ok) return deploymentOf(command);
  }
  throw new Error('The stream `deployment` holds no deployment');
}

/** The recorded deployment with the log's current id; null in a new log. */
export async function readDeployment(log: EventLog): Promise<Deployed['data'] | null> {
  return (await readDeploymentState(log)).state.deployed;
}

/** All ids the log ever had, the current one last: a checkpoint kept before a copy names an older one. */
export async function readLogIds(log: EventLog): Promise<readonly string[]> {
  return (await readDeploymentState(log)).state.logIds;
}

/** `last`: the stream's last event; null in a new log. */
export async function readDeploymentState(
  log: EventLog,
): Promise<Readonly<{ state: DeploymentState; last: Recorded | null }>> {
  let state = deployment.initial();
  let lastEvent: Recorded | null = null;
  for await (const event of log.read(DEPLOYMENT_STREAM, 0)) {
    state = deployment.evolve(state, event);
    lastEvent = event;
  }
  return { state, last: lastEvent };
}

function deploymentOf({ logId, namespace }: Deployment): Deployment {
  return { logId, namespace };
}
