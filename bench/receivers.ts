// Receivers of webhooks, in a process of their own: bare node http that reads a body and answers 204, or hangs.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Arrival, Manner, ReceiversReply, ReceiversTask } from './receiversProtocol.js';

const held = new Map<number, ServerResponse[]>();
/** Of those that hang, those that answer until something is watched again. */
const letGo = new Set<number>();
let watched = new Set<number>();
let arrivals: Arrival[] = [];
let expectedCount = Infinity;

process.on('message', (task: ReceiversTask) => {
  if (task.do === 'open') void Promise.all(task.manners.map(open)).then((ports) => reply({ ports, arrivals: [] }));
  else if (task.do === 'arrived') {
    expectedCount = task.count;
    replyWhenArrived();
  } else {
    if (task.do === 'watch') {
      [watched, arrivals] = [new Set(task.ports), []];
      letGo.clear();
    } else {
      letGo.add(task.port);
      for (const response of held.get(task.port)?.splice(0) ?? []) response.writeHead(204).end();
    }
    reply({ ports: [], arrivals: [] });
  }
});
process.on('disconnect', () => process.exit(0));

function reply(message: ReceiversReply): void {
  process.send?.(message);
}

function replyWhenArrived(): void {
  if (arrivals.length < expectedCount) return;
  expectedCount = Infinity;
  reply({ ports: [], arrivals });
}

async function open(manner: Manner): Promise<number> {
  const server: Server = createServer((request, response) => receive(port, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (manner === 'hangs') held.set(port, []);
  return port;
}

function receive(port: number, request: IncomingMessage, response: ServerResponse): void {
  const atMs = Date.now();
  const chunks: Buffer[] = [];
  request.on('error', () => undefined);
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const hanging = held.get(port);
    if (hanging && !letGo.has(port)) hanging.push(response);
    else response.writeHead(204).end();
    if (!watched.has(port)) return;
    const deliveryId = String(request.headers['x-service-delivery-id'] ?? '');
    arrivals.push({ port, atMs, deliveryId, body: Buffer.concat(chunks).toString('utf8') });
    replyWhenArrived();
  });
}
