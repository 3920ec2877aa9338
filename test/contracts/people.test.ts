import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { copyPeople, type PeopleStore, type Person } from '../../src/commands/people/peopleStore.js';
import { openPeople } from '../../src/app/stores.js';
import { temporaryDir } from '../support/service.js';
import { onBothStores } from './support/bothStores.js';

const ana: Person = {
  personId: '0b8d4a7e-5c1f-4f0e-9a63-2f1d7c9e4b10',
  clientId: 1,
  email: 'ana@cliente.com.br',
  name: 'Ana Sá',
};
const bia: Person = {
  personId: '6f0a1c2b-93d4-4e58-8b7a-1c5e0d9f3a27',
  clientId: 1,
  email: 'bia@cliente.com.br',
  name: 'Bia',
};
const caio: Person = {
  personId: 'c1a5e8d0-2b47-4d6f-a0f3-7e9b1c2d4f56',
  clientId: 2,
  email: 'caio@outro.com.br',
  name: 'Caio',
};
async function ofClient(store: PeopleStore, clientId: number): Promise<Person[]> {
  const found: Person[] = [];
  for await (const person of store.all()) if (person.clientId === clientId) found.push(person);
  return byName(found);
}
const byName = (people: readonly Person[]) => [...people].sort((a, b) => (a.name < b.name ? -1 : 1));

onBothStores('People contract', (places) => {
  let people: PeopleStore;
  const opened: PeopleStore[] = [];

  function another(place = places.here()): PeopleStore {
    const store = openPeople(...place).people;
    opened.push(store);
    return store;
  }

  beforeEach(() => {
    people = another();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });

  it('finds people by e-mail, by id and by name, in another process too', async () => {
    expect(byName(await people.add([bia, caio, ana]))).toEqual([ana, bia, caio]);
    const other = another();
    expect(await other.byEmail([caio.email, 'nobody@x.com'])).toEqual([caio]);
    expect(byName(await other.byId([bia.personId, ana.personId]))).toEqual([ana, bia]);
    expect(await other.byName(1, 'Ana Sá')).toEqual([ana]);
    expect(await other.byName(2, 'Ana Sá')).toEqual([]);
    expect(await other.byName(1, 'ana sá')).toEqual([]);
    expect(await ofClient(other, 1)).toEqual([ana, bia]);
    expect(await other.byEmail([])).toEqual([]);
    expect(await other.byId([])).toEqual([]);
    expect(await ofClient(other, 3)).toEqual([]);
  });

  it('keeps the owner of an e-mail, and returns that person', async () => {
    await people.add([ana]);
    const late = { ...bia, email: ana.email, clientId: 2 };
    expect(byName(await people.add([late, caio]))).toEqual([ana, caio]);
    expect(await people.byId([bia.personId])).toEqual([]);
    expect(await people.add([ana])).toEqual([ana]);
    expect(await people.add([])).toEqual([]);
  });

  it('adds one of twenty people added concurrently with one e-mail', async () => {
    const stores = [people, another()];
    const concurrent = Array.from({ length: 20 }, (_, at) => ({
      ...ana,
      personId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    }));
    const added = await Promise.all(concurrent.map((person, at) => (stores[at % 2] as PeopleStore).add([person])));
    expect(new Set(added.flat().map(({ personId }) => personId)).size).toBe(1);
    expect(await people.byEmail([ana.email])).toEqual(added[0]);
  });

  it('renames a person', async () => {
    await people.add([ana, bia]);
    await people.rename(ana.personId, 'Ana de Sá');
    await people.rename(caio.personId, 'nobody');
    expect(await ofClient(another(), 1)).toEqual([{ ...ana, name: 'Ana de Sá' }, bia]);
    expect(await people.byId([caio.personId])).toEqual([]);
  });

  it('erases a person permanently, may be called twice, and frees the e-mail', async () => {
    await people.add([ana, bia]);
    await people.erase(ana.personId);
    await people.erase(ana.personId);
    const other = another();
    expect(await other.byEmail([ana.email, bia.email])).toEqual([bia]);
    expect(await other.byId([ana.personId])).toEqual([]);
    const next = { ...ana, personId: caio.personId };
    expect(await other.add([next])).toEqual([next]);
    expect(await ofClient(people, 1)).toEqual([next, bia]);
  });

  it('is copied completely into another store, and again without change', async () => {
    const crowd = Array.from({ length: 1_050 }, (_, at) => ({
      personId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      clientId: 7,
      email: `n${at}@cliente.com.br`,
      name: `Pessoa nº ${at}`,
    }));
    await people.add(crowd);
    const target = another(await places.another());
    await target.add([ana]);
    expect(await copyPeople(people, target, new Set())).toBe(crowd.length);
    expect(await copyPeople(people, target, new Set())).toBe(crowd.length);
    expect(await ofClient(target, 7)).toHaveLength(crowd.length);
    expect(await target.byEmail(['n1049@cliente.com.br', ana.email])).toHaveLength(2);
  });
});

describe('The file of people', () => {
  it('is readable by its owner only, and contains no trace of erased people', async () => {
    const folder = await temporaryDir();
    const { people } = openPeople({ dataDir: folder }, null);
    try {
      const person = (at: number) => ({
        personId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        clientId: 1,
        email: `pessoa-${at}-fim@cliente.com.br`,
        name: `Fulana ${at} de Tal`,
      });
      await people.add(Array.from({ length: 400 }, (_, at) => person(at)));
      await people.rename(person(150).personId, 'Beltrana Renomeada');
      for (let at = 140; at < 180; at++) await people.erase(person(at).personId);
      for (const name of await readdir(folder)) {
        const file = join(folder, name);
        expect((await stat(file)).mode & 0o077).toBe(0);
        const bytes = await readFile(file);
        expect(bytes.includes('Beltrana')).toBe(false);
        for (let at = 140; at < 180; at++) {
          expect(bytes.includes(person(at).email)).toBe(false);
          expect(bytes.includes(person(at).name)).toBe(false);
        }
      }
      expect((await readFile(join(folder, 'people.db'))).includes(person(139).email)).toBe(true);
      const left: string[] = [];
      for await (const { email } of people.all()) left.push(email);
      expect(left).toHaveLength(360);
    } finally {
      await people.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
