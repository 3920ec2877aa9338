// Receivers of webhooks, in a process of their own: bare node http that reads a body and answers 204.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Arrival, ReceiversReply, ReceiversTask } from './protocol.js';

let arrivals: Arrival[] = [];
let expectedCount = Infinity;

process.on('message', (task: ReceiversTask) => {
  if (task.do === 'open') {
    void Promise.all(Array.from({ length: task.count }, open)).then((ports) => reply({ ports, arrivals: [] }));
  } else {
    expectedCount = task.count;
    replyWhenArrived();
  }
});
process.on('disconnect', () => process.exit(0));

function reply(message: ReceiversReply): void {
  process.send?.(message);
}

function replyWhenArrived(): void {
  if (arrivals.length < expectedCount) return;
  reply({ ports: [], arrivals });
  [expectedCount, arrivals] = [Infinity, []];
}

async function open(): Promise<number> {
  const server = createServer(receive);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  const atMs = performance.now();
  const chunks: Buffer[] = [];
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    const deliveryId = String(request.headers['x-service-delivery-id'] ?? '');
    arrivals.push({ atMs, deliveryId, body: Buffer.concat(chunks).toString('utf8') });
    replyWhenArrived();
  });
}
