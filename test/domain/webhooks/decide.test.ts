import { describe, expect, it } from '@jest/globals';
import {
  decideChange,
  decideDeactivate,
  decideRegister,
  decideRemove,
  decideRotate,
  WEBHOOKS_MAX,
} from '../../../src/domain/webhooks/decide.js';
import { missingScope, publicEventTypes } from '../../../src/domain/webhooks/eventTypes.js';
import type { SealedSecret, WebhookEvent } from '../../../src/domain/webhooks/events.js';
import {
  clientWebhooks,
  secretsInForce,
  webhookOf,
  type ClientWebhooks,
} from '../../../src/domain/webhooks/fold.js';
import { scopes } from '../../../src/domain/apiKeys/events.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T12:00:00.000Z');
const at = (hours: number): string => new Date(START + hours * HOUR).toISOString();
const sealed = (name: string): SealedSecret => ({ nonce: name, ciphertext: name, tag: name });
const of = (webhookId: string) => ({ webhookId, clientId: 1 });
const use = (key: string, bodyHash = 'corpo') => ({ key, bodyHash });

const registered = (webhookId: string, key = webhookId): WebhookEvent => ({
  type: 'WebhookRegistered',
  data: {
    ...of(webhookId),
    url: 'https://erp.example.com/',
    events: ['import.completed'],
    secret: sealed('a'),
    idempotency: use(key),
  },
});
const rotated = (webhookId: string, secret: string, previousUntil: string | null): WebhookEvent => ({
  type: 'WebhookSecretRotated',
  data: { ...of(webhookId), secret: sealed(secret), previousUntil, idempotency: null },
});

/** Facts and the hours after the start at which they came. */
function after(...facts: readonly (readonly [number, WebhookEvent])[]): ClientWebhooks {
  let state = clientWebhooks.initial();
  for (const [revision, [hours, fact]] of facts.entries()) {
    const actor = { kind: 'key', id: '7', name: 'ERP' } as const;
    const metadata = { schemaVersion: 1, at: at(hours), actor, requestId: null };
    const place = { id: String(revision), stream: 'webhooks-1', revision, position: revision + 1 };
    state = clientWebhooks.evolve(state, { ...fact, ...place, metadata });
  }
  return state;
}

const register = (key: string, changes: object = {}) => ({
  ...of('novo'),
  url: 'https://erp.example.com/',
  events: ['import.completed'] as const,
  secret: sealed('n'),
  idempotency: use(key),
  scopes,
  now: START,
  ...changes,
});

