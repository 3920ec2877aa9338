// Opens XLS (BIFF5 and BIFF8 in an OLE container) by node-xlsx's engine. It cannot stream and may never return, so it runs
// in a process of its own with bounded memory and time, which sends rows on request. Source: docs/spec/files.md#bounds.
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  FileRefused,
  type OpenFile,
  type OpenReader,
  type ReadLimits,
  type Table,
  type TableRow,
} from '../table.js';
import { readHead } from '../readBytes.js';
import type { XlsAnswer, XlsLimits, XlsQuestion } from './xlsMessages.js';

type Opened = Extract<XlsAnswer, { is: 'open' }>;
type Rows = Extract<XlsAnswer, { is: 'rows' }>;
type Parser = Readonly<{
  opened: Promise<Opened>;
  ask(sheet: number, from: number): Promise<Rows>;
  stop(): Promise<void>;
}>;

const ENTRY = fileURLToPath(new URL('./xlsProcess.js', import.meta.url));
const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** A file of 59 MB takes 1.1 GB in all. */
const HEAP_MB = 1_536;
/** Processor time of all threads, which does not depend on how busy the machine is; a file of 59 MB takes 5 s. */
const PARSE_CPU_MS = 8_000;
/** Of real time. */
const PARSE_MS_MAX = 60_000;
/** The process then ends itself, even without its parent. */
const LIFE_MS = 600_000;

/** @throws FileRefused */
export const openXls: OpenReader = (path, limits, signal) => openXlsWithin(PARSE_CPU_MS, path, limits, signal);

export async function openXlsWithin(
  parseCpuMs: number,
  path: string,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<OpenFile> {
  const head = await readHead(path, MAGIC.length);
  if (!head.equals(MAGIC)) throw new FileRefused({ is: 'FileBroken', format: 'xls' });
  signal.throwIfAborted();
  const parser = startParser(path, { ...limits, parseCpuMs, lifeMs: LIFE_MS }, signal);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FileRefused({ is: 'FileTookTooLong' })), PARSE_MS_MAX);
  });
  try {
    const { sheets } = await Promise.race([parser.opened, late]);
    return {
      format: 'xls',
      encoding: null,
      delimiter: null,
      tables: sheets.map((sheet, index): Table => ({ ...sheet, rows: () => readRows(parser, index) })),
      close: parser.stop,
    };
  } catch (error) {
    await parser.stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Requests one batch ahead of the consumer. */
async function* readRows(parser: Parser, sheet: number): AsyncGenerator<readonly TableRow[]> {
  let asked = parser.ask(sheet, 0);
  for (;;) {
    const { rows, next } = await asked;
    if (next !== null) {
      asked = parser.ask(sheet, next);
      // A consumer that stops early does not await it.
      asked.catch(() => undefined);
    }
    if (rows.length > 0) yield rows;
    if (next === null) return;
  }
}

function startParser(path: string, limits: XlsLimits, signal: AbortSignal): Parser {
  const child = fork(ENTRY, [path, JSON.stringify(limits)], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
    env: {},
  });
  const waiting = new Map<number, PromiseWithResolvers<Rows>>();
  const opened = promiseWithResolvers<Opened>();
  // An unhandled rejection must not end this process.
  opened.promise.catch(() => undefined);
  let ended: Error | null = null;
  let questions = 0;

  const fail = (error: Error) => {
    ended ??= error;
    opened.reject(ended);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const abort = () => {
    child.kill('SIGKILL');
    fail(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  };
  signal.addEventListener('abort', abort, { once: true });
  const exited = new Promise<void>((resolve) => {
    child.once('error', fail);
    child.once('close', (code, killedBy) => {
      signal.removeEventListener('abort', abort);
      fail(refusalOfExit(code, killedBy));
      resolve();
    });
  });
  child.on('message', (answer: XlsAnswer) => {
    if (answer.is === 'open') opened.resolve(answer);
    else if (answer.is === 'refused' && answer.id === null) fail(new FileRefused(answer.reason));
    else {
      const asker = waiting.get(answer.id ?? -1);
      waiting.delete(answer.id ?? -1);
      if (answer.is === 'rows') asker?.resolve(answer);
      else asker?.reject(new FileRefused(answer.reason));
    }
  });

  return {
    opened: opened.promise,
    ask: async (sheet, from) => {
      if (ended !== null) throw ended;
      questions += 1;
      const question: XlsQuestion = { id: questions, sheet, from };
      const answer = promiseWithResolvers<Rows>();
      waiting.set(question.id, answer);
      child.send(question);
      return answer.promise;
    },
    stop: () => stopped(child, exited),
  };
}

async function stopped(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGKILL');
  // A process that failed to start emits no close event.
  if (child.pid !== undefined) await exited;
}

/** SIGTERM comes from its own watchdog, 134 from V8 with a full heap, other signals from the kernel. */
function refusalOfExit(code: number | null, signal: string | null): Error {
  if (signal === 'SIGTERM') return new FileRefused({ is: 'FileTookTooLong' });
  if (signal !== null || code === 134) return new FileRefused({ is: 'FileTookTooMuchMemory' });
  return new FileRefused({ is: 'FileBroken', format: 'xls' });
}

type PromiseWithResolvers<Value> = Readonly<{
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: Error): void;
}>;

/** Promise.withResolvers, which Node has since 22. */
function promiseWithResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  return { promise, resolve, reject };
}
