// What a request of a thread comes to when the thread answers, fails, fills its memory or is given up.
import { describe, expect, it } from '#jest';
import { isOutOfMemory, requestInThread } from '../../src/runtime/thread.js';
import type { TestHandlers } from './testThread.js';

const ENTRY = new URL('./testThread.js', import.meta.url);

describe('A request in a thread of its own', () => {
  it('has its answer', async () => {
    expect(await requestInThread<TestHandlers, 'twice'>(ENTRY, 'twice', 21)).toBe(42);
  });

  it('fails with the name, the message and the members of what its handler threw', async () => {
    const failed = requestInThread<TestHandlers, 'fail'>(ENTRY, 'fail', 'ENOSPC');
    await expect(failed).rejects.toMatchObject({ name: 'RangeError', message: 'no room', code: 'ENOSPC' });
  });

  it('fails with its memory named when it fills the heap', async () => {
    const limits = { maxOldGenerationSizeMb: 16 };
    const failed = requestInThread<TestHandlers, 'fill'>(ENTRY, 'fill', undefined, { limits });
    expect(isOutOfMemory(await failed.catch((error: unknown) => error))).toBe(true);
  });

  it('ends at once, computing or not, when it is given up', async () => {
    const giving = new AbortController();
    const onNotice = (): void => giving.abort(new Error('given up'));
    const options = { signal: giving.signal, onNotice };
    await expect(requestInThread<TestHandlers, 'hang'>(ENTRY, 'hang', undefined, options)).rejects.toThrow(
      'given up',
    );
    await expect(requestInThread<TestHandlers, 'twice'>(ENTRY, 'twice', 1, options)).rejects.toThrow('given up');
  });
});
