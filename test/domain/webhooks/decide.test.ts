import { describe, expect, it } from '#jest';
import {
  decideChange,
  decideDeactivate,
  decideRegister,
  decideRemove,
  decideRotate,
  type RegisterWebhook,
} from '../../../src/domain/webhooks/decide.js';
import { WEBHOOKS_MAX } from '../../../src/domain/webhooks/refusals.js';
import { missingScope, publicEventTypes, type PublicEventType } from '../../../src/domain/webhooks/eventTypes.js';
import type { SealedSecret, WebhookEvent } from '../../../src/domain/webhooks/events.js';
import {
  clientWebhooks,
  secretsInForce,
  webhookOf,
  type ClientWebhooks,
} from '../../../src/domain/webhooks/fold.js';
import { scopes } from '../../../src/domain/apiKeys.js';
import { dated, given as givenFacts, recorded } from '../../support/given.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T12:00:00.000Z');
const at = (hours: number): string => new Date(START + hours * HOUR).toISOString();
const sealed = (name: string): SealedSecret => ({ nonce: name, ciphertext: name, tag: name });
const of = (webhookId: string) => ({ webhookId, clientId: 1 });
const use = (key: string, bodyHash = 'corpo') => ({ key, bodyHash });

const registered = (
  webhookId: string,
  key = webhookId,
  events: readonly PublicEventType[] = ['import.completed'],
): WebhookEvent => ({
  type: 'WebhookRegistered',
  data: {
    ...of(webhookId),
    url: 'https://erp.example.com/',
    events,
    secret: sealed('a'),
    idempotency: use(key),
  },
});
const rotated = (webhookId: string, secret: string, previousUntil: string | null): WebhookEvent => ({
  type: 'WebhookSecretRotated',
  data: { ...of(webhookId), secret: sealed(secret), previousUntil, idempotency: null },
});

const deactivated = (webhookId: string, reason: 'GONE' | 'EXHAUSTED' = 'GONE'): WebhookEvent => ({
  type: 'WebhookDeactivated',
  data: { ...of(webhookId), reason, deliveryId: 'd' },
});
const removed: WebhookEvent = { type: 'WebhookRemoved', data: of('a') };
const reconciliationsOnly = ['reconciliations:read'] as const;

type Dated = readonly [hours: number, fact: WebhookEvent];

/** Facts and the hours after the start at which they came. */
const given = (...facts: readonly Dated[]) =>
  givenFacts(clientWebhooks, ...facts.map(([hours, fact]) => dated(at(hours), fact)));
const after = (...facts: readonly Dated[]): ClientWebhooks => given(...facts).state();

const register = (key: string, changes: Partial<RegisterWebhook> = {}): RegisterWebhook => ({
  ...of('novo'),
  url: 'https://erp.example.com/',
  events: ['import.completed'] as readonly PublicEventType[],
  secret: sealed('n'),
  idempotency: use(key),
  scopes,
  now: START,
  ...changes,
});