describe('The fold of webhooks', () => {
  it('knows each as of any of its events', () => {
    const state = after(
      [0, registered('a')],
      [1, registered('b')],
      [2, { type: 'WebhookChanged', data: { ...of('a'), url: 'https://x/', events: ['import.failed'] } }],
      [3, { type: 'WebhookDeactivated', data: { ...of('b'), reason: 'GONE', deliveryId: 'd' } }],
    );
    expect(webhookOf(state, 'a')).toMatchObject({
      url: 'https://x/',
      events: ['import.failed'],
      status: 'ACTIVE',
    });
    expect(webhookOf(state, 'b')).toMatchObject({
      status: 'INACTIVE',
      activation: 1,
      deactivation: { reason: 'GONE', at: at(3) },
      registeredAt: at(1),
    });
    const later = after([0, registered('a')], [1, { type: 'WebhookRemoved', data: of('a') }]);
    expect(later.webhooks).toEqual([]);
  });

  it('tells when what is shown of each changed last, later each time whatever the clocks said', () => {
    const facts = [
      [5, registered('a')],
      [3, registered('b')],
      [4, rotated('b', 'x', null)],
      [5, { type: 'WebhookChanged', data: { ...of('a'), url: 'https://x/', events: ['import.failed'] } }],
      [6, { type: 'WebhookDeactivated', data: { ...of('b'), reason: 'GONE', deliveryId: 'd' } }],
      [7, { type: 'WebhookActivated', data: of('b') }],
      [8, { type: 'WebhookRemoved', data: of('a') }],
    ] as const satisfies readonly (readonly [number, WebhookEvent])[];
    const five = Date.parse(at(5));
    const times = (count: number) => after(...facts.slice(0, count)).webhooks.map(({ changedAt }) => changedAt);
    expect(times(2)).toEqual([five, five + 1]);
    expect(times(3)).toEqual([five, five + 1]); // a secret is not shown
    expect(times(4)).toEqual([five + 3, five + 1]);
    expect(times(5)).toEqual([five + 3, Date.parse(at(6))]);
    expect(times(6)).toEqual([five + 3, Date.parse(at(7))]);
    expect(times(7)).toEqual([Date.parse(at(7))]);
    expect(after(...facts).changedAt).toBe(Date.parse(at(8)));
  });

  it('hands out values: what was read before an event is as it was', () => {
    const state = after([0, registered('a')]);
    const { webhooks } = state;
    const [before] = webhooks;
    const metadata = { schemaVersion: 1, at: at(1), actor: { kind: 'key', id: '7' }, requestId: null } as const;
    const place = { id: 'x', stream: 'webhooks-1', revision: 1, position: 2, metadata };
    clientWebhooks.evolve(state, { ...registered('b'), ...place });
    clientWebhooks.evolve(state, { type: 'WebhookRemoved', data: of('a'), ...place });
    expect(webhooks).toEqual([before]);
    expect(state.webhooks.map(({ webhookId }) => webhookId)).toEqual(['b']);
  });

  it('is unmoved by facts of webhooks it does not know', () => {
    expect(after([0, rotated('x', 'b', null)], [1, { type: 'WebhookActivated', data: of('x') }])).toEqual({
      webhooks: [],
      usedKeys: [],
      changedAt: Date.parse(at(1)),
    });
  });

  it('keeps an idempotency key for 24 hours and no longer', () => {
    const keys = (state: ClientWebhooks) => state.usedKeys.map(({ key }) => key);
    expect(keys(after([0, registered('a')], [23.9, registered('b')]))).toEqual(['a', 'b']);
    expect(keys(after([0, registered('a')], [24, registered('b')]))).toEqual(['b']);
  });
});

describe('The secrets in force', () => {
  const inForce = (hours: number, ...facts: readonly (readonly [number, WebhookEvent])[]) => {
    const webhook = webhookOf(after([0, registered('w')], ...facts), 'w');
    const { current, next } = webhook ? secretsInForce(webhook, at(hours)) : { current: null, next: null };
    return [current?.nonce, next?.nonce ?? null];
  };

  it('are one, until a rotation announces another for 24 hours', () => {
    expect(inForce(0)).toEqual(['a', null]);
    expect(inForce(1, [1, rotated('w', 'b', at(25))])).toEqual(['a', 'b']);
    expect(inForce(24.99, [1, rotated('w', 'b', at(25))])).toEqual(['a', 'b']);
    expect(inForce(25, [1, rotated('w', 'b', at(25))])).toEqual(['b', null]);
    expect(inForce(1, [1, rotated('w', 'b', null)])).toEqual(['b', null]);
  });

  it('stay with the one receivers have when a second rotation comes meanwhile', () => {
    const twice = [
      [1, rotated('w', 'b', at(25))],
      [2, rotated('w', 'c', at(26))],
    ] as const;
    expect(inForce(3, ...twice)).toEqual(['a', 'c']);
    expect(inForce(26, ...twice)).toEqual(['c', null]);
    expect(inForce(3, twice[0], [2, rotated('w', 'c', null)])).toEqual(['c', null]);
    expect(inForce(31, twice[0], [30, rotated('w', 'c', at(54))])).toEqual(['b', 'c']);
  });
});

