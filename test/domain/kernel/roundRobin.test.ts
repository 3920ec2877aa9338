// Turns of several owners.
import { describe, expect, it } from '@jest/globals';
import { RoundRobin } from '../../../src/domain/kernel/roundRobin.js';

const waiting = (...items: readonly string[]): RoundRobin<string, string> => {
  const turns = new RoundRobin<string, string>();
  for (const item of items) turns.add(item.charAt(0), item);
  return turns;
};

const takeAll = (turns: RoundRobin<string, string>): string[] => {
  const taken: string[] = [];
  for (let item = turns.take(); item !== null; item = turns.take()) taken.push(item);
  return taken;
};

describe('Turns of several owners', () => {
  it('serve each owner once before any of them again, and the items of one in order', () => {
    expect(takeAll(waiting('a1', 'a2', 'a3', 'b1', 'c1', 'c2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('let who comes late wait for one item of each owner at most, however many there are', () => {
    const turns = waiting('a1', 'a2', 'a3', 'a4');
    expect(turns.take()).toBe('a1');
    turns.add('b', 'b1');
    expect(takeAll(turns)).toEqual(['a2', 'b1', 'a3', 'a4']);
  });

  it('pass over what may not go yet, whose owner keeps the turn', () => {
    const turns = waiting('a-large', 'b-large', 'b-small', 'c-small');
    const isSmall = (item: string): boolean => item.endsWith('small');
    expect([turns.take(isSmall), turns.take(isSmall), turns.take(isSmall)]).toEqual(['b-small', 'c-small', null]);
    expect(takeAll(turns)).toEqual(['a-large', 'b-large']);
  });

  it('forget what is removed, and count what is left', () => {
    const turns = waiting('a1', 'a2', 'b1');
    expect([turns.remove('a', 'a1'), turns.remove('a', 'a1'), turns.remove('c', 'c1')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(turns.size).toBe(2);
    expect(takeAll(turns)).toEqual(['a2', 'b1']);
    expect(turns.size).toBe(0);
  });

  it('forget an owner whose last item is removed: what it adds later waits behind the others', () => {
    const turns = waiting('a1', 'b1');
    expect(turns.remove('a', 'a1')).toBe(true);
    turns.add('a', 'a2');
    expect(takeAll(turns)).toEqual(['b1', 'a2']);
  });
});
