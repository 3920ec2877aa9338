// One GET over and over on kept connections, by autocannon.
import autocannon from 'autocannon';
import type { Call, LoadResult } from './protocol.js';

export async function loadFor(call: Call, connections: number, forMs: number): Promise<LoadResult> {
  const { requests, duration, errors, timeouts, statusCodeStats } = await autocannon({
    url: `http://127.0.0.1:${call.port}${call.path}`,
    connections,
    duration: forMs / 1_000,
    headers: call.key === undefined ? {} : { authorization: `Bearer ${call.key}` },
  });
  const answered = statusCodeStats?.['200']?.count ?? 0;
  return { perSecond: requests.total / duration, failed: requests.total - answered + errors + timeouts };
}
