// Credentials on SQLite (libsql), in the file of people: a backup of one has the other.
import type {
  Credential,
  CredentialStore,
  Invitation,
  ProviderAccount,
  SignInRecord,
} from '../../commands/people/credentialStore.js';
import type { SqliteFile } from '../sqlite/sqliteFile.js';
import { openPeopleFile } from './peopleFile.js';

const SCHEMA =
  'CREATE TABLE IF NOT EXISTS passwords (personId TEXT PRIMARY KEY, hash TEXT NOT NULL); ' +
  'CREATE TABLE IF NOT EXISTS accounts (issuer TEXT NOT NULL, subject TEXT NOT NULL, personId TEXT NOT NULL, ' +
  'PRIMARY KEY (issuer, subject)); ' +
  'CREATE TABLE IF NOT EXISTS invitations (id TEXT PRIMARY KEY, personId TEXT NOT NULL, clientId INTEGER NOT NULL, ' +
  'kind TEXT NOT NULL, expiresAtMs INTEGER NOT NULL); ' +
  'CREATE TABLE IF NOT EXISTS signIns (atMs INTEGER NOT NULL, personId TEXT NOT NULL, clientId INTEGER NOT NULL, ' +
  'act TEXT NOT NULL, address TEXT); ' +
  'CREATE INDEX IF NOT EXISTS signIns_by_client ON signIns (clientId, atMs)';
const INVITATION = 'id, personId, clientId, kind, expiresAtMs';
const RECORD = 'atMs, personId, clientId, act, address';
const TABLES = ['passwords', 'accounts', 'invitations', 'signIns'] as const;
const PAGE_ROWS = 500;

/** Opens the file, or creates it readable by its owner only, at the first operation. */
export function openEmbeddedCredentials(path: string): CredentialStore {
  let opened: SqliteFile | null = null;
  const file = (): SqliteFile => (opened ??= openPeopleFile(path, SCHEMA));

  const addAccount = (personId: string, { issuer, subject }: ProviderAccount): void => {
    file().run(
      'INSERT OR REPLACE INTO accounts (issuer, subject, personId) VALUES (?, ?, ?)',
      issuer,
      subject,
      personId,
    );
  };

  return {
    passwordOf: async (personId) =>
      file().get<{ hash: string }>('SELECT hash FROM passwords WHERE personId = ?', personId)?.hash ?? null,
    personOfAccount: async ({ issuer, subject }) =>
      file().get<{ personId: string }>(
        'SELECT personId FROM accounts WHERE issuer = ? AND subject = ?',
        issuer,
        subject,
      )?.personId ?? null,
    async invite({ id, personId, clientId, kind, expiresAtMs }) {
      file().transaction(() => {
        file().run('DELETE FROM invitations WHERE personId = ?', personId);
        const insert = `INSERT INTO invitations (${INVITATION}) VALUES (?, ?, ?, ?, ?)`;
        file().run(insert, id, personId, clientId, kind, expiresAtMs);
      });
      file().mustBeSame();
    },
    invitation: async (id) =>
      file().get<Invitation>(`SELECT ${INVITATION} FROM invitations WHERE id = ?`, id) ?? null,
    async accept(id, nowMs, given) {
      const accepted = file().transaction(() => {
        const find = `SELECT ${INVITATION} FROM invitations WHERE id = ? AND expiresAtMs > ?`;
        const found = file().get<Invitation>(find, id, nowMs);
        if (found === undefined) return null;
        file().run('DELETE FROM invitations WHERE id = ?', id);
        if ('passwordHash' in given)
          file().run(
            'INSERT OR REPLACE INTO passwords (personId, hash) VALUES (?, ?)',
            found.personId,
            given.passwordHash,
          );
        else addAccount(found.personId, given);
        return found;
      });
      file().mustBeSame();
      return accepted;
    },
    async record({ atMs, personId, clientId, act, address }) {
      file().run(`INSERT INTO signIns (${RECORD}) VALUES (?, ?, ?, ?, ?)`, atMs, personId, clientId, act, address);
    },
    records: async (clientId, limit) =>
      file().all<SignInRecord>(
        `SELECT ${RECORD} FROM signIns WHERE clientId = ? ORDER BY atMs DESC, rowid DESC LIMIT ?`,
        clientId,
        limit,
      ),
    async forgetRecords(beforeMs) {
      const [oldest] = file().all('SELECT 1 FROM signIns WHERE atMs < ? LIMIT 1', beforeMs);
      if (oldest !== undefined) file().run('DELETE FROM signIns WHERE atMs < ?', beforeMs);
    },
    async erase(personId) {
      file().transaction(() => {
        for (const table of TABLES) file().run(`DELETE FROM ${table} WHERE personId = ?`, personId);
      });
      file().mustBeSame();
    },
    async *all() {
      const people = 'SELECT personId FROM passwords UNION SELECT personId FROM accounts ORDER BY personId';
      for (const { personId } of file().all<{ personId: string }>(people)) {
        const password = file().get<{ hash: string }>('SELECT hash FROM passwords WHERE personId = ?', personId);
        const accounts = file().all<ProviderAccount>(
          'SELECT issuer, subject FROM accounts WHERE personId = ?',
          personId,
        );
        yield { personId, passwordHash: password?.hash ?? null, accounts } satisfies Credential;
      }
    },
    async *allRecords() {
      for (let last = 0; ;) {
        const page = file().all<SignInRecord & { rowid: number }>(
          `SELECT rowid, ${RECORD} FROM signIns WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE_ROWS}`,
          last,
        );
        for (const { rowid, ...record } of page) {
          last = rowid;
          yield record;
        }
        if (page.length === 0) return;
      }
    },
    async add({ personId, passwordHash, accounts }) {
      file().transaction(() => {
        if (passwordHash !== null)
          file().run('INSERT OR IGNORE INTO passwords (personId, hash) VALUES (?, ?)', personId, passwordHash);
        for (const account of accounts) addAccount(personId, account);
      });
    },
    async close() {
      opened?.close();
    },
  };
}
