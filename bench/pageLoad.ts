// One call over and over on kept connections, by autocannon.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Call, LoadResult } from './clientProtocol.js';

export async function loadFor(call: Call, connections: number, forMs: number): Promise<LoadResult> {
  const { port, method, path, key, bodyFile, contentType = 'application/json', status = 200, headers } = call;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    method,
    connections,
    duration: forMs / 1000,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(bodyFile !== undefined && { 'content-type': contentType }),
      ...headers,
    },
    ...(bodyFile !== undefined && { body: readFileSync(bodyFile) }),
  });
  const { requests, duration, latency, errors, timeouts, statusCodeStats } = result;
  const asExpected = statusCodeStats?.[`${status}`]?.count ?? 0;
  return {
    perSecond: requests.total / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    failed: requests.total - asExpected + errors + timeouts,
  };
}
