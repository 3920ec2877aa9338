// The service and its command line as processes of a given checkout, and a receiver of webhooks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Receivers listen here; the tests allow deliveries to 127.0.0.1 only, so nothing ever reaches a recorded address. */
const RECEIVER_HOST = '127.77.77.77';

const environment = (dataDir, more = {}) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '1000000',
  WEBHOOK_ALLOWED_NETWORKS: `${RECEIVER_HOST}/32`,
  ...more,
});

/** Resolves when the service answers; `stop` sends SIGTERM and expects exit status 0. */
export async function startService(checkout, dataDir, more) {
  const child = spawn(process.execPath, [join(checkout, 'dist/src/main.js')], {
    env: environment(dataDir, more),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const started = () => output.split('\n').find((line) => line.includes('"started":true'));
  await until(() => started() !== undefined || child.exitCode !== null, 'the service');
  const url = JSON.parse(started()).address;
  await until(async () => (await fetch(`${url}/health/ready`)).ok, 'readiness');
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      const [status] = await exited;
      if (status !== 0) throw new Error(`the service ended with ${status}`);
    },
  };
}

/** @returns what `operator … --json` printed; `expected` is its exit status */
export async function operator(checkout, dataDir, args, expected = 0) {
  const child = spawn(process.execPath, [join(checkout, 'dist/src/operator.js'), ...args, '--json'], {
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const [status] = await once(child, 'close');
  if (status !== expected) throw new Error(`operator ${args.join(' ')}: ${status} ${stderr}${stdout}`);
  return stdout === '' ? null : JSON.parse(stdout);
}

/** One request; throws unless it is answered with the expected status. @returns the body's text */
export async function ask(url, { method = 'GET', path, key, body, headers = {}, expected = 200 }) {
  const isForm = body instanceof FormData;
  const answer = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || isForm ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== expected) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text;
}

/** `received`: body of each delivery by its id. */
export async function startReceiver(status) {
  const received = {};
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    received[request.headers['x-service-delivery-id']] = Buffer.concat(chunks).toString();
    response.writeHead(status).end();
  });
  await new Promise((resolve) => server.listen(0, RECEIVER_HOST, resolve));
  const close = () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  return { url: `http://${RECEIVER_HOST}:${server.address().port}/eventos`, received, close };
}

export async function until(condition, what, atMostMs = 60_000) {
  for (const end = Date.now() + atMostMs; Date.now() < end; await pause(100)) if (await condition()) return;
  throw new Error(`waited too long for ${what}`);
}
