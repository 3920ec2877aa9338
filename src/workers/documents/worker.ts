// The worker thread's entry: passes messages to the desk and answers. Pure computing; what it lacks it asks main for.
import { parentPort } from 'node:worker_threads';
import type { Supply } from '../../commands/imports/document.js';
import { DocumentDesk } from './documentDesk.js';
import type { FromWorker, ToWorker, Want } from './messages.js';

if (parentPort === null) throw new Error('worker.js runs as a worker thread only');
const port = parentPort;
const desk = new DocumentDesk();
const needs = new Map<number, (parts: readonly Uint8Array[] | null) => void>();
let lastNeed = 0;

port.on('message', (message: ToWorker) => {
  switch (message.is) {
    case 'open':
      return answer(message.call, async () => {
        const head = desk.openJson(message.id, new Uint8Array(message.body));
        tell({ is: 'opened', call: message.call, head });
      });
    case 'check':
      return answer(message.call, async () => {
        const verdict = await desk.check(message.id, message.facts, supplyOf(message.call));
        tell({ is: 'checked', call: message.call, verdict });
      });
    case 'release':
      return desk.release(message.id);
    case 'supplied':
      needs.get(message.need)?.(message.parts);
      needs.delete(message.need);
  }
});

function answer(call: number, work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    tell({ is: 'failed', call, message, stack });
  });
}

function supplyOf(call: number): Supply {
  return {
    chart: (chartId, version) => ask(call, { is: 'chart', chartId, version }),
    lines: (linesStream) => ask(call, { is: 'lines', linesStream }),
  };
}

function ask(call: number, want: Want): Promise<readonly Uint8Array[]> {
  const need = ++lastNeed;
  return new Promise((resolve, reject) => {
    needs.set(need, (parts) => {
      if (parts === null) reject(new Error(`main could not supply ${want.is}`));
      else resolve(parts);
    });
    tell({ is: 'need', call, need, want });
  });
}

/**
 * Copies, parts too: giving a buffer away once makes V8 check every later access to any typed array of this thread for
 * having lost its buffer, and reading a document half as slow again (10 and 15 ms); copying the parts takes one.
 */
function tell(message: FromWorker): void {
  port.postMessage(message);
}
