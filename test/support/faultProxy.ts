// A TCP proxy that spoils connections on demand: what a network between two machines may do.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * `pass`: everything. `refuse`: connections are cut at once. `stall`: bytes are taken and go nowhere, nobody is told.
 * `losing`: what is asked arrives, its answer is lost and the connection breaks.
 */
export type Fault = 'pass' | 'refuse' | 'stall' | 'losing';

export type FaultProxy = Readonly<{
  port: number;
  /** From now on, for open connections too. */
  become(fault: Fault): void;
  /** Resets every open connection. */
  reset(): void;
  close(): Promise<void>;
}>;

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let fault: Fault = 'pass';
  const pairs = new Set<readonly [Socket, Socket]>();
  const server: Server = createServer((client) => {
    if (fault === 'refuse') return void client.resetAndDestroy();
    const target = connect(targetPort, '127.0.0.1');
    const pair = [client, target] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      target.destroy();
    };
    client.on('data', (bytes) => {
      if (fault !== 'stall') target.write(bytes);
    });
    target.on('data', (bytes) => {
      if (fault === 'pass') client.write(bytes);
      else if (fault === 'losing') end();
    });
    for (const socket of pair) socket.on('error', end).on('close', end);
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
      if (next === 'refuse') reset();
    },
    reset,
    async close() {
      reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
