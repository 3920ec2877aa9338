// XLS (BIFF5 and BIFF8 in an OLE container) by node-xlsx's engine, which can't stream and may never return: so it runs
// in a process of its own, under a memory limit and a timer, and hands rows over as they are asked for.
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
import { readHead } from '../encoding.js';
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
/** 59 MB took 1.1 GB in all. */
const HEAP_MB = 1_536;
/**
 * Of processor time, all threads: 59 MB took 5 s. A file that is not parsed by then never will be. What a busy machine
 * makes everyone wait does not count, up to a minute.
 */
const PARSE_CPU_MS = 8_000;
const PARSE_MS_MAX = 60_000;
/** The process ends itself then, whatever became of its parent. */
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

/** One batch ahead of the consumer, no more. */
async function* readRows(parser: Parser, sheet: number): AsyncGenerator<readonly TableRow[]> {
  let asked = parser.ask(sheet, 0);
  for (;;) {
    const { rows, next } = await asked;
    if (next !== null) {
      asked = parser.ask(sheet, next);
      // A consumer that stops early never awaits it.
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
  // Whoever waits hears of it; nobody may be waiting.
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
      fail(endOf(code, killedBy));
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
  // A process that never started has no end.
  if (child.pid !== undefined) await exited;
}

/** V8 aborts when its heap is full; the kernel kills; its own watchdog terminates it. */
function endOf(code: number | null, signal: string | null): Error {
  if (signal === 'SIGTERM') return new FileRefused({ is: 'FileTookTooLong' });
  if (signal !== null || code === 134) return new FileRefused({ is: 'FileTookTooMuchMemory' });
  return new FileRefused({ is: 'FileBroken', format: 'xls' });
}

type PromiseWithResolvers<Value> = Readonly<{
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: Error): void;
}>;

/** As Promise.withResolvers, which Node has since 22. */
function promiseWithResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<Value>((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  return { promise, resolve, reject };
}
