// The calls of webhooks and their deliveries.
import type { Call, Calls } from './calls.js';
import type { WebhookQueries, WebhookSchemas as Schemas } from './contract.js';
import { createRows, type Rows } from './rows.js';

type Sent<Body> = { readonly [Name in keyof Body]?: Body[Name] | undefined };
type Query<Name extends keyof WebhookQueries> = Sent<Omit<WebhookQueries[Name], 'page' | 'limit'>>;

export type WebhookCalls = Readonly<{
  /**
   * `secret` is shown here and by `rotateSecret` only.
   * @param idempotencyKey a UUID; give your own to send the same registration again after your program was stopped
   */
  register(webhook: Schemas['RegistroDeWebhook'], idempotencyKey?: string): Promise<Schemas['WebhookComSegredo']>;
  list(query?: Query<'listarWebhooks'>): Rows<Schemas['Webhook']>;
  get(id: string): Promise<Schemas['Webhook']>;
  change(id: string, changes: Sent<Schemas['AlteracaoDeWebhook']>): Promise<Schemas['Webhook']>;
  remove(id: string): Promise<void>;
  /** Unless immediate, the old secret signs beside the new one for 24 hours. */
  rotateSecret(id: string, immediate?: boolean, idempotencyKey?: string): Promise<Schemas['WebhookComSegredo']>;
  /** Sends an event of the type, by default the webhook's first, with `test: true` in its `data`. */
  test(id: string, type?: Schemas['RegistroDeWebhook']['events'][number]): Promise<Schemas['EntregaDeTeste']>;
  /** Sends again what was not delivered in the window. @returns how many; with `dryRun` how many it would be */
  replay(
    id: string,
    window: Pick<Schemas['Reenvio'], 'since' | 'until'> & Sent<Schemas['Reenvio']>,
  ): Promise<number>;
  /** Deliveries, newest first. */
  deliveries(query?: Query<'listarEntregas'>): Rows<Schemas['Entrega']>;
  /** One delivery, with the body that was sent while it is kept. */
  delivery(deliveryId: string): Promise<Schemas['EntregaComCorpo']>;
  /** @returns how many were scheduled: 0 when the webhook no longer wants the type, or the body is no longer kept */
  redeliver(deliveryId: string): Promise<number>;
}>;

const WEBHOOKS = '/v1/webhooks';
const EVENTS = '/v1/events';

export function createWebhookCalls(call: Calls): WebhookCalls {
  const below = (id: string, rest = '') => `${WEBHOOKS}/${encodeURIComponent(id)}${rest}`;
  async function data<Data>(asked: Call): Promise<Data> {
    const { body } = await call(asked);
    return (body as { data: Data }).data;
  }
  /** The same key with every attempt: the service acts once. */
  const once = (key: string) => ({ 'idempotency-key': key });
  return {
    register: (webhook, key = crypto.randomUUID()) =>
      data({ method: 'POST', path: WEBHOOKS, json: webhook, headers: once(key) }),
    list: (query) => createRows(call, WEBHOOKS, query),
    get: (id) => data({ method: 'GET', path: below(id) }),
    change: (id, changes) => data({ method: 'PATCH', path: below(id), json: changes }),
    remove: async (id) => void (await call({ method: 'DELETE', path: below(id) })),
    rotateSecret: (id, immediate = false, key = crypto.randomUUID()) =>
      data({ method: 'POST', path: below(id, '/rotate-secret'), json: { immediate }, headers: once(key) }),
    test: (id, type) => data({ method: 'POST', path: below(id, '/test'), json: { type } }),
    async replay(id, window) {
      return (await data<Schemas['Contagem']>({ method: 'POST', path: below(id, '/replay'), json: window })).count;
    },
    deliveries: (query) => createRows(call, EVENTS, query),
    delivery: (deliveryId) => data({ method: 'GET', path: `${EVENTS}/${encodeURIComponent(deliveryId)}` }),
    async redeliver(deliveryId) {
      const path = `${EVENTS}/${encodeURIComponent(deliveryId)}/redeliver`;
      return (await data<Schemas['Contagem']>({ method: 'POST', path })).count;
    },
  };
}
