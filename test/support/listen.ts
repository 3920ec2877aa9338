// Servers of tests, on 127.0.0.1.
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterwards } from './afterwards.js';

/**
 * On a free port unless one is given. `close` ends what is connected, too; the test file's end does so at the
 * latest.
 */
export async function listen(
  server: Server,
  wantedPort = 0,
): Promise<Readonly<{ port: number; close(): Promise<void> }>> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  afterwards(close);
  return { port: (server.address() as AddressInfo).port, close };
}
