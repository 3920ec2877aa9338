// People on SQLite (libsql): one small file shared by all processes of a machine.
import type { PeopleStore, Person } from '../../commands/people/peopleStore.js';
import type { SqliteFile } from '../sqlite/sqliteFile.js';
import { openPeopleFile } from './peopleFile.js';

/** Parameters of one statement. */
const ASKED_MAX = 500;
/** Rows per page when all people are read. */
const PAGE_ROWS = 200;

const FIELDS = 'personId, clientId, email, name';
const SCHEMA =
  'CREATE TABLE IF NOT EXISTS people (personId TEXT PRIMARY KEY, clientId INTEGER NOT NULL, ' +
  'email TEXT NOT NULL UNIQUE, name TEXT NOT NULL); ' +
  'CREATE INDEX IF NOT EXISTS people_by_name ON people (clientId, name)';

/** Opens the file, or creates it readable by its owner only, at the first operation. */
export function openEmbeddedPeople(path: string): PeopleStore {
  let opened: SqliteFile | null = null;
  const file = (): SqliteFile => (opened ??= openPeopleFile(path, SCHEMA));
  const rows = (sql: string, ...values: (string | number)[]) => file().all<Person>(sql, ...values);

  function among(field: 'email' | 'personId', asked: readonly string[]): Person[] {
    const found: Person[] = [];
    for (let from = 0; from < asked.length; from += ASKED_MAX) {
      const some = JSON.stringify(asked.slice(from, from + ASKED_MAX));
      found.push(...rows(`SELECT ${FIELDS} FROM people WHERE ${field} IN (SELECT value FROM json_each(?))`, some));
    }
    return found;
  }

  return {
    byEmail: async (emails) => among('email', emails),
    byId: async (personIds) => among('personId', personIds),
    byName: async (clientId, name) =>
      rows(`SELECT ${FIELDS} FROM people WHERE clientId = ? AND name = ?`, clientId, name),
    async add(people) {
      if (people.length === 0) return [];
      const insert = `INSERT INTO people (${FIELDS}) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;
      file().transaction(() => {
        for (const { personId, clientId, email, name } of people)
          file().run(insert, personId, clientId, email, name);
      });
      file().mustBeSame();
      return among(
        'email',
        people.map(({ email }) => email),
      );
    },
    async rename(personId, name) {
      file().run('UPDATE people SET name = ? WHERE personId = ?', name, personId);
      file().mustBeSame();
    },
    async erase(personId) {
      file().run('DELETE FROM people WHERE personId = ?', personId);
      file().exec('VACUUM'); // also when no row was deleted: an earlier erasure may have been interrupted before this
      file().mustBeSame();
    },
    async *all() {
      for (let last = ''; ;) {
        const page = rows(
          `SELECT ${FIELDS} FROM people WHERE personId > ? ORDER BY personId LIMIT ${PAGE_ROWS}`,
          last,
        );
        yield* page;
        const end = page.at(-1);
        if (end === undefined) return;
        last = end.personId;
      }
    },
    async close() {
      opened?.close();
    },
  };
}
