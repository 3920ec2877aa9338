import { describe, expect, it } from '@jest/globals';
import { WeightedCache } from '../../../src/workers/documents/weightedCache.js';

const newCache = (weightMax: number) => {
  const loads: string[] = [];
  const cache = new WeightedCache<number>(weightMax, (value) => value);
  const get = (key: string, weight: number) =>
    cache.get(key, async () => {
      loads.push(key);
      return weight;
    });
  return { cache, loads, get };
};

describe('WeightedCache', () => {
  it('loads what it does not hold, once', async () => {
    const { loads, get } = newCache(100);
    expect(await get('a', 10)).toBe(10);
    expect(await get('a', 10)).toBe(10);
    expect(loads).toEqual(['a']);
  });

  it('gives up what was used longest ago when all together weigh too much', async () => {
    const { loads, get } = newCache(100);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key, 40);
    expect(loads).toEqual(['a', 'b', 'c', 'b']);
  });

  it('does not keep, nor give up others for, what is too heavy by itself', async () => {
    const { loads, get } = newCache(100);
    for (const key of ['a', 'huge', 'a', 'huge']) await get(key, key === 'huge' ? 101 : 40);
    expect(loads).toEqual(['a', 'huge', 'huge']);
  });

  it('loads once for all who ask meanwhile', async () => {
    const { loads, get } = newCache(100);
    expect(await Promise.all([get('a', 1), get('a', 1), get('a', 1)])).toEqual([1, 1, 1]);
    expect(loads).toEqual(['a']);
  });

  it('lets each try its own load after one failed, and remembers no failure', async () => {
    const { cache, get } = newCache(100);
    const failing = cache.get('a', () => Promise.reject(new Error('out of reach')));
    const waiting = get('a', 7);
    await expect(failing).rejects.toThrow('out of reach');
    expect(await waiting).toBe(7);
    expect(await get('a', 8)).toBe(7);
  });
});
