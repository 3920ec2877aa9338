// What the address of MongoDB may not change: which member answers, what a write waits for, and as what values
// come back.
import { describe, expect, it } from '#jest';
import { openMongo } from '../../../src/stores/mongo/connection.js';

const HELD = {
  readPreference: { mode: 'primary', tags: undefined },
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority' },
  retryWrites: true,
};
const optionsOf = async (query: string, place = 'mongodb://a:b@127.0.0.1:9,127.0.0.1:8/none') => {
  const { db, overridden, close } = await openMongo(place + query);
  const { readPreference, readConcern, writeConcern, retryWrites, ...more } = db.client.options;
  await close();
  return {
    held: { readPreference, readConcern, writeConcern, retryWrites },
    overridden,
    more,
    name: db.databaseName,
  };
};

describe('the address of MongoDB', () => {
  it.each([
    ['readPreference=secondary&readPreferenceTags=dc:a&maxStalenessSeconds=100'],
    ['readpreference=nearest&readConcernLevel=local'],
    ['w=1&wtimeoutMS=5&journal=false'],
    ['retryWrites=false&retryReads=false'],
    ['promoteLongs=false&promoteValues=false&promoteBuffers=true&raw=true'],
  ])('with ?%s changes none of it, and the options are named', async (query) => {
    const { held, overridden, more, name } = await optionsOf(`?${query}&replicaSet=rs0`);
    expect(held).toMatchObject(HELD);
    expect({ ...held.writeConcern }).toEqual({ w: 'majority' });
    expect(overridden).toEqual(query.split('&').map((option) => option.split('=')[0]));
    expect([more.replicaSet, more.credentials?.username, name]).toEqual(['rs0', 'a', 'none']);
    const plain = await optionsOf('?replicaSet=rs0');
    expect(JSON.stringify([held, more])).toBe(JSON.stringify([plain.held, plain.more]));
  });

  it('that says what holds anyway names nothing', async () => {
    for (const query of ['', '?', '?retryWrites=true&w=majority&appName=Cluster0', '?readPreference=primary'])
      expect(await optionsOf(query)).toMatchObject({ held: HELD, overridden: [] });
  });

  it('may end in a slash after the name of the database', async () => {
    for (const query of ['/', '/?replicaSet=rs0']) expect((await optionsOf(query)).name).toBe('none');
  });
});
