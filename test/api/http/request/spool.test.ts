// The bytes of uploads on disk (docs/spec/files.md#bounds).
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spool, type Upload } from '../../../../src/api/http/request/spool.js';

const UNAVAILABLE = { problem: { is: 'Unavailable' } };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('The spool of uploads', () => {
  it('takes bytes up to its size, of one client up to half of it, and not one more', async () => {
    const spool = new Spool(folder, 100);
    const a = await spool.open(1, 50);
    const b = await spool.open(2, 50);
    expect([a.grow(20), a.grow(30), b.grow(50)]).toEqual([true, true, true]);
    expect(spool.bytes).toBe(100);
    expect([a.grow(1), b.grow(1)]).toEqual([false, false]);
  });

  it('refuses a body by its declared size, for its client or for all, before anything is kept', async () => {
    const spool = new Spool(folder, 100);
    await expect(spool.open(1, 51)).rejects.toMatchObject(UNAVAILABLE);
    const held = await spool.open(1, 50);
    held.grow(40);
    await expect(spool.open(1, 11)).rejects.toMatchObject(UNAVAILABLE);
    const other = await spool.open(2, 50);
    other.grow(45);
    await expect(spool.open(3, 16)).rejects.toMatchObject(UNAVAILABLE);
    expect(spool.bytes).toBe(85);
    expect((await spool.open(3, 15)).grow(15)).toBe(true);
  });

  it('refuses a body of unknown size once it is full', async () => {
    const spool = new Spool(folder, 100);
    for (const client of [1, 2]) (await spool.open(client, 0)).grow(50);
    await expect(spool.open(3, 0)).rejects.toMatchObject(UNAVAILABLE);
  });

  it('has the room again, and nothing on disk, once an upload is removed, also one that grew too far', async () => {
    const spool = new Spool(folder, 100);
    const upload = await spool.open(1, 0);
    expect([upload.grow(30), upload.grow(30)]).toEqual([true, false]);
    await writeFile(join(upload.dir, '0'), 'x');
    await upload.remove();
    await upload.remove();
    expect(upload.grow(1)).toBe(false); // bytes on their way when it was given up
    expect([spool.bytes, existsSync(upload.dir)]).toEqual([0, false]);
    expect((await spool.open(1, 50)).grow(50)).toBe(true);
  });
});

describe('Uploads that arrive (docs/spec/files.md#turns)', () => {
  let spool: Spool;
  beforeEach(() => {
    spool = new Spool(folder, 100);
  });
  const open = (clientId: number): Promise<Upload> => spool.open(clientId, 1);

  it('wait for nobody while they are of one client', async () => {
    const uploads = [await open(1), await open(1)];
    expect(uploads.map(({ arrival }) => arrival.turn())).toEqual([null, null]);
  });

  it('of two clients are taken alternately, however many one of them sends', async () => {
    const taken: string[] = [];
    const many = await Promise.all(Array.from({ length: 10 }, () => open(1)));
    const one = await open(2);
    const next = async (name: string, { arrival }: Upload): Promise<void> => {
      await arrival.turn();
      taken.push(name);
    };
    const theirs = many.map((upload) => next('many', upload));
    for (let block = 0; block < 3; block++) await next('one', one);
    expect(taken.filter((name) => name === 'many').length).toBeLessThanOrEqual(4);
    await Promise.all(theirs);
    expect(taken).toHaveLength(13);
  });

  it('wait no longer once the others have arrived', async () => {
    const upload = await open(1);
    const other = await open(2);
    other.arrival.end();
    await other.remove();
    expect(upload.arrival.turn()).toBeNull();
  });
});
