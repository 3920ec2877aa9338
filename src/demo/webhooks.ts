// The step of signed webhooks: a receiver, the event of an import, a failed attempt and its retry.
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row, Stage } from './stage.js';

const WAIT_MS = 60_000;

type Received = Readonly<{ headers: IncomingHttpHeaders; body: Buffer; answered: number }>;

export async function webhooks(stage: Stage): Promise<void> {
  const { screen } = stage;
  screen.step('Webhook: um receptor nosso recebe os eventos assinados; a primeira tentativa falha de propósito');
  const { url, received } = await startReceiver();
  const registered = await stage.send('POST', '/v1/webhooks', { url, events: ['import.completed'] }, randomUUID());
  const webhook = (registered.body.data ?? {}) as Row;
  screen.outcome(`segredo ${String(webhook['secret'])} (aparece uma única vez)`);
  screen.check('o webhook foi registrado', registered.status === 201);

  await stage.post('/trial-balances', stage.fixture('siconfi/2022-03.json'));
  await until(() => received.length >= 2);
  screen.table(
    received.map(({ headers, answered }) => ({
      evento: headers['x-service-event'],
      entrega: headers['x-service-delivery-id'],
      resposta: answered,
    })),
    ['evento', 'entrega', 'resposta'],
  );
  screen.check(
    'a tentativa que falhou foi repetida',
    received.map(({ answered }) => answered).join() === '500,200',
  );
  const [first, second] = received;
  screen.check(
    'as duas tentativas trazem os mesmos bytes',
    first?.body.equals(second?.body ?? first.body) ?? false,
  );
  screen.check(
    'a assinatura confere',
    received.every((each) => isSigned(each, String(webhook['secret']))),
  );

  let row: Row | undefined;
  await until(async () => {
    const listed = await stage.send('GET', `/v1/events?webhookId=${String(webhook['id'])}`);
    row = Array.isArray(listed.body.data) ? (listed.body.data as Row[])[0] : undefined;
    return row?.['status'] === 'DELIVERED';
  });
  if (row !== undefined) screen.table([row], ['type', 'status', 'attempts', 'lastAttemptAt', 'responseStatus']);
  screen.check('a lista de entregas mostra as duas tentativas', row?.['attempts'] === 2);
}

/** Answers 500 once, then 200. */
async function startReceiver(): Promise<Readonly<{ url: string; received: readonly Received[] }>> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answered = received.length === 0 ? 500 : 200;
      received.push({ headers: request.headers, body: Buffer.concat(chunks), answered });
      response.writeHead(answered).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/eventos`, received };
}

function isSigned({ headers, body }: Received, secret: string): boolean {
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  return headers['x-service-signature'] === `sha256=${digest}`;
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + WAIT_MS;
  while (!(await holds()) && performance.now() < end) await pause(500);
}
