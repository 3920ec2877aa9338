// A bad input and its clean answer.
import type { RawRequest } from './http.js';
import type { World } from './world.js';

export type Case = Readonly<{
  name: string;
  request(world: World): RawRequest;
  status: number;
  code?: string;
  /** The whole message, or a part of it. */
  error?: string | RegExp;
}>;

export const bearer = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` });

/** A GET with a good key. */
export const get =
  (path: string, headers: Readonly<Record<string, string>> = {}) =>
  (world: World): RawRequest => ({
    path,
    headers: { ...bearer(world.keys.full), ...headers },
  });

const IMPORT = '/api/v1/trial-balances';

/** An import with a good key; what is not a text is sent as JSON. */
export const post =
  (body: unknown, headers: Readonly<Record<string, string>> = {}, query = '') =>
  (world: World): RawRequest => ({
    method: 'POST',
    path: IMPORT + query,
    headers: { ...bearer(world.keys.full), 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
