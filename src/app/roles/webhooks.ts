// The role `webhooks`: runs fan-out, dispatcher and retention, and reports their health.
import type { PartHealth } from '../../api/http/health.js';
import type { Deployment } from '../../commands/log/deployment.js';
import { deactivateWebhook, openSecret } from '../../commands/webhooks/webhookCommands.js';
import { createWebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import { answeredError, BODY_GONE, attemptFailureSentence } from '../../messages/webhooks.js';
import { PER_HOST_MAX } from '../../webhooks/delivery/concurrencyLimits.js';
import { Dispatcher } from '../../webhooks/delivery/dispatcher.js';
import { runRetention } from '../../webhooks/delivery/retention.js';
import { runFanOut, type FanOutState } from '../../webhooks/fanOut/fanOut.js';
import { createAddressGuard } from '../../webhooks/sending/addressGuard.js';
import type { Attempt, Sender } from '../../webhooks/sending/sender.js';
import type { CommandSide } from '../commandSide.js';
import { isUnavailable } from '../unavailable.js';
import type { LagBehind } from '../health.js';
import { deliveryCounters, queueGauges, scrapedGauges } from '../metrics.js';
import type { RoleDependencies, WebhooksRole } from './roleDependencies.js';

/** Starts once the deployment is known. */
export function startWebhooks(deps: RoleDependencies): WebhooksRole {
  const { config, commandSide, queue, metrics, onStop } = deps;
  queueGauges(metrics, queue, () => commandSide.clock.now().getTime());
  const stopping = new AbortController();
  const { signal } = stopping;
  const guard = createAddressGuard({ allowedNetworks: config.webhookAllowedNetworks });
  const timeoutMs = config.webhookTimeoutSeconds * 1_000;
  // The HTTP client is loaded with the first delivery: it takes a tenth of a start's processor time.
  let sender: Promise<Sender> | null = null;
  const loadSender = async (): Promise<Sender> => {
    const { createSender } = await import('../../webhooks/sending/sender.js');
    return createSender({ guard, timeoutMs, connectionsPerHostMax: PER_HOST_MAX });
  };
  const attempt: Attempt = async (request) => (await (sender ??= loadSender())).attempt(request);
  const progress = createFanOutProgress();
  scrapedGauges(metrics, {
    webhook_fan_out_refused: [
      '1 while events wait for `operator webhooks resume`',
      () => Number(progress.isRefused()),
    ],
  });
  const counters = deliveryCounters(metrics);

  let dispatcher: Dispatcher | null = null;
  const run = async (deployment: Deployment): Promise<void> => {
    const started = startDispatching(deps, deployment, attempt, counters, signal);
    dispatcher = started;
    const fanOut = startFanOut(deps, deployment, started.wake, progress.onState, signal);
    const retention = runRetention({
      queue,
      clock: commandSide.clock,
      signal,
      onError: (error) => commandSide.onError('webhook retention', error),
    });
    await Promise.all([started.done, fanOut, retention]);
  };
  // A stop waits only for work that began: while the log is unavailable, the deployment may never be known.
  let work: Promise<void> | null = null;
  const begin = async (deployment: Deployment): Promise<void> => {
    if (!signal.aborted) await (work = run(deployment));
  };
  commandSide.deployment.then(begin).catch((error: unknown) => {
    if (!signal.aborted) commandSide.onError('webhooks', error);
  });

  const stop = async (): Promise<void> => {
    stopping.abort();
    await work?.catch(() => undefined);
    await (await sender)?.close();
  };
  onStop(stop);
  return { wake: () => dispatcher?.wake(), health: progress.health, stop };
}

function startDispatching(
  { config, commandSide, queue }: RoleDependencies,
  { namespace }: Deployment,
  attempt: Attempt,
  counters: ReturnType<typeof deliveryCounters>,
  signal: AbortSignal,
): Dispatcher {
  const { clock, failPoints, secretsKey } = commandSide;
  return new Dispatcher({
    queue,
    attempt,
    namespace,
    clock,
    failPoints,
    ...counters,
    signal,
    bodyGoneText: BODY_GONE,
    directory: createWebhookDirectory(commandSide.folds, isUnavailable, commandSide.follower),
    retrySeconds: config.webhookRetrySeconds,
    timeoutMs: config.webhookTimeoutSeconds * 1_000,
    openSecret: (webhookId, sealed) => openSecret(secretsKey, webhookId, sealed),
    deactivate: ({ clientId, webhookId, activation }, reason, deliveryId) =>
      deactivateWebhook(commandSide, clientId, { webhookId, reason, activation, deliveryId }),
    failureText: (result) =>
      result.is === 'Answered' ? answeredError(result.status, result.body) : attemptFailureSentence(result.error),
    onError: (error) => commandSide.onError('webhook deliveries', error),
  });
}

function startFanOut(
  { config, commandSide, queue, names }: RoleDependencies,
  { logId, namespace }: Deployment,
  onScheduled: () => void,
  onState: (state: FanOutState) => void,
  signal: AbortSignal,
): Promise<void> {
  const { log, clock, failPoints } = commandSide;
  return runFanOut({
    log,
    logId,
    namespace,
    queue,
    clock,
    failPoints,
    onScheduled,
    onState,
    signal,
    retrySeconds: config.webhookRetrySeconds,
    companyCnpj: (companyId) => companyCnpj(commandSide, companyId),
    personName: async (personId) => (await names.of([personId]))(personId),
    onError: (error) => commandSide.onError('webhook fan-out', error),
  });
}

/** An event may be fanned out before this process has followed the registration of its company. */
async function companyCnpj({ follower }: CommandSide, companyId: number): Promise<string> {
  if (follower.registers.companyById(companyId) === null) await follower.refresh();
  return follower.registers.companyById(companyId)?.cnpj ?? '';
}

function createFanOutProgress() {
  let state: FanOutState = { phase: 'waiting', position: 0 };
  return {
    onState(next: FanOutState): void {
      state = next;
    },
    isRefused: () => state.phase === 'refused',
    health(lagBehind: LagBehind): PartHealth {
      const { phase, position } = state;
      const isFollowing = phase === 'live' || phase === 'catchingUp';
      const lag = isFollowing ? lagBehind(position) : {};
      // Requests need no fan-out: lag is shown, not failed, also of a process that takes over or was resumed.
      const ready = phase !== 'failed';
      return { part: 'webhook fan-out', ready, ...(phase === 'refused' ? { waiting: true } : {}), ...lag };
    },
  };
}
