// The entry of a thread that answers, fails, hangs or fills its heap, as it is asked to.
import { serve } from '../../src/runtime/thread.js';

const handlers = {
  twice: (number: number): number => number * 2,
  fail(code: string): void {
    throw Object.assign(new RangeError('no room'), { code });
  },
  fill(): number {
    const kept: number[][] = [];
    while (kept.length < 1e9) kept.push([kept.length]);
    return kept.length;
  },
  hang(): void {
    notify('begun');
    for (;;);
  },
};
export type TestHandlers = typeof handlers;

const notify = serve(handlers);
