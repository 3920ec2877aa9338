// The service over HTTP and the operator's command line as a process, for the steps. Prints each call as a line to paste.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServiceClient, type ServiceClient } from '../../clients/typescript/serviceClient.js';
import type { Screen } from './screen.js';

/** A response of the API; `body` is its unchecked JSON. */
export type Answer = Readonly<{ status: number; requestId: string; body: Body }>;

export type Row = Readonly<Record<string, unknown>>;
export type Body = Readonly<{
  success?: boolean;
  error?: string;
  code?: string;
  data?: unknown;
  pagination?: Readonly<{ page: number; limit: number; total: number; pages: number }>;
  erros?: readonly Row[];
}>;

export type ImportItem = Readonly<{
  accountCode: string;
  accountName?: string;
  previousBalance: number;
  debit: number;
  credit: number;
  finalBalance: number;
}>;
export type ImportBody = Readonly<{ cnpj: string; period: string; chartName: string; lineItems: ImportItem[] }>;

export type Stage = Readonly<{
  screen: Screen;
  /** Of the service, without a slash at its end. */
  address: string;
  /** The typed client that integrators have; each call is printed as a line to paste. */
  api(): ServiceClient;
  /** POST of a file as JSON to a path below /api/v1. */
  post(path: string, bodyFile: string): Promise<Answer>;
  /** Any call of a path from the root, with a JSON body if any. */
  send(method: 'GET' | 'POST', path: string, body?: object, idempotencyKey?: string): Promise<Answer>;
  /** POST of a file and text fields as multipart/form-data to a path below /api/v1. */
  postFile(path: string, file: string, fields: Readonly<Record<string, string>>): Promise<Answer>;
  /** Runs `operator …` and returns its JSON; null when it exits other than 0. */
  operator(...args: string[]): Promise<unknown>;
  fixture(name: string): string;
  readBody(file: string): ImportBody;
  /** Writes a body to the data folder and returns its path. */
  keepBody(name: string, body: object): string;
  useKey(secret: string): void;
}>;

const OPERATOR_TIMEOUT_MS = 60_000;
const below = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export function createStage(screen: Screen, address: string, dataDir: string): Stage {
  let key = '';
  const bearer = () => `Authorization: Bearer ${key}`;

  const call = (path: string, init: RequestInit): Promise<Answer> => callRoot(`/api/v1${path}`, init);

  async function callRoot(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${key}`);
    const response = await fetch(address + path, { ...init, headers });
    const body = (await response.json()) as Body;
    screen.outcome(`HTTP ${response.status}`);
    return { status: response.status, requestId: response.headers.get('x-request-id') ?? '', body };
  }

  return {
    screen,
    address,
    api: () =>
      createServiceClient({
        address,
        key,
        async fetch(url, init) {
          screen.command(`curl -sS '${url}' \\\n  -H '${bearer()}'`);
          const response = await fetch(url, init);
          screen.outcome(`HTTP ${response.status}`);
          return response;
        },
      }),
    post(path, bodyFile) {
      screen.command(
        `curl -sS -X POST '${address}/api/v1${path}' \\\n  -H '${bearer()}' \\\n` +
          `  -H 'Content-Type: application/json' --data-binary '@${bodyFile}'`,
      );
      const headers = { 'content-type': 'application/json' };
      return call(path, { method: 'POST', headers, body: readFileSync(bodyFile) });
    },
    send(method, path, body, idempotencyKey) {
      const json = body === undefined ? undefined : JSON.stringify(body);
      const more = {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      };
      const shown = [bearer(), ...Object.entries(more).map(([name, value]) => `${name}: ${value}`)];
      const headers = shown.map((header) => ` \\\n  -H '${header}'`).join('');
      const data = json === undefined ? '' : ` \\\n  --data-binary '${json}'`;
      screen.command(`curl -sS -X ${method} '${address}${path}'${headers}${data}`);
      return callRoot(path, { method, headers: more, ...(json !== undefined && { body: json }) });
    },
    postFile(path, file, fields) {
      const parts = Object.entries(fields).map(([name, value]) => ` \\\n  -F ${quoted(`${name}=${value}`)}`);
      screen.command(
        `curl -sS -X POST '${address}/api/v1${path}' \\\n  -H '${bearer()}' \\\n  -F 'file=@${file}'${parts.join('')}`,
      );
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([readFileSync(file)]), basename(file));
      return call(path, { method: 'POST', body: form });
    },
    operator(...args) {
      // Only links name the service.
      const more = args[0] === 'users' ? ` PUBLIC_URL='${address}'` : '';
      screen.command(`DATA_DIR='${dataDir}'${more} npm run -s operator -- ${args.map(quoted).join(' ')}`);
      return runOperator({ DATA_DIR: dataDir, PUBLIC_URL: address }, args, screen);
    },
    fixture: (name) => below(`fixtures/${name}`),
    readBody: (file) => JSON.parse(readFileSync(file, 'utf8')) as ImportBody,
    keepBody(name, body) {
      const file = join(dataDir, name);
      writeFileSync(file, JSON.stringify(body, null, 1));
      return file;
    },
    useKey(secret) {
      key = secret;
    },
  };
}

function runOperator(
  variables: Readonly<Record<string, string>>,
  args: readonly string[],
  screen: Screen,
): Promise<unknown> {
  const env = { PATH: process.env['PATH'], ...variables };
  const options = { env, timeout: OPERATOR_TIMEOUT_MS, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [below('dist/src/operator.js'), ...args, '--json'],
      options,
      (error, stdout, stderr) => {
        // A process that exited while it was being terminated has neither an error nor output.
        if (error || stdout === '') {
          screen.outcome(stderr.trim() || (error?.message ?? 'sem resposta'));
          resolve(null);
        } else {
          resolve(JSON.parse(stdout));
        }
      },
    );
  });
}

/** Quotes an argument for the shell. */
function quoted(text: string): string {
  return /^[\w./:,@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
