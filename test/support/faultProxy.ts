// A TCP proxy that injects network faults.
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.js';

/**
 * `pass`: forwards everything. `refuse`: closes connections at once. `stall`: holds all bytes back without
 * closing, and forwards them when it passes again. `losing`: forwards requests, drops the answer and closes the
 * connection.
 */
export type LinkFault = 'pass' | 'refuse' | 'stall' | 'losing';

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

export async function startFaultProxy(targetPort: number) {
  let fault: LinkFault = 'pass';
  let passed = 0;
  let lost = 0;
  let lateMs = 0;
  let requestBytesMax = Infinity;
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((client) => {
    client.on('error', () => undefined);
    if (fault === 'refuse') return void client.resetAndDestroy();
    const target = connect(targetPort, '127.0.0.1');
    const pair = [client, target] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      target.destroy();
    };
    let requested = 0;
    client.on('data', (bytes) => {
      requested += bytes.length;
      target.write(bytes);
      if (requested > requestBytesMax) client.pause();
    });
    target.on('data', (bytes) => {
      if (fault === 'losing') {
        lost += bytes.length;
        return end();
      }
      passed += bytes.length;
      if (lateMs === 0) client.write(bytes);
      else setTimeout(() => client.write(bytes), lateMs);
    });
    for (const socket of pair) socket.on('error', end).on('close', end);
    if (fault === 'stall') for (const socket of pair) socket.pause();
  });
  const { port, close } = await listen(server);
  const reset = (): void => {
    for (const [client, target] of pairs) {
      client.resetAndDestroy();
      target.destroy();
    }
  };
  return {
    port,
    /** Also applies to open connections. */
    become(next: LinkFault) {
      fault = next;
      for (const socket of [...pairs].flat()) {
        if (next === 'stall') socket.pause();
        else socket.resume();
      }
      if (next === 'refuse') reset();
    },
    /** From now on answers come so much later, in their order, however many are under way. */
    delayAnswers: (ms: number) => void (lateMs = ms),
    /** A connection whose requests have more bytes than this is not read any more; others are. */
    stallAfter: (requestBytes: number) => void (requestBytesMax = requestBytes),
    /** Resets every open connection. */
    reset,
    /** Bytes of answers forwarded and dropped. */
    answered: () => ({ passed, lost }),
    async close() {
      reset();
      await close();
    },
  };
}
