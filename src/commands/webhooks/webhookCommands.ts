// The commands on webhooks, for the routes.
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Scope } from '../../domain/apiKeys.js';
import { DAY_MS } from '../../domain/kernel/calendarDate.js';
import { canonicalJson } from '../../domain/kernel/canonicalJson.js';
import type { Decision } from '../../domain/kernel/event.js';
import { refuse } from '../../domain/problem.js';
import {
  decideChange,
  decideDeactivate,
  decideRegister,
  decideRemove,
  decideRotate,
  type ChangeWebhook,
  type DeactivateWebhook,
  type WebhookOutcome,
} from '../../domain/webhooks/decide.js';
import { missingScope, type PublicEventType } from '../../domain/webhooks/eventTypes.js';
import type { IdempotentUse, SealedSecret, WebhookEvent } from '../../domain/webhooks/events.js';
import {
  clientWebhooks,
  webhookOf,
  webhooksStream,
  type ClientWebhooks,
  type IdempotentRoute,
  type UsedKey,
  type Webhook,
} from '../../domain/webhooks/fold.js';
import type { UrlFault } from '../../domain/webhooks/refusals.js';
import { withDeadline, type CommandContext } from '../kernel/context.js';
import { decideOn, OwnerQueue, type Transactor } from '../kernel/transact.js';
import { requireRegistrar } from '../people/requireRole.js';

type Requester = Readonly<{ clientId: number; scopes: readonly Scope[] }>;

/** `url` has passed `UrlCheck.checkText`. */
type Registration = Readonly<{ url: string; events: readonly PublicEventType[]; idempotencyKey: string }>;

/** `url` has passed `UrlCheck.checkText`. */
type WebhookChange = Pick<ChangeWebhook, 'url' | 'events' | 'status'>;

/** `immediate`: the previous secret signs no more. */
type Rotation = Readonly<{ immediate: boolean; idempotencyKey: string | null }>;

/** With its clear secret, which is not stored. `replayed`: an earlier request had the idempotency key. */
export type ShownWebhook = Readonly<{ webhook: Webhook; secret: string; replayed: boolean }>;

/** Null: the URL has no fault. */
export type UrlCheck = Readonly<{
  /** Checks the text without resolving the name. */
  checkText(text: string): UrlFault | null;
  /** Checks the addresses of the name; one that does not resolve is accepted. `text` has passed `checkText`. */
  checkName(text: string): Promise<UrlFault | null>;
}>;

/** How long the previous secret signs after a rotation. */
const OVERLAP_MS = DAY_MS;

/**
 * All may be sent twice; all throw DomainError ScopeMissing, WebhookNotFound, Unavailable, and RoleMissing for a
 * person who is no Administrador of the whole client.
 */
export class WebhookCommands {
  readonly #queue = new OwnerQueue();
  /** Requests under way that have an `Idempotency-Key`. */
  readonly #running = new Set<string>();

  constructor(
    private readonly deps: Transactor & Readonly<{ secretsKey: Buffer; addresses: Pick<UrlCheck, 'checkName'> }>,
  ) {}

