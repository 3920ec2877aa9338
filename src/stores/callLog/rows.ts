// A call as the embedded call log keeps it: a row of a batch, as JSON.
import type { CallRecord } from '../../api/http/callLog.js';

/** In the order of the columns of the view `calls`. */
export type Row = readonly [number, string, number, string, number, string, number, number, string];

export function rowText({
  at,
  requestId,
  keyId,
  keyName,
  clientId,
  route,
  status,
  durationMs,
  address,
}: CallRecord): string {
  return JSON.stringify([
    at,
    requestId,
    keyId,
    keyName,
    clientId,
    route,
    status,
    durationMs,
    address,
  ] satisfies Row);
}

export function asCall(row: Row): CallRecord {
  const [at, requestId, keyId, keyName, clientId, route, status, durationMs, address] = row;
  return { at, requestId, keyId, keyName, clientId, route, status, durationMs, address };
}
