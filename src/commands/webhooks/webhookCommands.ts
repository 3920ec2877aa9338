// What a client does with its webhooks. Everything is decided on its stream `webhooks-{clientId}`, so that it is exact
// whatever the number of processes; the secret is made here and shown by whoever asked, never again.
import { createHash, randomUUID } from 'node:crypto';
import type { Scope } from '../../domain/apiKeys/events.js';
import type { Decision } from '../../domain/kernel/decider.js';
import { refuse } from '../../domain/problem.js';
import { canonicalJson } from '../../domain/seal/canonicalJson.js';
import {
  decideChange,
  decideRegister,
  decideRemove,
  decideRotate,
  type WebhookOutcome,
} from '../../domain/webhooks/decide.js';
import { missingScope, type PublicEventType } from '../../domain/webhooks/eventTypes.js';
import { webhooksStream, type IdempotentUse, type WebhookEvent } from '../../domain/webhooks/events.js';
import type { UrlFault } from '../../domain/webhooks/faults.js';
import {
  clientWebhooks,
  webhookOf,
  type ClientWebhooks,
  type IdempotentRoute,
  type Webhook,
} from '../../domain/webhooks/fold.js';
import type { CommandContext } from '../kernel/context.js';
import { withDeadline } from '../kernel/deadline.js';
import { createQueues } from '../kernel/queues.js';
import { transact, type Transactor } from '../kernel/transact.js';
import { newWebhookSecret, openSecret, sealSecret } from './webhookSecrets.js';
import type { UrlCheck } from './webhookUrl.js';

export type WebhooksDeps = Transactor & Readonly<{ secretsKey: Buffer; addresses: Pick<UrlCheck, 'checkName'> }>;

/** Whose webhooks, and what the key may see. */
export type Asker = Readonly<{ clientId: number; scopes: readonly Scope[] }>;

/** A webhook with its clear secret, which exists nowhere else. `replayed`: an earlier call with the same key did it. */
export type Shown = Readonly<{ webhook: Webhook; secret: string; replayed: boolean }>;

/** `url` has passed the check of its text. */
export type Registration = Readonly<{ url: string; events: readonly PublicEventType[]; idempotencyKey: string }>;

/** What is null stays as it is. */
export type Change = Readonly<{
  url: string | null;
  events: readonly PublicEventType[] | null;
  status: Webhook['status'] | null;
}>;

export type Rotation = Readonly<{ immediate: boolean; idempotencyKey: string | null }>;

/** All may be sent twice; all throw DomainError ScopeMissing, WebhookNotFound, Unavailable. */
export type WebhookCommands = Readonly<{
  /** @throws DomainError WebhookUrlInvalid, TooManyWebhooks, IdempotencyKeyReused, IdempotencyKeyInUse */
  register(asker: Asker, registration: Registration, context: CommandContext): Promise<Shown>;
  /** @throws DomainError WebhookUrlInvalid */
  change(asker: Asker, webhookId: string, change: Change, context: CommandContext): Promise<Webhook>;
  remove(asker: Asker, webhookId: string, context: CommandContext): Promise<void>;
  /** @throws DomainError IdempotencyKeyReused, IdempotencyKeyInUse */
  rotate(asker: Asker, webhookId: string, rotation: Rotation, context: CommandContext): Promise<Shown>;
}>;

/** How long the old secret goes on signing after a rotation (docs/spec/webhooks.md#rotation). */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

