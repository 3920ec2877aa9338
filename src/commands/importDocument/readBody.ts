// The bytes of a JSON body as an object, or the finding that they are none.
import { isSaneJson } from './jsonShape.js';

/** Own members only, as JSON.parse makes them: a member named `__proto__` is one like any other. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** UTF-8 with or without byte order mark; of a member given twice the last counts. @returns null when it is no object */
export function readBody(bytes: Uint8Array): JsonObject | null {
  if (!isSaneJson(bytes)) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null; // neither UTF-8 nor JSON
  }
}