describe('The fold of webhooks', () => {
  it('gives each webhook as of any of its events', () => {
    const state = after(
      [0, registered('a')],
      [1, registered('b')],
      [2, { type: 'WebhookChanged', data: { ...of('a'), url: 'https://x/', events: ['import.failed'] } }],
      [3, deactivated('b')],
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
    const later = after([0, registered('a')], [1, removed], [2, removed]);
    expect(later).toMatchObject({ webhooks: [], removed: [{ webhookId: 'a' }] });
  });

  it('keeps when the row of each changed last, later each time whatever the clocks', () => {
    const facts = [
      [5, registered('a')],
      [3, registered('b')],
      [4, rotated('b', 'x', null)],
      [5, { type: 'WebhookChanged', data: { ...of('a'), url: 'https://x/', events: ['import.failed'] } }],
      [6, deactivated('b')],
      [7, { type: 'WebhookActivated', data: of('b') }],
      [8, removed],
    ] as const satisfies readonly Dated[];
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

  it('never changes a webhook that was read before an event', () => {
    const state = after([0, registered('a')]);
    const { webhooks } = state;
    const [before] = webhooks;
    clientWebhooks.evolve(state, recorded(registered('b'), 1));
    clientWebhooks.evolve(state, recorded(removed, 2));
    expect(webhooks).toEqual([before]);
    expect(state.webhooks.map(({ webhookId }) => webhookId)).toEqual(['b']);
  });

  it('ignores events of webhooks it does not know', () => {
    expect(after([0, rotated('x', 'b', null)], [1, { type: 'WebhookActivated', data: of('x') }])).toEqual({
      webhooks: [],
      removed: [],
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
  const inForce = (hours: number, ...facts: readonly Dated[]) => {
    const webhook = webhookOf(after([0, registered('w')], ...facts), 'w');
    const { current, next } = webhook ? secretsInForce(webhook, at(hours)) : { current: null, next: null };
    return [current?.nonce, next?.nonce ?? null];
  };

  it('are one, and two for 24 hours after a rotation', () => {
    expect(inForce(0)).toEqual(['a', null]);
    expect(inForce(1, [1, rotated('w', 'b', at(25))])).toEqual(['a', 'b']);
    expect(inForce(24.99, [1, rotated('w', 'b', at(25))])).toEqual(['a', 'b']);
    expect(inForce(25, [1, rotated('w', 'b', at(25))])).toEqual(['b', null]);
    expect(inForce(1, [1, rotated('w', 'b', null)])).toEqual(['b', null]);
  });

  it('keep the one receivers have when a second rotation comes within 24 hours', () => {
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

describe('A registration', () => {
  const registers = (command: RegisterWebhook) => (state: ClientWebhooks) => decideRegister(state, command);
  const aWebhook = expect.objectContaining({ type: 'WebhookRegistered' });

  it('is done once for a key and a body', () => {
    given()
      .when(registers(register('k')))
      .then([aWebhook]);
    const known = given([0, registered('a', 'k')]);
    known.when(registers(register('k'))).thenNothing(expect.objectContaining({ is: 'Replayed' }));
    known
      .when(registers(register('k', { idempotency: use('k', 'outro') })))
      .thenNothing({ is: 'Refused', problem: { is: 'IdempotencyKeyReused' } });
    known.when(registers(register('k', { now: START + 24 * HOUR }))).then([aWebhook]);
  });

  it('is refused beyond 20 webhooks, but a replay is answered', () => {
    const many = Array.from({ length: WEBHOOKS_MAX }, (_, n) => [0, registered(`w${n}`)] as const);
    given(...many.slice(1))
      .when(registers(register('k')))
      .then([aWebhook]);
    given(...many)
      .when(registers(register('k')))
      .thenNothing({ is: 'Refused', problem: { is: 'TooManyWebhooks' } });
    given(...many)
      .when(registers(register('w0')))
      .thenNothing(expect.objectContaining({ is: 'Replayed' }));
  });
});

describe('Scopes', () => {
  it('of imports are read or write, of reconciliations read, of webhooks any', () => {
    expect(publicEventTypes.map((type) => [type, missingScope([type], [])])).toEqual([
      ['reconciliation.created', 'reconciliations:read'],
      ['reconciliation.approved', 'reconciliations:read'],
      ['reconciliation.rejected', 'reconciliations:read'],
      ['import.completed', 'trial_balances:read'],
      ['import.failed', 'trial_balances:read'],
      ['webhook.delivered', 'trial_balances:read'],
      ['webhook.failed', 'trial_balances:read'],
    ]);
    for (const scope of scopes) expect(missingScope(['webhook.delivered', 'webhook.failed'], [scope])).toBeNull();
    for (const scope of ['trial_balances:read', 'trial_balances:write'] as const)
      expect(missingScope(['import.completed', 'import.failed', 'webhook.failed'], [scope])).toBeNull();
    expect(missingScope(publicEventTypes, ['reconciliations:read'])).toBe('trial_balances:read');
  });

  it('hide a webhook from every command', () => {
    const past = given([0, registered('a')]);
    const held = { webhookId: 'a', scopes: ['reconciliations:read'] as const };
    const missing = { is: 'Refused', problem: { is: 'WebhookNotFound' } };
    const rotation = { ...held, secret: sealed('b'), previousUntil: null, idempotency: null, now: START };
    const inactive = { ...held, url: null, events: null, status: 'INACTIVE' } as const;
    past.when((state) => decideChange(state, inactive)).thenNothing(missing);
    past.when((state) => decideRemove(state, held)).thenNothing(missing);
    past.when((state) => decideRotate(state, rotation)).thenNothing(missing);
  });
});

describe('A deactivation', () => {
  const command = { webhookId: 'a', reason: 'EXHAUSTED', activation: 1, deliveryId: 'd' } as const;
  const inactive = [1, deactivated('a')] as const;
  const deactivates =
    (activation = 1) =>
    (state: ClientWebhooks) =>
      decideDeactivate(state, { ...command, activation });

  it('may be sent twice, and ignores a webhook that was removed or activated again', () => {
    const deactivating = given([0, registered('a')]).when(deactivates());
    deactivating.then([deactivated('a', 'EXHAUSTED')]);
    deactivating.again().thenNothing();
    given().when(deactivates()).thenNothing();
    given([0, registered('a')], inactive)
      .when(deactivates())
      .thenNothing();
    const again = given([0, registered('a')], inactive, [2, { type: 'WebhookActivated', data: of('a') }]);
    again.when(deactivates()).thenNothing();
    again.when(deactivates(2)).then([deactivated('a', 'EXHAUSTED')]);
  });
});

describe('A change', () => {
  const past = given([0, registered('a')]);
  const same = {
    webhookId: 'a',
    scopes,
    url: 'https://erp.example.com/',
    events: ['import.completed'],
    status: 'ACTIVE',
  } as const;

  it('makes one event of each kind for what differs, and none for what does not', () => {
    past.when((state) => decideChange(state, same)).thenNothing();
    const change = past.when((state) => decideChange(state, { ...same, url: 'https://x/', status: 'INACTIVE' }));
    change.then([
      { type: 'WebhookChanged', data: { ...of('a'), url: 'https://x/', events: ['import.completed'] } },
      { type: 'WebhookDeactivated', data: { ...of('a'), reason: 'REQUESTED', deliveryId: null } },
    ]);
    change.again().thenNothing();
  });
});

describe('Rotating a secret', () => {
  const command = {
    webhookId: 'a',
    secret: sealed('b'),
    previousUntil: null,
    idempotency: use('k'),
    scopes,
    now: START,
  };
  const rotates =
    (changes: Partial<Parameters<typeof decideRotate>[1]> = {}) =>
    (state: ClientWebhooks) =>
      decideRotate(state, { ...command, ...changes });
  const done = (idempotency: object | null) => ({
    type: 'WebhookSecretRotated',
    data: { ...of('a'), secret: sealed('b'), previousUntil: null, idempotency },
  });

  it('is done once for a key and a body, and each time without a key', () => {
    const past = given([0, registered('a')]);
    past.when(rotates()).then([done(use('k'))], { is: 'Done' });
    past
      .when(rotates())
      .again()
      .thenNothing(expect.objectContaining({ is: 'Replayed' }));
    past
      .when(rotates({ idempotency: null }))
      .again()
      .then([done(null)], { is: 'Done' });
  });

  it('is refused for another body under the same key', () =>
    given([0, registered('a')])
      .when(rotates())
      .after()
      .when(rotates({ idempotency: use('k', 'outro') }))
      .thenNothing({ is: 'Refused', problem: { is: 'IdempotencyKeyReused' } }));

  it('uses keys of its own: one that registered a webhook may rotate its secret', () =>
    given([0, registered('a')])
      .when(rotates({ idempotency: use('a') }))
      .then([done(use('a'))]));
});

describe('Removing', () => {
  it('is done once: the second time there is no such webhook', () => {
    const removing = given([0, registered('a')]).when((state) => decideRemove(state, { webhookId: 'a', scopes }));
    removing.then([removed], { is: 'Done' });
    removing.again().thenNothing({ is: 'Refused', problem: { is: 'WebhookNotFound' } });
  });
});

describe('The scopes of a key', () => {
  const lacking = { is: 'Refused', problem: { is: 'ScopeMissing', scope: 'trial_balances:read' } };
  const registers = (key: string, events: readonly PublicEventType[]) => (state: ClientWebhooks) =>
    decideRegister(state, register(key, { events, scopes: reconciliationsOnly, now: START + HOUR }));
  const change = { webhookId: 'b', url: null, events: null, status: null, scopes: reconciliationsOnly } as const;

  it('bound what is registered and what a webhook is changed to', () => {
    given()
      .when(registers('k', ['import.completed']))
      .thenNothing(lacking);
    given([0, registered('b', 'b', ['reconciliation.approved'])])
      .when((state) => decideChange(state, { ...change, events: ['import.completed'] }))
      .thenNothing(lacking);
  });

  it('bound what is answered again, also of a webhook that was removed since', () => {
    const past = given([0, registered('a')]);
    for (const known of [past, past.and(removed)])
      known.when(registers('a', ['reconciliation.approved'])).thenNothing(lacking);
  });
});

describe('A change that names the status alone', () => {
  it('activates an inactive webhook and leaves its address and types', () =>
    given([0, registered('a')], [1, deactivated('a')])
      .when((state) => decideChange(state, { webhookId: 'a', url: null, events: null, status: 'ACTIVE', scopes }))
      .then([{ type: 'WebhookActivated', data: of('a') }], { is: 'Done' }));
});

describe('A fact that a later version adds', () => {
  it('changes nothing that is shown of webhooks', () => {
    const past = given([0, registered('a')]);
    expect(past.and({ type: 'WebhookPainted', data: of('a') }).state().webhooks).toEqual(past.state().webhooks);
  });
});
