// Reads the key out of a request's headers: Bearer, X-API-Key or Basic. Never from the address.
// Source: docs/spec/keys.md#credentials.
import type { IncomingMessage } from 'node:http';

/** Longer credentials are not keys. A Basic credential is measured before it is decoded. */
const CREDENTIAL_LENGTH_MAX = 512;
const BEARER = /^bearer +([^ ]+)$/i;
const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2})$/i;
const KEY_START = 'service_';
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** @returns the secret as sent, or null when there is none, it can't be read, or two different ones were sent */
export function readCredential(request: IncomingMessage): string | null {
  const { authorization, 'x-api-key': apiKey } = request.headers;
  if (authorization === undefined) return typeof apiKey === 'string' ? plausible(apiKey) : null;
  if (isRepeated(request, 'authorization')) return null;
  const fromScheme = readAuthorization(authorization);
  return apiKey === undefined || apiKey === fromScheme ? fromScheme : null;
}

function readAuthorization(header: string): string | null {
  if (header.length > CREDENTIAL_LENGTH_MAX) return null;
  const bearer = BEARER.exec(header)?.[1];
  if (bearer !== undefined) return bearer;
  const basic = BASIC.exec(header)?.[1];
  return basic === undefined ? null : readBasic(basic);
}

/** The key is the user name when the password is empty, otherwise the password. */
function readBasic(encoded: string): string | null {
  const text = decodeUtf8(Buffer.from(encoded, 'base64'));
  const colon = text?.indexOf(':') ?? -1;
  if (text === null || colon < 0 || /\p{Cc}/u.test(text)) return null;
  const user = text.slice(0, colon);
  const password = text.slice(colon + 1);
  if (password === '') return plausible(user);
  const twoKeys = user.startsWith(KEY_START) && user !== password;
  return twoKeys ? null : plausible(password);
}

function plausible(secret: string): string | null {
  return secret.length > 0 && secret.length <= CREDENTIAL_LENGTH_MAX ? secret : null;
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Node keeps only the first of repeated headers: the raw headers show whether there were two keys. */
function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) seen++;
  return seen > 1;
}
