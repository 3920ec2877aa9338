// A TCP proxy that spoils connections on demand: what a network between two machines may do.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * `pass`: everything. `refuse`: connections are cut at once. `stall`: the link is parted, nobody is told, and what was
 * sent meanwhile arrives once it is whole again. `losing`: what is asked arrives, its answer is lost and the connection
 * breaks.
 */
export type LinkFault = 'pass' | 'refuse' | 'stall' | 'losing';

export type FaultProxy = Readonly<{
  port: number;
  /** From now on, for open connections too. */
  become(fault: LinkFault): void;
  /** Resets every open connection. */
  reset(): void;
  /** Bytes of answers that went through, or were lost. */
  answered(): Readonly<{ passed: number; lost: number }>;
  close(): Promise<void>;
}>;

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let fault: LinkFault = 'pass';
  let [passed, lost] = [0, 0];
  const pairs = new Set<readonly [Socket, Socket]>();
  const server: Server = createServer((client) => {
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
    client.on('data', (bytes) => target.write(bytes));
    target.on('data', (bytes) => {
      if (fault === 'losing') {
        lost += bytes.length;
        return end();
      }
      passed += bytes.length;
      client.write(bytes);
    });
    for (const socket of pair) socket.on('error', end).on('close', end);
    if (fault === 'stall') for (const socket of pair) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const reset = (): void => {
    for (const [client, target] of pairs) {
      client.resetAndDestroy();
      target.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    become(next) {
      fault = next;
      for (const socket of [...pairs].flat()) {
        if (next === 'stall') socket.pause();
        else socket.resume();
      }
      if (next === 'refuse') reset();
    },
    reset,
    answered: () => ({ passed, lost }),
    async close() {
      reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
