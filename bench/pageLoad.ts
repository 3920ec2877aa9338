// One GET over and over on kept connections, by autocannon.
import autocannon from 'autocannon';
import type { Call, LoadResult } from './clientProtocol.js';

export async function loadFor(call: Call, connections: number, forMs: number): Promise<LoadResult> {
  const { port, path, key } = call;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections,
    duration: forMs / 1000,
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
  });
  const { requests, duration, latency, non2xx, errors, timeouts } = result;
  return {
    perSecond: requests.total / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    failed: non2xx + errors + timeouts,
  };
}
