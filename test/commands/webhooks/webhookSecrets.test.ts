import { describe, expect, it } from '#jest';
import { randomBytes } from 'node:crypto';
import { newWebhookSecret, openSecret, sealSecret } from '../../../src/commands/webhooks/webhookCommands.js';

const key = randomBytes(32);
const webhookId = '7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f';

describe('A secret at rest', () => {
  it('opens with the key it was sealed with', () => {
    const secret = newWebhookSecret();
    expect(openSecret(key, webhookId, sealSecret(key, webhookId, secret))).toBe(secret);
  });

  it('contains no clear text, and never seals to the same bytes twice', () => {
    const secret = newWebhookSecret();
    const one = sealSecret(key, webhookId, secret);
    const other = sealSecret(key, webhookId, secret);
    expect(one.ciphertext).not.toBe(other.ciphertext);
    expect(Buffer.from(one.ciphertext, 'base64').toString('latin1')).not.toContain(secret.slice(6, 16));
  });

  it('does not open with another key, for another webhook, or once altered', () => {
    const sealed = sealSecret(key, webhookId, newWebhookSecret());
    const touched = Buffer.from(sealed.ciphertext, 'base64');
    touched[0] = (touched[0] ?? 0) ^ 1;
    expect(() => openSecret(randomBytes(32), webhookId, sealed)).toThrow();
    expect(() => openSecret(key, '00000000-0000-4000-8000-000000000000', sealed)).toThrow();
    expect(() => openSecret(key, webhookId, { ...sealed, ciphertext: touched.toString('base64') })).toThrow();
    expect(() => openSecret(key, webhookId, { ...sealed, tag: sealed.tag.slice(0, 8) })).toThrow();
  });
});
