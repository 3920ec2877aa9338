// Secrets of webhooks: generated, encrypted before they enter an event, decrypted only to sign or to be shown once.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealedSecret } from '../../domain/webhooks/events.js';

export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const ALGORITHM = 'aes-256-gcm';

/** `whsec_` and the base64 of 32 random bytes: the whole text keys `X-Service-Signature`, the bytes Standard Webhooks. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * @param secretsKey 32 bytes
 * @param webhookId additional data: a secret sealed for one webhook does not open for another
 */
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
