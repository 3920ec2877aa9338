// People: a document each, with the e-mail as its key, so that the store keeps e-mails unique.
import { randomUUID } from 'node:crypto';
import {
  delayAfter,
  type CredentialStore,
  type Invitation,
  type PeopleStore,
  type Person,
  type ProviderAccount,
  type Session,
  type SessionStore,
  type SignInRecord,
} from '../../commands/people/peopleStore.js';
import { collection, everyDocument, put, type Choice, type Documents, type Where } from './documents.js';

type PersonDocument = Readonly<{ _id: string; personId: string; clientId: number; name: string }>;

export const people = collection<PersonDocument>(
  'people',
  { byPerson: ['personId'], byName: ['clientId', 'name'] },
  { leavesNoTrace: true },
);

export function openPeople(documents: Documents): PeopleStore {
  const find = async (where: Where<PersonDocument>, choice?: Choice): Promise<readonly Person[]> =>
    (await documents.find(people, where, choice)).map(personOf);
  const byEmail = (emails: readonly string[]) => find({ _id: { in: emails } });
  return {
    byEmail,
    byId: (personIds) => find({ personId: { in: personIds } }, { index: 'byPerson' }),
    byName: (clientId, name) => find({ clientId, name }, { index: 'byName' }),
    async add(added) {
      await documents.insert(
        people,
        added.map(({ email, ...rest }) => ({ _id: email, ...rest })),
      );
      return byEmail(added.map(({ email }) => email));
    },
    async rename(personId, name) {
      await documents.update(people, { personId }, { set: { name } });
    },
    async erase(personId) {
      await documents.delete(people, { personId });
    },
    async *all() {
      for await (const document of everyDocument(documents, people)) yield personOf(document);
    },
    close: () => documents.close(),
  };
}

function personOf({ _id, personId, clientId, name }: PersonDocument): Person {
  return { personId, clientId, email: _id, name };
}

// Credentials beside people: passwords by person, accounts by their pair, invitations by their hash.

type Password = Readonly<{ _id: string; hash: string }>;
type Account = Readonly<{ _id: string; personId: string }> & ProviderAccount;
type InvitationDocument = Readonly<{ _id: string }> & Omit<Invitation, 'id'>;
type SignIn = Readonly<{ _id: string }> & SignInRecord;

/** By person. `secretHash`: of the calendar's address. */
type Calendar = Readonly<{ _id: string; clientId: number; secretHash: string }>;

export const calendars = collection<Calendar>('calendars', { bySecret: ['secretHash'] });
export const passwords = collection<Password>('passwords');
export const providerAccounts = collection<Account>('providerAccounts');
export const invitations = collection<InvitationDocument>('invitations');
export const signIns = collection<SignIn>('signIns', { byClient: ['clientId', '-atMs', '_id'] });

const accountId = ({ issuer, subject }: ProviderAccount): string => JSON.stringify([issuer, subject]);

export function openCredentials(documents: Documents): CredentialStore {
  /** Only inserts are left to one of several by every server. The mark goes with the person's next invitation. */
  async function isFirstUse({ _id, ...invitation }: InvitationDocument): Promise<boolean> {
    const [isNew = false] = await documents.insert(invitations, [{ _id: `used ${_id}`, ...invitation }]);
    return isNew;
  }

  async function addAccount(personId: string, { issuer, subject }: ProviderAccount): Promise<void> {
    await put(documents, providerAccounts, { _id: accountId({ issuer, subject }), personId, issuer, subject });
  }

  return {
    passwordOf: async (personId) => (await documents.get(passwords, personId))?.hash ?? null,
    personOfAccount: async (account) =>
      (await documents.get(providerAccounts, accountId(account)))?.personId ?? null,
    async invite({ id, ...invitation }) {
      await documents.delete(invitations, { personId: invitation.personId });
      await documents.insert(invitations, [{ _id: id, ...invitation }]);
    },
    async invitation(id) {
      const found = await documents.get(invitations, id);
      return found && invitationOf(found);
    },
    async accept(id, nowMs, given) {
      const found = await documents.get(invitations, id);
      if (found === null || found.expiresAtMs <= nowMs || !(await isFirstUse(found))) return null;
      await documents.delete(invitations, { _id: id });
      if ('passwordHash' in given)
        await put(documents, passwords, { _id: found.personId, hash: given.passwordHash });
      else await addAccount(found.personId, given);
      return invitationOf(found);
    },
    async setCalendar({ personId, clientId }, id) {
      if (id === null) await documents.delete(calendars, { _id: personId });
      else await put(documents, calendars, { _id: personId, clientId, secretHash: id });
    },
    hasCalendar: async (personId) => (await documents.get(calendars, personId)) !== null,
    async personOfCalendar(id) {
      const [found] = await documents.find(calendars, { secretHash: id }, { index: 'bySecret', limit: 1 });
      return found ? { personId: found._id, clientId: found.clientId } : null;
    },
    async record(record) {
      await documents.insert(signIns, [{ _id: randomUUID(), ...record }]);
    },
    async records(clientId, limit) {
      const choice = { index: 'byClient', sort: ['-atMs', '_id'], limit };
      return (await documents.find(signIns, { clientId }, choice)).map(recordOf);
    },
    async forgetRecords(beforeMs) {
      await documents.delete(signIns, { atMs: { below: beforeMs } });
    },
    async erase(personId) {
      await documents.delete(passwords, { _id: personId });
      await documents.delete(providerAccounts, { personId });
      await documents.delete(invitations, { personId });
      await documents.delete(signIns, { personId });
      await documents.delete(calendars, { _id: personId });
    },
    async *all() {
      const hashes = new Map<string, string>();
      for await (const { _id, hash } of everyDocument(documents, passwords)) hashes.set(_id, hash);
      const bound = await documents.find(providerAccounts, {});
      for (const personId of [...new Set([...hashes.keys(), ...bound.map((account) => account.personId)])].sort())
        yield {
          personId,
          passwordHash: hashes.get(personId) ?? null,
          accounts: bound
            .filter((account) => account.personId === personId)
            .map(({ issuer, subject }) => ({ issuer, subject })),
        };
    },
    async *allRecords() {
      for await (const document of everyDocument(documents, signIns)) yield recordOf(document);
    },
    async add({ personId, passwordHash, accounts }) {
      if (passwordHash !== null) await documents.insert(passwords, [{ _id: personId, hash: passwordHash }]);
      for (const account of accounts) await addAccount(personId, account);
    },
    close: () => documents.close(),
  };
}

