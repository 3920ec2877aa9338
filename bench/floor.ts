// The floor, in a separate process: bare node http that does the minimum of a durable import and sends the bytes
// of a read. Arguments: the file to append imports to. Prints its port.
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const file = await open(process.argv[2] ?? '', 'a');
let page: Buffer = Buffer.alloc(0);

const server = createServer((request, response) => {
  void answer(request, response, file);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

async function answer(request: IncomingMessage, response: ServerResponse, log: FileHandle): Promise<void> {
  if (request.method === 'GET') {
    send(response, 200, page);
    return;
  }
  const body = await bytesOf(request);
  if (request.method === 'PUT') {
    page = body;
    send(response, 200, Buffer.from('{}'));
    return;
  }
  const parsed = JSON.parse(body.toString('utf8')) as { lineItems: unknown[] };
  const sha256 = createHash('sha256').update(body).digest('hex');
  await log.appendFile(body);
  await log.datasync();
  send(response, 201, Buffer.from(JSON.stringify({ lines: parsed.lineItems.length, sha256 })));
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}