  /**
   * The secret is generated here and shown in the answer, never again.
   * @throws DomainError WebhookUrlInvalid, TooManyWebhooks, IdempotencyKeyReused, IdempotencyKeyInUse
   */
  async register(
    { clientId, scopes }: Requester,
    { url, events, idempotencyKey }: Registration,
    context: CommandContext,
  ): Promise<ShownWebhook> {
    const { clock, secretsKey, addresses } = this.deps;
    await this.#mayAct(clientId, context);
    requireScopes(events, scopes);
    const webhookId = randomUUID();
    const secret = sealSecret(secretsKey, webhookId, newWebhookSecret());
    const idempotency = idempotentUse(idempotencyKey, { url, events });
    const command = { webhookId, clientId, url, events, secret, idempotency, scopes };
    return this.#oncePerKey(clientId, 'register', idempotencyKey, async () => {
      const fault = await addresses.checkName(url);
      const { outcome, state } = await this.#decide(clientId, context, (before) => {
        const decision = decideRegister(before, { ...command, now: clock.now().getTime() });
        // A replayed request is answered even if the name now resolves to a forbidden address.
        return fault !== null && decision.events.length > 0 ? refusedUrl(fault) : decision;
      });
      const replayed = outcome.is === 'Replayed';
      const { answered } = replayed ? outcome.first : storedUse(state, 'register', idempotencyKey);
      return { webhook: answered, secret: openSecret(secretsKey, answered.webhookId, answered.secret), replayed };
    });
  }

  /** @throws DomainError WebhookUrlInvalid */
  async change(
    { clientId, scopes }: Requester,
    webhookId: string,
    change: WebhookChange,
    context: CommandContext,
  ): Promise<Webhook> {
    await this.#mayAct(clientId, context);
    const fault = change.url === null ? null : await this.deps.addresses.checkName(change.url);
    const { state } = await this.#decide(clientId, context, (before) => {
      const decision = decideChange(before, { webhookId, ...change, scopes });
      return fault !== null && decision.outcome.is === 'Done' ? refusedUrl(fault) : decision;
    });
    return webhookOf(state, webhookId) ?? refuse({ is: 'WebhookNotFound' });
  }

  async remove({ clientId, scopes }: Requester, webhookId: string, context: CommandContext): Promise<void> {
    await this.#mayAct(clientId, context);
    await this.#decide(clientId, context, (state) => decideRemove(state, { webhookId, scopes }));
  }

  /** @throws DomainError IdempotencyKeyReused, IdempotencyKeyInUse */
  async rotate(
    { clientId, scopes }: Requester,
    webhookId: string,
    { immediate, idempotencyKey }: Rotation,
    context: CommandContext,
  ): Promise<ShownWebhook> {
    const { clock, secretsKey } = this.deps;
    await this.#mayAct(clientId, context);
    const clearSecret = newWebhookSecret();
    const secret = sealSecret(secretsKey, webhookId, clearSecret);
    const idempotency = idempotencyKey === null ? null : idempotentUse(idempotencyKey, { webhookId, immediate });
    return this.#oncePerKey(clientId, 'rotate', idempotencyKey, async () => {
      const { outcome, state } = await this.#decide(clientId, context, (before) => {
        const now = clock.now().getTime();
        const previousUntil = immediate ? null : new Date(now + OVERLAP_MS).toISOString();
        return decideRotate(before, { webhookId, secret, previousUntil, idempotency, scopes, now });
      });
      if (outcome.is !== 'Replayed') {
        const webhook = webhookOf(state, webhookId) ?? refuse({ is: 'WebhookNotFound' });
        return { webhook, secret: clearSecret, replayed: false };
      }
      const { answered } = outcome.first;
      return { webhook: answered, secret: openSecret(secretsKey, webhookId, answered.secret), replayed: true };
    });
  }

  #mayAct(clientId: number, { actor }: CommandContext): Promise<void> {
    return requireRegistrar(this.deps, clientId, actor);
  }

  /**
   * One decision on the client's stream, so that it is exact with any number of processes, and the state after it.
   * One at a time per client: concurrent commands would keep losing the race for the stream to each other.
   * @throws DomainError the refusal, or Unavailable
   */
  async #decide(
    clientId: number,
    context: CommandContext,
    decide: (state: ClientWebhooks) => Decision<WebhookEvent, WebhookOutcome>,
  ) {
    const stream = [webhooksStream(clientId), clientWebhooks] as const;
    const bounded = withDeadline(context, this.deps.clock);
    const { deadline } = bounded;
    const work = () => decideOn(this.deps, bounded, stream, decide);
    const { outcome } = await this.#queue.run(clientId, work, deadline);
    if (outcome.is === 'Refused') return refuse(outcome.problem);
    const { state } = await deadline.within(this.deps.folds.load(...stream));
    return { outcome, state };
  }

  /**
   * One request with its key runs in this process. Between processes the stream's revision lets one through, and
   * the other replays it. Source: docs/spec/webhooks.md#idempotency.
   * @param key null: none
   * @throws DomainError IdempotencyKeyInUse
   */
  async #oncePerKey<Result>(
    clientId: number,
    route: IdempotentRoute,
    key: string | null,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (key === null) return work();
    const name = `${clientId} ${route} ${key}`;
    if (this.#running.has(name)) return refuse({ is: 'IdempotencyKeyInUse' });
    this.#running.add(name);
    try {
      return await work();
    } finally {
      this.#running.delete(name);
    }
  }
}

function refusedUrl(fault: UrlFault): Decision<never, WebhookOutcome> {
  return { events: [], outcome: { is: 'Refused', problem: { is: 'WebhookUrlInvalid', fault } } };
}

/** Before the name is resolved or a key replayed (docs/spec/keys.md#event-scopes). */
export function requireScopes(events: readonly PublicEventType[], scopes: readonly Scope[]): void {
  const scope = missingScope(events, scopes);
  if (scope !== null) refuse({ is: 'ScopeMissing', scope });
}

/** @param content what the request asks for */
function idempotentUse(key: string, content: object): IdempotentUse {
  return { key, bodyHash: createHash('sha256').update(canonicalJson(content)).digest('hex') };
}

/** @throws when the use that was just stored is not in the state */
function storedUse(state: ClientWebhooks, route: IdempotentRoute, key: string): UsedKey {
  const usedKey = state.usedKeys.findLast((used) => used.route === route && used.key === key);
  if (usedKey === undefined) throw new Error('The use of the key just stored is not in its stream');
  return usedKey;
}

// Deactivates a webhook on behalf of the service, after failed deliveries (docs/spec/webhooks.md#deactivation).

const CONTEXT = { actor: { kind: 'rule', id: 'webhooks' }, requestId: null } as const;

/** May be called twice: a webhook that was removed, is inactive, or was activated again since stays as it is. */
export async function deactivateWebhook(
  deps: Transactor,
  clientId: number,
  command: DeactivateWebhook,
): Promise<void> {
  await decideOn(deps, CONTEXT, [webhooksStream(clientId), clientWebhooks], (state) =>
    decideDeactivate(state, command),
  );
}

// Secrets of webhooks: generated, encrypted in events, decrypted only to sign or to be shown once.

export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const ALGORITHM = 'aes-256-gcm';

/** `whsec_` and base64 of 32 random bytes: the text keys X-Service-Signature, the bytes Standard Webhooks. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** @param secretsKey 32 bytes @param webhookId additional data: no other webhook's secret opens */
export function sealSecret(secretsKey: Buffer, webhookId: string, secret: string): SealedSecret {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, secretsKey, nonce).setAAD(Buffer.from(webhookId));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    nonce: nonce.toString('base64'),
    ciphertext: ciphertext.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** @throws Error when the key is another one, or the text was altered, or sealed for another webhook */
export function openSecret(secretsKey: Buffer, webhookId: string, sealed: SealedSecret): string {
  const decipher = createDecipheriv(ALGORITHM, secretsKey, Buffer.from(sealed.nonce, 'base64'), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(webhookId))
    .setAuthTag(Buffer.from(sealed.tag, 'base64'));
  const opened = Buffer.concat([decipher.update(Buffer.from(sealed.ciphertext, 'base64')), decipher.final()]);
  return opened.toString('utf8');
}