describe('Registering', () => {
  it('is done once for a key and a body', () => {
    expect(decideRegister(after(), register('k')).events).toHaveLength(1);
    const known = after([0, registered('a', 'k')]);
    expect(decideRegister(known, register('k'))).toMatchObject({ events: [], outcome: { is: 'Replayed' } });
    expect(decideRegister(known, register('k', { idempotency: use('k', 'outro') }))).toEqual({
      events: [],
      outcome: { is: 'Refused', problem: { is: 'IdempotencyKeyReused' } },
    });
    expect(decideRegister(known, register('k', { now: START + 24 * HOUR })).events).toHaveLength(1);
  });

  it('stops at 20, but answers again for one of them', () => {
    const many = Array.from({ length: WEBHOOKS_MAX }, (_, n) => [0, registered(`w${n}`)] as const);
    expect(decideRegister(after(...many.slice(1)), register('k')).events).toHaveLength(1);
    expect(decideRegister(after(...many), register('k'))).toMatchObject({
      outcome: { problem: { is: 'TooManyWebhooks', max: 20 } },
    });
    expect(decideRegister(after(...many), register('w0'))).toMatchObject({ outcome: { is: 'Replayed' } });
  });
});

describe('Scopes', () => {
  it('of imports are read or write, of reconciliations read, of webhooks none', () => {
    expect(publicEventTypes.map((type) => [type, missingScope([type], [])])).toEqual([
      ['reconciliation.created', 'reconciliations:read'],
      ['reconciliation.approved', 'reconciliations:read'],
      ['reconciliation.rejected', 'reconciliations:read'],
      ['import.completed', 'trial_balances:read'],
      ['import.failed', 'trial_balances:read'],
      ['webhook.delivered', null],
      ['webhook.failed', null],
    ]);
    for (const scope of ['trial_balances:read', 'trial_balances:write'] as const)
      expect(missingScope(['import.completed', 'import.failed', 'webhook.failed'], [scope])).toBeNull();
    expect(missingScope(publicEventTypes, ['reconciliations:read'])).toBe('trial_balances:read');
  });

  it('hide a webhook from every command', () => {
    const state = after([0, registered('a')]);
    const held = { webhookId: 'a', scopes: ['reconciliations:read'] as const };
    const missing = { events: [], outcome: { is: 'Refused', problem: { is: 'WebhookNotFound' } } };
    const rotation = { ...held, secret: sealed('b'), previousUntil: null, idempotency: null, now: START };
    expect(decideChange(state, { ...held, url: null, events: null, status: 'INACTIVE' })).toEqual(missing);
    expect(decideRemove(state, held)).toEqual(missing);
    expect(decideRotate(state, rotation)).toEqual(missing);
  });
});

describe('Deactivating', () => {
  const command = { webhookId: 'a', reason: 'EXHAUSTED', activation: 1, deliveryId: 'd' } as const;
  const inactive = [
    1,
    { type: 'WebhookDeactivated', data: { ...of('a'), reason: 'GONE', deliveryId: 'd' } },
  ] as const;

  it('may be sent twice, and leaves alone what is gone or was activated again', () => {
    expect(decideDeactivate(after([0, registered('a')]), command).events).toEqual([
      { type: 'WebhookDeactivated', data: { ...of('a'), reason: 'EXHAUSTED', deliveryId: 'd' } },
    ]);
    expect(decideDeactivate(after(), command).events).toEqual([]);
    expect(decideDeactivate(after([0, registered('a')], inactive), command).events).toEqual([]);
    const again = after([0, registered('a')], inactive, [2, { type: 'WebhookActivated', data: of('a') }]);
    expect(decideDeactivate(again, command).events).toEqual([]);
    expect(decideDeactivate(again, { ...command, activation: 2 }).events).toHaveLength(1);
  });
});

describe('Changing', () => {
  const state = after([0, registered('a')]);
  const change = { webhookId: 'a', scopes, url: null, events: null, status: null };

  it('makes no event of what is already so, and one of each kind of what is not', () => {
    const same = {
      ...change,
      url: 'https://erp.example.com/',
      events: ['import.completed'],
      status: 'ACTIVE',
    } as const;
    expect(decideChange(state, same).events).toEqual([]);
    expect(decideChange(state, { ...same, url: 'https://x/', status: 'INACTIVE' }).events).toEqual([
      { type: 'WebhookChanged', data: { ...of('a'), url: 'https://x/', events: ['import.completed'] } },
      { type: 'WebhookDeactivated', data: { ...of('a'), reason: 'REQUESTED', deliveryId: null } },
    ]);
  });
});