export function createWebhookCommands(deps: WebhooksDeps): WebhookCommands {
  const { folds, clock, secretsKey } = deps;
  const onceAtATime = createOnceAtATime();
  const turns = createQueues<number>();
  const open = ({ webhookId, secret }: Webhook): string => openSecret(secretsKey, webhookId, secret);

  async function decided(
    { clientId }: Asker,
    context: CommandContext,
    decide: (state: ClientWebhooks) => Decision<WebhookEvent, WebhookOutcome>,
  ) {
    const stream = webhooksStream(clientId);
    const bounded = withDeadline(context, clock);
    const { deadline } = bounded;
    // In turns: many at once would lose the race for the stream to each other, over and over.
    const { outcome } = await turns.run(
      clientId,
      () => transact(deps, bounded, { stream, fold: clientWebhooks, gather: async () => null, decide }),
      deadline,
    );
    if (outcome.is === 'Refused') return refuse(outcome.problem);
    const { state } = await deadline.within(folds.load(stream, clientWebhooks));
    return { outcome, state };
  }

  return {
    async register(asker, { url, events, idempotencyKey }, context) {
      const { clientId, scopes } = asker;
      requireScopes(events, scopes);
      const webhookId = randomUUID();
      const secret = sealSecret(secretsKey, webhookId, newWebhookSecret());
      const idempotency = use(idempotencyKey, { url, events });
      const command = { webhookId, clientId, url, events, secret, idempotency, scopes };
      return onceAtATime(clientId, 'register', idempotencyKey, async () => {
        const fault = await deps.addresses.checkName(url);
        const { outcome, state } = await decided(asker, context, (before) => {
          const decision = decideRegister(before, { ...command, now: clock.now().getTime() });
          // A first use that is known is answered again, whatever its name resolves to by now.
          return fault !== null && decision.events.length > 0 ? faulty(fault) : decision;
        });
        const replayed = outcome.is === 'Replayed';
        const { answered } =
          outcome.is === 'Replayed' ? outcome.first : firstUse(state, 'register', idempotencyKey);
        return { webhook: answered, secret: open(answered), replayed };
      });
    },

    async change(asker, webhookId, change, context) {
      const command = { webhookId, ...change, scopes: asker.scopes };
      const fault = change.url === null ? null : await deps.addresses.checkName(change.url);
      const { state } = await decided(asker, context, (before) => {
        const decision = decideChange(before, command);
        return fault !== null && decision.outcome.is === 'Done' ? faulty(fault) : decision;
      });
      return webhookOf(state, webhookId) ?? refuse({ is: 'WebhookNotFound' });
    },

    async remove(asker, webhookId, context) {
      await decided(asker, context, (state) => decideRemove(state, { webhookId, scopes: asker.scopes }));
    },

    async rotate(asker, webhookId, { immediate, idempotencyKey }, context) {
      const clear = newWebhookSecret();
      const secret = sealSecret(secretsKey, webhookId, clear);
      const idempotency = idempotencyKey === null ? null : use(idempotencyKey, { webhookId, immediate });
      const rotate = async (): Promise<Shown> => {
        const { outcome, state } = await decided(asker, context, (before) => {
          const now = clock.now().getTime();
          const previousUntil = immediate ? null : new Date(now + OVERLAP_MS).toISOString();
          return decideRotate(before, {
            webhookId,
            secret,
            previousUntil,
            idempotency,
            scopes: asker.scopes,
            now,
          });
        });
        if (outcome.is !== 'Replayed') {
          const webhook = webhookOf(state, webhookId) ?? refuse({ is: 'WebhookNotFound' });
          return { webhook, secret: clear, replayed: false };
        }
        const { answered } = outcome.first;
        return { webhook: answered, secret: open(answered), replayed: true };
      };
      return idempotencyKey === null ? rotate() : onceAtATime(asker.clientId, 'rotate', idempotencyKey, rotate);
    },
  };
}

/**
 * The first call with a key still runs in this process: 409. In another process the stream's revision decides between
 * them, and the later one answers what the first did.
 */
function createOnceAtATime() {
  const running = new Set<string>();
  return async <Result>(
    clientId: number,
    route: IdempotentRoute,
    key: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const name = `${clientId} ${route} ${key}`;
    if (running.has(name)) return refuse({ is: 'IdempotencyKeyInUse' });
    running.add(name);
    try {
      return await work();
    } finally {
      running.delete(name);
    }
  };
}

/** Before anything is answered or replayed (docs/spec/keys.md#event-scopes). */
function requireScopes(events: readonly PublicEventType[], scopes: readonly Scope[]): void {
  const scope = missingScope(events, scopes);
  if (scope !== null) refuse({ is: 'ScopeMissing', scope });
}

function use(key: string, body: object): IdempotentUse {
  return { key, bodyHash: createHash('sha256').update(canonicalJson(body)).digest('hex') };
}

function firstUse(state: ClientWebhooks, route: IdempotentRoute, key: string) {
  const found = state.usedKeys.findLast((used) => used.route === route && used.key === key);
  if (found === undefined) throw new Error('The registration just stored is not in its stream');
  return found;
}

function faulty(fault: UrlFault): Decision<never, WebhookOutcome> {
  return { events: [], outcome: { is: 'Refused', problem: { is: 'WebhookUrlInvalid', fault } } };
}
