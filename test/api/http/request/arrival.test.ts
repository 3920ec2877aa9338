// The chunks of a body, handed over one after another.
import { describe, expect, it } from '#jest';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { pump } from '../../../../src/api/http/request/arrival.js';

describe('A stream that is handed over chunk by chunk', () => {
  const streamOf = (...chunks: readonly string[]): Readable => {
    const stream = new Readable({ read: () => undefined });
    for (const chunk of [...chunks, null]) stream.push(chunk);
    return stream;
  };

  it('has ended only when its last chunk was taken', async () => {
    const taken: string[] = [];
    await pump(streamOf('a', 'b'), (chunk) => pause(20).then(() => taken.push(String(chunk))));
    expect(taken.join('')).toBe('ab');
  });

  it('fails when its last chunk was not taken', async () => {
    const full = new Error('full');
    const pumping = pump(streamOf('a'), () => pause(20).then(() => Promise.reject(full)));
    await expect(pumping).rejects.toBe(full);
  });
});
