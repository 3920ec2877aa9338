// Tells that a client closed its connection while its request was served.
import type { ServerResponse } from 'node:http';
import { ClientGone } from '../response/problems.js';

/** Aborts with `ClientGone` once the client has closed the connection. */
export function clientGone({ res }: Readonly<{ res: ServerResponse }>): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => {
    if (!res.writableFinished) gone.abort(new ClientGone());
  };
  if (res.closed) abort();
  else res.once('close', abort);
  return gone.signal;
}
