// The role `webhooks`: fans facts out and delivers them, tells how it is, and drops what is old.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { PartHealth } from '../../api/http/health.js';
import { deactivateWebhook } from '../../commands/webhooks/deactivateWebhook.js';
import type { Deployment } from '../../commands/log/deployment.js';
import type { PersonNames } from '../../commands/people/personNames.js';
import { createWebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import { openSecret } from '../../commands/webhooks/webhookSecrets.js';
import type { Config } from '../config.js';
import type { SealedSecret } from '../../domain/webhooks/events.js';
import { BODY_GONE, answeredError, unansweredError } from '../../messages/deliveries.js';
import type { OnError } from '../stores.js';
import { createAddressGuard } from '../../webhooks/sending/addressGuard.js';
import { createSender, type Attempt } from '../../webhooks/sending/sender.js';
import type { DeliveryQueue } from '../../webhooks/delivery/deliveryQueue.js';
import { startDispatcher, type Dispatcher } from '../../webhooks/delivery/dispatcher.js';
import { runFanOut } from '../../webhooks/fanOut/fanOut.js';
import type { FanOutState } from '../../webhooks/fanOut/fanOutRun.js';
import { PER_HOST_MAX } from '../../webhooks/delivery/concurrencyLimits.js';
import { runRetention } from '../../webhooks/delivery/retention.js';
import { isUnavailable, type CommandSide } from '../commandSide.js';

export type WebhooksRoleDeps = Readonly<{
  config: Config;
  world: CommandSide;
  queue: DeliveryQueue;
  names: PersonNames;
  metrics: Registry;
  onTrouble: OnError;
}>;

export type WebhooksRole = Readonly<{
  /** Something new is in the queue. */
  wake(): void;
  health(head: number | null): PartHealth;
  /** Deliveries under way end first. */
  stop(): Promise<void>;
}>;

/** Begins once it is known whose log it is. */
export function startWebhooks(deps: WebhooksRoleDeps): WebhooksRole {
  const { config, world, onTrouble } = deps;
  const stopping = new AbortController();
  const guard = createAddressGuard({ allowedNetworks: config.webhookAllowedNetworks });
  const timeoutMs = config.webhookTimeoutSeconds * 1_000;
  const sender = createSender({ guard, timeoutMs, connectionsPerHostMax: PER_HOST_MAX });
  let state: FanOutState = { phase: 'waiting', position: 0 };
  let liveOnce = false;
  const note = (next: FanOutState): void => {
    state = next;
    liveOnce ||= next.phase === 'live';
  };
  countFanOut(deps.metrics, () => state);
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by what came of them',
    labelNames: ['outcome'],
    registers: [deps.metrics],
  });

  let dispatcher: Dispatcher | null = null;
  const run = async ({ logId, namespace }: Deployment): Promise<void> => {
    const started = dispatcherOf(deps, namespace, sender.attempt, (outcome) => attempts.inc({ outcome }))(
      stopping.signal,
    );
    dispatcher = started;
    const fanOut = runFanOut({
      ...{ log: world.log, logId, namespace, queue: deps.queue, clock: world.clock },
      ...{ retrySeconds: config.webhookRetrySeconds, failPoints: world.failPoints, signal: stopping.signal },
      personName: async (personId) => (await deps.names.of([personId]))(personId),
      onScheduled: started.wake,
      onState: note,
      onTrouble: (error) => onTrouble('webhook fan-out', error),
    });
    const retention = runRetention({
      ...{ queue: deps.queue, clock: world.clock, signal: stopping.signal },
      onTrouble: (error) => onTrouble('webhook retention', error),
    });
    await Promise.all([started.done, fanOut, retention]);
  };
  // A stop waits for what was begun only: a log that is away may never tell whose it is.
  let work: Promise<void> | null = null;
  const begin = async (deployment: Deployment): Promise<void> => {
    if (!stopping.signal.aborted) await (work = run(deployment));
  };
  world.deployment.then(begin).catch((error: unknown) => {
    if (!stopping.signal.aborted) onTrouble('webhooks', error);
  });

  return {
    wake: () => dispatcher?.wake(),
    health(head) {
      const { phase, position } = state;
      const follows = phase === 'live' || phase === 'catchingUp';
      const lag = follows && head !== null ? { lagEvents: Math.max(0, head - position) } : {};
      // Where another process fans out, or the operator has yet to say from when, this one is as ready as it can be.
      const ready = phase === 'waiting' || phase === 'refused' || (liveOnce && phase !== 'failed');
      return { part: 'webhook fan-out', ready, ...lag };
    },
    async stop() {
      stopping.abort();
      await work?.catch(() => undefined);
      await sender.close();
    },
  };
}

function dispatcherOf(
  { config, world, queue, onTrouble }: WebhooksRoleDeps,
  namespace: string,
  attempt: Attempt,
  onAttempt: (outcome: string) => void,
): (signal: AbortSignal) => Dispatcher {
  const { clock, failPoints, secretsKey } = world;
  return (signal) =>
    startDispatcher({
      ...{ queue, attempt, namespace, clock, failPoints, onAttempt, signal, bodyGoneText: BODY_GONE },
      directory: createWebhookDirectory(world.folds, isUnavailable),
      retrySeconds: config.webhookRetrySeconds,
      timeoutMs: config.webhookTimeoutSeconds * 1_000,
      openSecret: openedOnce((webhookId, sealed) => openSecret(secretsKey, webhookId, sealed)),
      deactivate: ({ clientId, webhookId, activation }, reason, deliveryId) =>
        deactivateWebhook(world, clientId, { webhookId, reason, activation, deliveryId }),
      failureText: (result) =>
        result.is === 'Answered' ? answeredError(result.status, result.body) : unansweredError(result.error),
      onTrouble: (error) => onTrouble('webhook deliveries', error),
    });
}

/** A secret is opened once as long as the fold that holds it stays in memory: signing is most of what an attempt computes. */
function openedOnce(open: (webhookId: string, sealed: SealedSecret) => string): typeof open {
  const opened = new WeakMap<SealedSecret, string>();
  return (webhookId, sealed) => {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const secret = open(webhookId, sealed);
    opened.set(sealed, secret);
    return secret;
  };
}

function countFanOut(metrics: Registry, state: () => FanOutState): void {
  new Gauge({
    name: 'webhook_fan_out_refused',
    help: '1 while events wait for `operator webhooks resume`',
    registers: [metrics],
    collect() {
      this.set(state().phase === 'refused' ? 1 : 0);
    },
  });
}

/** Asked for when scraped; a queue that is away shows nothing. */
export function countQueue(metrics: Registry, queue: DeliveryQueue, now: () => number): void {
  const stats = async () => queue.stats(now()).catch(() => null);
  new Gauge({
    name: 'webhook_queue_depth',
    help: 'Deliveries not yet delivered nor given up',
    registers: [metrics],
    async collect() {
      this.reset();
      const found = await stats();
      if (found !== null) this.set(found.depth);
    },
  });
  new Gauge({
    name: 'webhook_oldest_due_age_seconds',
    help: 'Since when the longest waiting delivery has been due; 0 when none is',
    registers: [metrics],
    async collect() {
      this.reset();
      const found = await stats();
      if (found === null) return;
      const { oldestDueAt } = found;
      this.set(oldestDueAt === null ? 0 : Math.max(0, now() - oldestDueAt) / 1_000);
    },
  });
}
