// A worker thread's entry: reads what can be streamed.
import { parentPort } from 'node:worker_threads';
import { serveFile } from './fileReader.js';
import type { ToFileReader } from './fileMessages.js';

if (parentPort === null) throw new Error('fileThread.js runs as a worker thread only');
const port = parentPort;
const hear = serveFile((message, given) => port.postMessage(message, given ?? []));
port.on('message', (message: ToFileReader) => hear(message));
port.postMessage({ is: 'ready' });
