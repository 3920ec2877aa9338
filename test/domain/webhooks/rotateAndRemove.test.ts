import { describe, expect, it } from '#jest';
import { scopes } from '../../../src/domain/apiKeys.js';
import { decideChange, decideRegister, decideRemove, decideRotate } from '../../../src/domain/webhooks/decide.js';
import type { PublicEventType } from '../../../src/domain/webhooks/eventTypes.js';
import type { SealedSecret, WebhookEvent } from '../../../src/domain/webhooks/events.js';
import { clientWebhooks, type ClientWebhooks } from '../../../src/domain/webhooks/fold.js';
import { dated, given } from '../../support/given.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T12:00:00.000Z');
const sealed = (name: string): SealedSecret => ({ nonce: name, ciphertext: name, tag: name });
const of = (webhookId: string) => ({ webhookId, clientId: 1 });
const use = (key: string, bodyHash = 'corpo') => ({ key, bodyHash });
const reconciliationsOnly = ['reconciliations:read'] as const;

const registered = (webhookId: string, events: readonly PublicEventType[] = ['import.completed']): WebhookEvent =>
  dated(new Date(START).toISOString(), {
    type: 'WebhookRegistered',
    data: {
      ...of(webhookId),
      url: 'https://erp.example.com/',
      events,
      secret: sealed('a'),
      idempotency: use(webhookId),
    },
  });
const removed: WebhookEvent = { type: 'WebhookRemoved', data: of('a') };

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
  const rotated = (idempotency: object | null) => ({
    type: 'WebhookSecretRotated',
    data: { ...of('a'), secret: sealed('b'), previousUntil: null, idempotency },
  });

  it('is done once for a key and a body, and each time without a key', () => {
    const past = given(clientWebhooks, registered('a'));
    past.when(rotates()).then([rotated(use('k'))], { is: 'Done' });
    past
      .when(rotates())
      .again()
      .thenNothing(expect.objectContaining({ is: 'Replayed' }));
    past
      .when(rotates({ idempotency: null }))
      .again()
      .then([rotated(null)], { is: 'Done' });
  });

  it('is refused for another body under the same key', () =>
    given(clientWebhooks, registered('a'))
      .when(rotates())
      .after()
      .when(rotates({ idempotency: use('k', 'outro') }))
      .thenNothing({ is: 'Refused', problem: { is: 'IdempotencyKeyReused' } }));

  it('uses keys of its own: one that registered a webhook may rotate its secret', () =>
    given(clientWebhooks, registered('a'))
      .when(rotates({ idempotency: use('a') }))
      .then([rotated(use('a'))]));
});

describe('Removing', () => {
  const removes = (state: ClientWebhooks) => decideRemove(state, { webhookId: 'a', scopes });

  it('is done once: the second time there is no such webhook', () => {
    const removing = given(clientWebhooks, registered('a')).when(removes);
    removing.then([removed], { is: 'Done' });
    removing.again().thenNothing({ is: 'Refused', problem: { is: 'WebhookNotFound' } });
  });
});

describe('The scopes of a key', () => {
  const lacking = { is: 'Refused', problem: { is: 'ScopeMissing', scope: 'trial_balances:read' } };
  const register = (key: string, events: readonly PublicEventType[]) => (state: ClientWebhooks) =>
    decideRegister(state, {
      ...of('novo'),
      url: 'https://erp.example.com/',
      events,
      secret: sealed('n'),
      idempotency: use(key),
      scopes: reconciliationsOnly,
      now: START + HOUR,
    });
  const change = { webhookId: 'b', url: null, events: null, status: null, scopes: reconciliationsOnly } as const;

  it('bound what is registered and what a webhook is changed to', () => {
    given(clientWebhooks)
      .when(register('k', ['import.completed']))
      .thenNothing(lacking);
    given(clientWebhooks, registered('b', ['reconciliation.approved']))
      .when((state) => decideChange(state, { ...change, events: ['import.completed'] }))
      .thenNothing(lacking);
  });

  it('bound what is answered again, also of a webhook that was removed since', () => {
    const past = given(clientWebhooks, registered('a'));
    for (const known of [past, past.and(removed)])
      known.when(register('a', ['reconciliation.approved'])).thenNothing(lacking);
  });
});

describe('A change that names the status alone', () => {
  it('activates an inactive webhook and leaves its address and types', () =>
    given(clientWebhooks, registered('a'), {
      type: 'WebhookDeactivated',
      data: { ...of('a'), reason: 'GONE', deliveryId: 'd' },
    })
      .when((state) => decideChange(state, { webhookId: 'a', url: null, events: null, status: 'ACTIVE', scopes }))
      .then([{ type: 'WebhookActivated', data: of('a') }], { is: 'Done' }));
});

describe('A fact that a later version adds', () => {
  it('changes nothing that is shown of webhooks', () => {
    const past = given(clientWebhooks, registered('a'));
    expect(past.and({ type: 'WebhookPainted', data: of('a') }).state().webhooks).toEqual(past.state().webhooks);
  });
});
