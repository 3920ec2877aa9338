// Docs: docs/spec/files.md#turns.
import { describe, expect, it } from '@jest/globals';
import { ArrivalTurns } from '../../../../src/api/http/request/arrivalTurns.js';

describe('uploads that arrive', () => {
  it('wait for nobody while they are of one client', () => {
    const turns = new ArrivalTurns();
    const uploads = [turns.begin(1), turns.begin(1)];
    expect(uploads.map(({ turn }) => turn())).toEqual([null, null]);
  });

  it('of two clients are taken alternately, however many one of them sends', async () => {
    const turns = new ArrivalTurns();
    const taken: string[] = [];
    const many = Array.from({ length: 10 }, () => turns.begin(1));
    const one = turns.begin(2);
    const next = async (name: string, { turn }: ReturnType<ArrivalTurns['begin']>): Promise<void> => {
      await turn();
      taken.push(name);
    };
    const theirs = many.map((upload) => next('many', upload));
    for (let block = 0; block < 3; block++) await next('one', one);
    expect(taken.filter((name) => name === 'many').length).toBeLessThanOrEqual(4);
    await Promise.all(theirs);
    expect(taken).toHaveLength(13);
  });

  it('wait no longer once the others have arrived', () => {
    const turns = new ArrivalTurns();
    const upload = turns.begin(1);
    const other = turns.begin(2);
    other.end();
    other.end();
    expect(upload.turn()).toBeNull();
  });
});
