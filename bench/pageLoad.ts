// One call over and over, or one after another, on kept connections, by autocannon.
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Call, LoadResult } from './clientProtocol.js';

export async function loadFor(call: Call, connections: number, forMs: number): Promise<LoadResult> {
  const { port, method, path, key, bodyFile, contentType = 'application/json', status = 200 } = call;
  const headers = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(bodyFile !== undefined && { 'content-type': contentType }),
    ...call.headers,
  };
  const requests = call.paths?.map(({ path: one, headers: own }) => ({
    path: one,
    headers: { ...headers, ...own },
  }));
  let clients = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    method,
    connections,
    duration: forMs / 1000,
    headers,
    // Each connection begins elsewhere and takes its share: no path comes again before all others were asked for.
    ...(requests && {
      setupClient: (client: autocannon.Client) => {
        const first = clients++;
        client.setRequests(requests.filter((_, at) => at % connections === first % connections));
      },
    }),
    ...(bodyFile !== undefined && { body: readFileSync(bodyFile) }),
  });
  const { requests: asked, duration, latency, errors, timeouts, statusCodeStats } = result;
  const asExpected = statusCodeStats?.[`${status}`]?.count ?? 0;
  return {
    perSecond: asked.total / duration,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    failed: asked.total - asExpected + errors + timeouts,
  };
}
