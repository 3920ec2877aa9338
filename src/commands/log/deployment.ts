// Which log this is and whom it serves: recorded at the first start, checked at every later one, so that a store of
// another deployment, environment or secrets key is noticed before anything is written with it.
import { randomUUID } from 'node:crypto';
import type { Deployed, Environment, LogCopied } from '../../domain/deployment/events.js';
import { NO_STREAM, type EventLog } from '../../domain/kernel/log.js';
import type { Clock } from '../kernel/context.js';
import { newEvent } from '../kernel/newEvent.js';

/** `namespace` is the UUID under which reconciliations get their public ids, for good. */
export type Deployment = Readonly<{ logId: string; namespace: string }>;

export type Configured = Readonly<{ environment: Environment; secretsKeyFingerprint: string }>;

/** What is configured is not what this log was made for. The start stops with it. */
export class WrongDeployment extends Error {
  override readonly name = 'WrongDeployment';
  constructor(
    readonly differs: 'environment' | 'secretsKey',
    readonly recorded: string,
    readonly configured: string,
  ) {
    super(`The log was made for ${differs} ${recorded}, configured is ${configured}`);
  }
}

export const DEPLOYMENT = 'deployment';

/**
 * Records the deployment if the log is new. Several processes may start at once: one of them records, all get the same.
 * @throws WrongDeployment
 */
export async function ensureDeployment(log: EventLog, clock: Clock, configured: Configured): Promise<Deployment> {
  const known = await readDeployment(log);
  if (known !== null) return checked(known, configured);

  const fact: Deployed = {
    type: 'Deployed',
    data: {
      logId: randomUUID(),
      environment: configured.environment,
      namespace: randomUUID(),
      secretsKeyFingerprint: configured.secretsKeyFingerprint,
    },
  };
  const context = { actor: { kind: 'rule', id: 'deployment' }, requestId: null } as const;
  const appended = await log.append(DEPLOYMENT, [newEvent(fact, context, clock, null)], NO_STREAM);
  if (appended.ok) return checked(fact.data, configured);
  const winner = await readDeployment(log);
  if (winner === null) throw new Error('The stream `deployment` holds no deployment');
  return checked(winner, configured);
}

/** What the log says of itself, null when it is new. Its newest id counts: a copied log has another than its source. */
export async function readDeployment(log: EventLog): Promise<Deployed['data'] | null> {
  let deployed: Deployed['data'] | null = null;
  for await (const event of log.read(DEPLOYMENT, 0)) {
    if (event.type === 'Deployed') deployed ??= event.data as Deployed['data'];
    if (event.type === 'LogCopied' && deployed !== null)
      deployed = { ...deployed, logId: (event.data as LogCopied['data']).logId };
  }
  return deployed;
}

/** Every id the log ever had, the newest last: what was exported of it before it was copied names an older one. */
export async function readLogIds(log: EventLog): Promise<readonly string[]> {
  const logIds: string[] = [];
  for await (const { type, data } of log.read(DEPLOYMENT, 0))
    if (type === 'Deployed' || type === 'LogCopied') logIds.push((data as LogCopied['data']).logId);
  return logIds;
}

function checked(recorded: Deployed['data'], configured: Configured): Deployment {
  if (recorded.environment !== configured.environment)
    throw new WrongDeployment('environment', recorded.environment, configured.environment);
  if (recorded.secretsKeyFingerprint !== configured.secretsKeyFingerprint)
    throw new WrongDeployment('secretsKey', recorded.secretsKeyFingerprint, configured.secretsKeyFingerprint);
  return { logId: recorded.logId, namespace: recorded.namespace };
}
