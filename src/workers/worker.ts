// The worker thread's entry: answers each request from the documents open here.
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
  openJson: ({ id, body }) => documents.openJson(id, new Uint8Array(body)),
  openFile: ({ id, file }) => documents.openFile(id, file),
  readFile: ({ id, chart }) => documents.readFile(id, chart),
  check: (asked) => documents.check(asked),
  release: ({ id }) => documents.release(id),
};

port.on('message', (message: ToWorker) => void answer(message));

async function answer({ call, name, asked }: ToWorker): Promise<void> {
  try {
    const handle = handlers[name] as (asked: unknown) => FromAnswer | Promise<FromAnswer>;
    send({ is: 'answer', call, answered: await handle(asked) });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ is: 'failure', call, reason: error instanceof FileRefused ? error.reason : null, message, stack });
  }
}

type FromAnswer = Extract<FromWorker, { is: 'answer' }>['answered'];

function send(message: FromWorker): void {
  port.postMessage(message);
}
