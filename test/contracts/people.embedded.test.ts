import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '#jest';
import { openPeople } from '../../src/app/stores.js';
import { peopleContract } from './people.contract.js';
import { temporaryDir } from '../support/service.js';

peopleContract('embedded', async () => {
  const [folder, another] = [await temporaryDir(), await temporaryDir()];
  return {
    open: () => openPeople({ dataDir: folder }, null).people,
    openAnother: () => openPeople({ dataDir: another }, null).people,
    async drop() {
      for (const each of [folder, another]) await rm(each, { recursive: true, force: true });
    },
  };
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
