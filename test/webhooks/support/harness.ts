// Fan-out and dispatcher as a process runs them, on a real log and queue in a folder of their own. What clients do
// with webhooks and what happens in their books is put there as facts.
import { afterEach, beforeEach } from '#jest';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../../src/commands/kernel/context.js';
import {
  deactivateWebhook,
  newWebhookSecret,
  openSecret,
  sealSecret,
} from '../../../src/commands/webhooks/webhookCommands.js';
import { Folds } from '../../../src/commands/kernel/folds.js';
import { newEvent } from '../../../src/commands/kernel/events.js';
import type { ImportRefused, TrialBalanceVersioned } from '../../../src/domain/books/events.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import type { Actor, DomainEvent } from '../../../src/domain/kernel/event.js';
import { noFailPoints, type FailPoints } from '../../../src/domain/kernel/failPoints.js';
import { NO_STREAM, type EventLog } from '../../../src/domain/kernel/log.js';
import { publicEventTypes, type PublicEventType } from '../../../src/domain/webhooks/eventTypes.js';
import type { WebhookEvent } from '../../../src/domain/webhooks/events.js';
import { webhooksStream } from '../../../src/domain/webhooks/fold.js';
import { answeredError, attemptFailureSentence } from '../../../src/messages/webhooks.js';
import { openEmbeddedDeliveryQueue } from '../../../src/stores/openDeliveryQueue.js';
import { withCodec } from '../../../src/stores/log/codec.js';
import { openEmbeddedLog } from '../../../src/stores/log/sqlite/embeddedLog.js';
import { createAddressGuard } from '../../../src/webhooks/sending/addressGuard.js';
import type { DeliveryFilter, DeliveryQueue } from '../../../src/webhooks/delivery/deliveryQueue.js';
import { createWebhookDirectory } from '../../../src/commands/webhooks/webhookDirectory.js';
import { isUnavailable } from '../../../src/app/unavailable.js';
import { Dispatcher } from '../../../src/webhooks/delivery/dispatcher.js';
import { runFanOut, type FanOutState } from '../../../src/webhooks/fanOut/fanOut.js';
import { parseNetworks } from '../../../src/webhooks/sending/networks.js';
import { createSender } from '../../../src/webhooks/sending/sender.js';
import { until } from '../../support/until.js';
import { removeDir, temporaryDir } from '../../support/service.js';
import { startReceiver, type Receiver } from './receiver.js';

export const NAMESPACE = 'f2f7a1b0-4f0f-4c6a-8a52-6e6f2a0a9c22';
export const LOG_ID = '0b6c2f0e-6a3e-4a38-9d51-0d7f3a1e5c11';
const SECRETS_KEY = Buffer.alloc(32, 7);
const KEY: Actor = { kind: 'key', id: '5', name: 'ERP' };

export type ProcessOptions = Readonly<{
  retrySeconds?: readonly number[];
  timeoutMs?: number;
  clock?: Clock;
  failPoints?: FailPoints;
  /** Instead of the harness's own handle on the queue. */
  queue?: DeliveryQueue;
  only?: 'fanOut' | 'dispatcher';
  logId?: string;
}>;

export type HarnessProcess = ReturnType<typeof startProcess>;

export type TestWebhook = Readonly<{ webhookId: string; clientId: number; secret: string }>;

export type Harness = Awaited<ReturnType<typeof openHarness>>;

/** One for each test. */
export function useHarness(): Harness {
  const harness = {} as Harness;
  beforeEach(async () => void Object.assign(harness, await openHarness()));
  afterEach(() => harness.close());
  return harness;
}

export async function openHarness() {
  const folder = await temporaryDir();
  const log = withCodec(await openEmbeddedLog(join(folder, 'log.db'), { writesHere: true }));
  const openQueue = () => openEmbeddedDeliveryQueue(join(folder, 'queue.db'));
  const queue = openQueue();
  const processes: HarnessProcess[] = [];
  const receivers: Receiver[] = [];
  const streams = new Map<string, number>();
  let trialBalances = 0;

  async function append(stream: string, fact: DomainEvent, actor: Actor = KEY): Promise<number> {
    let revision = streams.get(stream);
    if (revision === undefined || stream.startsWith('webhooks-')) {
      revision = NO_STREAM;
      for await (const event of log.read(stream, 0)) revision = event.revision;
    }
    const context = { actor, requestId: randomUUID() };
    const appended = await log.append([
      { stream, events: [newEvent(fact, context, systemClock, null)], expectedRevision: revision },
    ]);
    if (!appended.ok) throw new Error(`${stream} was at ${appended.actual}`);
    streams.set(stream, appended.revision);
    return appended.position;
  }

  const webhookFact = async (clientId: number, fact: WebhookEvent) => {
    await append(webhooksStream(clientId), fact);
  };

  const rows = async (clientId: number, more: Partial<DeliveryFilter> = {}) =>
    (await queue.list({ clientId, types: publicEventTypes, hidden: [], ...more }, { skip: 0, limit: 100_000 }))
      .rows;

  return {
    folder,
    log,
    queue,
    openQueue,
    append,
    webhookFact,
    rows,
    statuses: async (clientId: number) => (await rows(clientId)).map(({ status }) => status).sort(),
    /** At most one fan-out at a time works, as in life. */
    start(options: ProcessOptions = {}) {
      const started = startProcess(log, queue, options);
      processes.push(started);
      return started;
    },
    async receiver(...given: Parameters<typeof startReceiver>) {
      const receiver = await startReceiver(...given);
      receivers.push(receiver);
      return receiver;
    },
    async register(clientId: number, url: string, events: readonly PublicEventType[]): Promise<TestWebhook> {
      const webhookId = randomUUID();
      const secret = newWebhookSecret();
      const sealed = sealSecret(SECRETS_KEY, webhookId, secret);
      const idempotency = { key: randomUUID(), bodyHash: '' };
      const data = { webhookId, clientId, url, events, secret: sealed, idempotency };
      await webhookFact(clientId, { type: 'WebhookRegistered', data });
      return { webhookId, clientId, secret };
    },
    async change(
      { webhookId, clientId }: TestWebhook,
      type: 'WebhookDeactivated' | 'WebhookActivated' | 'WebhookRemoved',
    ): Promise<void> {
      if (type === 'WebhookDeactivated')
        return webhookFact(clientId, {
          type,
          data: { webhookId, clientId, reason: 'REQUESTED', deliveryId: null },
        });
      await webhookFact(clientId, { type, data: { webhookId, clientId } });
    },
    /** As an accepted import leaves it. @returns the trial balance's id */
    async imported(clientId: number) {
      const trialBalanceId = ++trialBalances;
      await append(`books-${clientId}`, versioned(clientId, trialBalanceId));
      return trialBalanceId;
    },
    async refused(clientId: number) {
      await append(`refusals-${clientId}`, refusal(clientId));
    },
    async close() {
      await Promise.all(receivers.map((each) => each.close()));
      await Promise.all(processes.map((each) => each.stop()));
      await queue.close();
      await log.close();
      await removeDir(folder);
    },
  };
}

