// Who shares a call in progress, and who waits for the next one.
import { describe, expect, it } from '#jest';
import { singleFlight } from '../../src/runtime/singleFlight.js';

/** Calls are numbered from 1, and answered by hand. */
function calls() {
  const open: { resolve(): void; reject(error: Error): void }[] = [];
  const ask = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const number = open.length + 1;
      open.push({ resolve: () => resolve(number), reject });
    });
  return { open, flight: singleFlight(ask) };
}

describe('A call in progress', () => {
  it('is shared by those who ask meanwhile, and repeated by those who ask later', async () => {
    const { open, flight } = calls();
    const both = Promise.all([flight.now(), flight.now()]);
    open[0]?.resolve();
    expect(await both).toEqual([1, 1]);
    const third = flight.now();
    open[1]?.resolve();
    expect(await third).toBe(2);
  });

  it('is not enough for those who need one that begins later, who share the next, even when it fails', async () => {
    const { open, flight } = calls();
    const first = flight.again();
    const others = Promise.all([flight.again(), flight.again()]);
    expect(open).toHaveLength(1);
    open[0]?.reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await new Promise(setImmediate); // the next call begins
    open[1]?.resolve();
    expect(await others).toEqual([2, 2]);
  });
});