function invitationOf({ _id: id, ...invitation }: InvitationDocument): Invitation {
  return { id, ...invitation };
}

function recordOf({ _id: _, ...record }: SignIn): SignInRecord {
  return record;
}

// Sessions of the console and attempts to sign in: a document each. Losing them signs everybody out.

type SessionDocument = Readonly<{ _id: string }> & Omit<Session, 'id'>;

/** One attempt: `number` counts those of an account since its last success. */
type Attempt = Readonly<{ _id: string; of: string; number: number; atMs: number }>;

export const sessions = collection<SessionDocument>('sessions', { byPerson: ['personId'] });
export const signInAttempts = collection<Attempt>('signInAttempts', { byAccount: ['of', 'number'] });

/** Others may try the same account at the same moment. */
const RACES_MAX = 20;
/** More in a minute are not stored. */
const COUNTED_MAX = 200;

export function openSessions(documents: Documents): SessionStore {
  /** False when somebody else was first. Only inserts are left to one of several by every server. */
  async function inserted(of: string, number: number, atMs: number): Promise<boolean> {
    const [isNew = false] = await documents.insert(signInAttempts, [{ _id: `${of} ${number}`, of, number, atMs }]);
    return isNew;
  }

  async function open({ id, ...session }: Session): Promise<void> {
    await documents.insert(sessions, [{ _id: id, ...session }]);
  }

  return {
    open,
    async openOneOf(session, most) {
      if ((await documents.count(sessions, { personId: session.personId }, 'byPerson')) >= most) return false;
      await open(session);
      return true;
    },
    async find(id) {
      const found = await documents.get(sessions, id);
      if (found === null) return null;
      const { _id, ...session } = found;
      return { id: _id, ...session };
    },
    async change(id, changes) {
      if (Object.keys(changes).length > 0) await documents.update(sessions, { _id: id }, { set: changes });
    },
    async end(id) {
      await documents.delete(sessions, { _id: id });
    },
    endAllOf: (personId) => documents.delete(sessions, { personId }),
    async purge({ endsAtMs, seenAtMs, triedAtMs, futureMs }) {
      await documents.delete(sessions, {
        any: [
          { endsAtMs: { below: endsAtMs } },
          { seenAtMs: { below: seenAtMs } },
          { seenAtMs: { above: futureMs } },
        ],
      });
      await documents.delete(signInAttempts, { atMs: { below: triedAtMs } });
    },
    async attempt(account, nowMs) {
      const latest = { index: 'byAccount', sort: ['-number'], limit: 1 };
      for (let race = 0; race < RACES_MAX; race++) {
        const [last] = await documents.find(signInAttempts, { of: account }, latest);
        if (last !== undefined && Math.min(last.atMs, nowMs) + delayAfter(last.number) > nowMs) {
          if (last.atMs > nowMs)
            await documents.update(signInAttempts, { _id: last._id }, { set: { atMs: nowMs } });
          return false;
        }
        if (await inserted(account, (last?.number ?? 0) + 1, nowMs)) return true;
      }
      return false;
    },
    async succeeded(account) {
      await documents.delete(signInAttempts, { of: account });
    },
    async count(what, nowMs) {
      const of = `${what} ${Math.floor(nowMs / 60_000)}`;
      const before = await documents.count(signInAttempts, { of }, 'byAccount');
      for (let number = before + 1; number <= COUNTED_MAX; number++)
        if (await inserted(of, number, nowMs)) return number;
      return COUNTED_MAX + 1;
    },
    close: () => documents.close(),
  };
}