function startProcess(log: EventLog, own: DeliveryQueue, options: ProcessOptions) {
  const { retrySeconds = [0, 60], timeoutMs = 10_000, clock = systemClock, failPoints = noFailPoints } = options;
  const { queue = own, only, logId = LOG_ID } = options;
  const stopping = new AbortController();
  const errors: unknown[] = [];
  const outcomes: string[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const folds = new Folds(log);
  const guard = createAddressGuard({ allowedNetworks: parseNetworks('127.0.0.0/8') ?? [] });
  const sender = createSender({ guard, timeoutMs, connectionsPerHostMax: 64 });
  let state: FanOutState = { phase: 'waiting', position: 0 };
  const dispatcher =
    only === 'fanOut'
      ? null
      : new Dispatcher({
          queue,
          namespace: NAMESPACE,
          clock,
          failPoints,
          retrySeconds,
          timeoutMs,
          onError,
          attempt: sender.attempt,
          directory: createWebhookDirectory(folds, isUnavailable, null),
          openSecret: (webhookId, sealed) => openSecret(SECRETS_KEY, webhookId, sealed),
          deactivate: ({ clientId, webhookId, activation }, reason, deliveryId) =>
            deactivateWebhook({ log, folds, clock }, clientId, { webhookId, reason, activation, deliveryId }),
          failureText: (result) =>
            result.is === 'Answered'
              ? answeredError(result.status, result.body)
              : attemptFailureSentence(result.error),
          bodyGoneText: 'gone',
          onAttempt: (outcome) => void outcomes.push(outcome),
          onSettled: () => undefined,
          signal: stopping.signal,
        });
  const fanOut =
    only === 'dispatcher'
      ? Promise.resolve()
      : runFanOut({
          log,
          logId,
          queue,
          clock,
          namespace: NAMESPACE,
          retrySeconds,
          failPoints,
          onError,
          companyCnpj: async (companyId) => `1122233300018${companyId}`,
          personName: async (personId) => `Pessoa ${personId}`,
          onScheduled: () => dispatcher?.wake(),
          onState: (next) => {
            state = next;
          },
          signal: stopping.signal,
        });
  return {
    state: (): FanOutState => state,
    errors,
    outcomes,
    wake: () => dispatcher?.wake(),
    async stop() {
      stopping.abort();
      await Promise.all([fanOut, dispatcher?.done]);
      await sender.close();
    },
  };
}

/** Until the fan-out has passed everything there is. */
export async function fannedOut({ log }: Pick<Harness, 'log'>, process: HarnessProcess): Promise<void> {
  const head = await log.head();
  await until(() => process.state().phase === 'live' && process.state().position >= head, 'fanned out');
}

/** Fans out what there is, and stops. */
export async function fanOutOnce(harness: Harness, options: ProcessOptions = {}): Promise<void> {
  const process = harness.start({ only: 'fanOut', ...options });
  await fannedOut(harness, process);
  await process.stop();
}

function versioned(clientId: number, trialBalanceId: number): TrialBalanceVersioned {
  const data: TrialBalanceVersioned['data'] = {
    trialBalanceId,
    companyId: clientId,
    clientId,
    cnpj: '11222333000181',
    competence: '2026-08' as Competence,
    version: 1,
    supersedes: null,
    chartId: 5,
    chartName: 'Plano Geral',
    chartVersion: 1,
    contentHash: 'a'.repeat(64),
    lines: { stream: `lines-${trialBalanceId}`, count: 1, lines: 2, hash: 'b'.repeat(64) },
    lineCount: 2,
    received: 3,
    ignoredNotInChart: 1,
    ignoredNotReconciled: 0,
    convention: 'A',
    source: { kind: 'json' },
  };
  return { type: 'TrialBalanceVersioned', data };
}

function refusal(clientId: number): ImportRefused {
  const data: ImportRefused['data'] = {
    companyId: clientId,
    clientId,
    cnpj: '11222333000181',
    competence: '2026-08' as Competence,
    code: 'IMPORTACAO_RECUSADA',
    error: 'débito e crédito não batem',
    reasons: ['débito e crédito não batem'],
    reasonCount: 1,
    source: { kind: 'json' },
  };
  return { type: 'ImportRefused', data };
}
