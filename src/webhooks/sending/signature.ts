// The signatures of a delivery: `X-Service-Signature` and the headers of Standard Webhooks. Apart from the sender,
// whose HTTP client is loaded with the first delivery.
import { createHmac } from 'node:crypto';
import { SECRET_PREFIX } from '../../commands/webhooks/webhookCommands.js';

/** Clear secrets (`whsec_…`); `next` replaces `current` when the overlap of a rotation ends. */
type SigningSecrets = Readonly<{ current: string; next: string | null }>;

type Signed = Readonly<{ eventId: string; body: Buffer; at: Date }>;

/** Signs the exact bytes sent, at the time of this attempt. Source: docs/spec/webhooks.md#signature. */
export function signatureHeaders(
  { eventId, body, at }: Signed,
  { current, next }: SigningSecrets,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const standard = (secret: string): string => standardSignature(secret, eventId, timestamp, body);
  return {
    'X-Service-Signature': serviceSignature(current, body),
    ...(next !== null && { 'X-Service-Signature-Next': serviceSignature(next, body) }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': next === null ? standard(current) : `${standard(current)} ${standard(next)}`,
  };
}

/** The key is the whole text of the secret in UTF-8. */
export function serviceSignature(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** The key is the base64-decoded text after `whsec_`. */
function standardSignature(secret: string, eventId: string, timestamp: string, body: Buffer): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signed = createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body);
  return `v1,${signed.digest('base64')}`;
}
