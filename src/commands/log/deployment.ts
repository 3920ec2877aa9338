// Records at the first start which deployment a log belongs to, and checks it at every later start.
// Source: docs/spec/configuration.md#start.
import { randomUUID } from 'node:crypto';
import {
  DEPLOYMENT_STREAM,
  decideDeploy,
  deployment,
  type Deployed,
  type DeploymentEvent,
  type DeploymentRefusal,
  type DeploymentState,
  type Environment,
} from '../../domain/deployment.js';
import type { Decision, Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { StoreError } from '../../domain/kernel/storeError.js';
import { Deadline, type Clock } from '../kernel/context.js';
import { Folds } from '../kernel/folds.js';
import { decideOn } from '../kernel/transact.js';

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

/** Of processes that start at once one records; all return it. @throws WrongDeployment; StoreError NoStore */
export async function ensureDeployment(
  log: EventLog,
  clock: Clock,
  config: DeploymentConfig,
): Promise<Deployment> {
  const { environment, creates = true } = config;
  const ids = { logId: randomUUID(), namespace: randomUUID() };
  const { deployed } = await decideDeployment(log, clock, ({ deployed: recorded }) => {
    if (recorded === null && !creates) throw new StoreError({ is: 'NoStore', folder: null });
    const secretsKeyFingerprint = config.secretsKeyFingerprint ?? recorded?.secretsKeyFingerprint ?? '';
    return decideDeploy({ deployed: recorded }, { ...ids, environment, secretsKeyFingerprint });
  });
  const { logId, namespace } = deployed ?? ids;
  return { logId, namespace };
}

const CONTEXT = { actor: { kind: 'rule', id: 'deployment' }, requestId: null } as const;
/** Whoever decides on the deployment waits for the log itself: the longest time of a timer. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Decides on the stream `deployment`, before any store. @returns the state before @throws WrongDeployment */
export async function decideDeployment<Event extends DeploymentEvent>(
  log: EventLog,
  clock: Clock,
  decide: (state: DeploymentState) => Decision<Event, DeploymentRefusal | null>,
): Promise<DeploymentState> {
  const deps = { log, clock, folds: new Folds(log) };
  const context = { ...CONTEXT, deadline: new Deadline(clock, TIMER_MS_MAX) };
  const { outcome } = await decideOn(deps, context, [DEPLOYMENT_STREAM, deployment], (state) => {
    const { events, outcome: refusal } = decide(state);
    return { events, outcome: { refusal, state } };
  });
  const { refusal, state } = outcome;
  if (refusal !== null) throw new WrongDeployment(refusal.differs, refusal.recorded, refusal.configured);
  return state;
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
