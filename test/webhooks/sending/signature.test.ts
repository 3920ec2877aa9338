// What a receiver checks, checked the way receivers do: GitHub's published example, and the package of Standard
// Webhooks.
import { describe, expect, it } from '#jest';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret } from '../../../src/commands/webhooks/webhookCommands.js';
import { serviceSignature, signatureHeaders } from '../../../src/webhooks/sending/signature.js';

const body = Buffer.from('{"id":"evt_1","type":"import.completed","data":{"chartName":"Plano Geral – ação"}}');
const signed = (at = new Date()) => ({ eventId: 'evt_1', body, at });

describe('The signature of a delivery', () => {
  it('equals the published example', () => {
    expect(serviceSignature("It's a Secret to Everybody", Buffer.from('Hello, World!'))).toBe(
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
  });

  it('is keyed with the whole text of the secret, prefix included', () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const headers = signatureHeaders(signed(), { current: secret, next: null });
    expect(headers['X-Service-Signature']).toBe(serviceSignature(secret, body));
    expect(headers).not.toHaveProperty('X-Service-Signature-Next');
  });

  it('is accepted by the package of Standard Webhooks, and refused for another body, id or secret', () => {
    const secret = newWebhookSecret();
    const headers = signatureHeaders(signed(), { current: secret, next: null });
    const verify = (text: string, given: Record<string, string>, key = secret) =>
      new Webhook(key).verify(text, given);
    expect(verify(body.toString(), headers)).toMatchObject({ id: 'evt_1' });
    expect(() => verify(body.toString().replace('Geral', 'geral'), headers)).toThrow();
    expect(() => verify(body.toString(), { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    expect(() => verify(body.toString(), headers, newWebhookSecret())).toThrow();
  });

  it('carries the time of the attempt, so that a receiver can refuse old copies', () => {
    const secret = newWebhookSecret();
    const headers = signatureHeaders(signed(new Date(Date.now() - 3_600_000)), { current: secret, next: null });
    expect(() => new Webhook(secret).verify(body.toString(), headers)).toThrow(/old/);
  });

  it('uses the previous secret during an overlap, and announces that of the new one', () => {
    const current = newWebhookSecret();
    const next = newWebhookSecret();
    const headers = signatureHeaders(signed(), { current, next });
    expect(headers['X-Service-Signature']).toBe(serviceSignature(current, body));
    expect(headers['X-Service-Signature-Next']).toBe(serviceSignature(next, body));
    for (const secret of [current, next])
      expect(new Webhook(secret).verify(body.toString(), headers)).toMatchObject({ id: 'evt_1' });
  });
});
