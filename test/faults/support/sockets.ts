// Connections of clients that do not behave, from addresses of their choice; closed after each test.
import { connect, type Socket } from 'node:net';
import { afterEach } from '#jest';

export function socketsTo(service: () => Readonly<{ url: string }>): (localAddress?: string) => Socket {
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  return (localAddress) => {
    const { hostname: host, port } = new URL(service().url);
    const socket = connect({ host, port: Number(port), ...(localAddress !== undefined && { localAddress }) });
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  };
}
