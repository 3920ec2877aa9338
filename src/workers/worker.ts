// The worker thread's entry: passes each request to the open documents and posts the answer.
import { parentPort } from 'node:worker_threads';
import { FileRefused } from '../files/formats/table.js';
import { OpenDocuments } from './openDocuments.js';
import type { FromWorker, RequestName, Requests, ToWorker } from './protocol.js';

if (parentPort === null) throw new Error('worker.js runs as a worker thread only');
const port = parentPort;
const documents = new OpenDocuments((rows) => send({ is: 'progress', rows }));

type Handlers = {
  [Name in RequestName]: (
    asked: Requests[Name]['asked'],
  ) => Requests[Name]['answered'] | Promise<Requests[Name]['answered']>;
};

const handlers: Handlers = {
  openJson: ({ id, body }) => documents.openJson(id, body),
  openFile: ({ id, file }) => documents.openFile(id, file),
  readFile: ({ id, chart }) => documents.readFile(id, chart),
  check: (asked) => documents.check(asked),
  forget: ({ keys }) => documents.forget(keys),
  release: ({ id }) => documents.release(id),
};

port.on('message', (message: ToWorker) => void answer(message));

async function answer({ call, name, asked }: ToWorker): Promise<void> {
  try {
    const handle = handlers[name] as (asked: unknown) => FromAnswer | Promise<FromAnswer>;
    send({ is: 'answer', call, answered: await handle(asked) });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const { reason, interpretation } =
      error instanceof FileRefused ? error : { reason: null, interpretation: null };
    send({ is: 'failure', call, reason, interpretation, message, stack });
  }
}

type FromAnswer = Extract<FromWorker, { is: 'answer' }>['answered'];

/** Transfers nothing: see `FREED_BYTES_MIN` in openDocuments.ts. */
function send(message: FromWorker): void {
  port.postMessage(message);
}
