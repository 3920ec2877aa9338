// The receiver's side of webhooks: tells whether a delivery comes from the service, and gives its event.
import type { WebhookSchemas as Schemas } from './contract.js';

/** By `type`. Ignore types you do not know; `id` is the same in all repetitions. */
export type WebhookEvent = {
  [Name in keyof Schemas]: Name extends `Evento${string}` ? Schemas[Name] : never;
}[keyof Schemas];

export type ReceivedDelivery = Readonly<{
  /** The whole secret, as `whsec_…`. */
  secret: string;
  /** The bytes of the body as they came, before anything parsed them. */
  body: Uint8Array | string;
  /** Those of the request: a `Headers`, or what Node's `request.headers` holds. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** How far the time of the delivery may be from `now`; 300 by default. */
  toleranceSeconds?: number | undefined;
  now?: Date | undefined;
}>;

/** Answer 401 and process nothing. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

/**
 * The event of a delivery whose signature (Standard Webhooks: id, time and body) is right. While the secret is being
 * changed the old and the new one are both right.
 * @throws {SignatureError} for a signature that is missing or wrong, or a copy that is too old
 * @throws {TypeError} for a secret that is none
 */
export async function receivedEvent(delivery: ReceivedDelivery): Promise<WebhookEvent> {
  const { secret, headers, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = delivery;
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d+$/.test(timestamp)) throw new SignatureError('A entrega não traz webhook-timestamp');
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new SignatureError('A entrega é antiga demais, ou um dos relógios está errado');

  const body = typeof delivery.body === 'string' ? new TextEncoder().encode(delivery.body) : delivery.body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const key = await keyOf(secret);
  for (const signature of signatures) {
    const [version, value = ''] = signature.split(',');
    // Compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)))
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  }
  throw new SignatureError('A assinatura não confere');
}

async function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : new Uint8Array();
  if (bytes.length === 0) throw new TypeError(`O segredo do webhook deve ser ${PREFIX} e base64`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerOf(headers: ReceivedDelivery['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? '');
}

function joined(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/** Of base64; none for what is not. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
