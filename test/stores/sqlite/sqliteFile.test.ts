// Several processes start on an empty folder at once: each opens the same new file
// (docs/decisions/0061-the-data-folder.md).
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from '#jest';
import { temporaryDir } from '../../support/service.js';
import type { Opening } from './openingThread.js';

const THREADS = 3;
/** Without waiting, 1 in 30 of these files was refused to one of the threads. */
const FILES = 150;

const threads = Array.from({ length: THREADS }, () => new Worker(new URL('./openingThread.js', import.meta.url)));

describe('A new SQLite file', () => {
  afterAll(() => Promise.all(threads.map((thread) => thread.terminate())));

  it('is opened by all who open it at the same moment', async () => {
    const folder = await temporaryDir();
    const refusals: string[] = [];
    for (let file = 0; file < FILES; file++) {
      const opening: Opening = {
        path: join(folder, `${file}.db`),
        arrived: new SharedArrayBuffer(4),
        threads: THREADS,
      };
      const answers = threads.map((thread) => once(thread, 'message') as Promise<[string]>);
      for (const thread of threads) thread.postMessage(opening);
      for (const [refusal] of await Promise.all(answers)) if (refusal !== '') refusals.push(refusal);
    }
    expect(refusals).toEqual([]);
  });
});
