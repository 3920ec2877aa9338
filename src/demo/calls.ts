// What the demonstration shows, and its calls: the service over HTTP and the operator's command line as a process.
// Each call is printed as a line to paste.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { programFile } from '../runtime/program.js';

export type Row = Readonly<Record<string, unknown>>;
/** A response of the API, and what of its body is shown. */
export type Answer<Data> = Readonly<{
  status: number;
  data: Data;
  error?: string;
  code?: string;
  erros?: readonly Row[];
  pagination: Readonly<{ total: number }>;
}>;
/** `file`: of JSON. `upload`: a file with text fields. `json`: a body of its own. */
type Sent = Readonly<{
  file?: string;
  json?: object;
  upload?: Readonly<{ file: string; fields: Readonly<Record<string, string>> }>;
  headers?: Readonly<Record<string, string>>;
}>;

const run = promisify(execFile);

/** The service that is shown, the key of the calls, and how many checks held. */
export const shown = { url: '', dataDir: '', key: '', steps: 0, held: 0, failed: 0 };

const line = (text: string): void => void process.stdout.write(`${text}\n`);
export const say = (text: string): void => line(`   ${text}`);
export const title = (text: string): void => line(`\n${text}\n${'═'.repeat(text.length)}`);
export const step = (text: string): void => line(`\n${(shown.steps += 1)}. ${text}`);
export const outcome = (text: string): void => say(`→ ${text}`);
export const check = (claim: string, holds: boolean): void => {
  shown[holds ? 'held' : 'failed'] += 1;
  say(`${holds ? '✓' : '✗'} ${claim}`);
};

/** Shows some columns of the first rows. */
export function table(rows: readonly Row[], columns: readonly string[]): void {
  const cells = [columns, ...rows.slice(0, 5).map((row) => columns.map((column) => cellOf(row[column])))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  for (const row of cells) say(`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
  if (rows.length > 5) say(`  … e mais ${rows.length - 5} nesta página`);
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 56);
}

/** @param path from the root */
export async function call<Data>(path: string, request?: Sent): Promise<Answer<Data>> {
  const { file, json, upload, headers = {} } = request ?? {};
  const authorization = `Bearer ${shown.key}`;
  const type = upload ? {} : { 'content-type': 'application/json' };
  const allHeaders = request ? { ...type, ...headers } : {};
  const form = Object.entries(upload?.fields ?? {});
  command(
    [
      `curl -sS ${request ? '-X POST ' : ''}'${shown.url}${path}'`,
      ...Object.entries({ authorization, ...allHeaders }).map(([name, value]) => `-H '${name}: ${value}'`),
      ...(file ? [`--data-binary '@${file}'`] : []),
      ...(json ? [`--data-binary '${JSON.stringify(json)}'`] : []),
      ...(upload ? [`-F 'file=@${upload.file}'`, ...form.map(([name, value]) => `-F '${name}=${value}'`)] : []),
    ].join(' \\\n     '),
  );
  const parts = new FormData();
  for (const [name, value] of form) parts.append(name, value);
  if (upload) parts.append('file', new Blob([readFileSync(upload.file)]), basename(upload.file));
  const text = file ? readFileSync(file) : JSON.stringify(json);
  const body = upload ? parts : text;
  const init = request ? { method: 'POST', body } : {};
  const response = await fetch(shown.url + path, { ...init, headers: { authorization, ...allHeaders } });
  outcome(`HTTP ${response.status}`);
  return { status: response.status, ...((await response.json()) as Omit<Answer<Data>, 'status'>) };
}

/** Runs `operator …` and returns its JSON; null when it refuses. */
export async function operator<Result>(...args: readonly string[]): Promise<Result | null> {
  const { dataDir, url } = shown;
  const commandLine = args.map((one) => (/^[\w./:,@=-]+$/.test(one) ? one : `'${one}'`)).join(' ');
  const links = args[0] === 'users' ? ` PUBLIC_URL='${url}'` : '';
  command(`DATA_DIR='${dataDir}'${links} npm run -s operator -- ${commandLine}`);
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PUBLIC_URL: url };
  const program = [programFile('dist/bin/operator.js'), ...args, '--json'];
  try {
    const { stdout } = await run(process.execPath, program, { env, timeout: 60_000, maxBuffer: 1 << 26 });
    return JSON.parse(stdout) as Result;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as Readonly<{ stdout?: string; stderr?: string }>;
    outcome(stderr.trim() || stdout.trim() || String(error));
    return null;
  }
}

/** Writes a body, or a text as it is, into the data folder. @returns its path */
export function writtenFile(name: string, body: object | string): string {
  const file = join(shown.dataDir, name);
  writeFileSync(file, typeof body === 'string' ? body : JSON.stringify(body, null, 1));
  return file;
}

function command(text: string): void {
  line(`\n   ${text}`);
}
