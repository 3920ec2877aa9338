// People: a document each, with the e-mail as its key, so that the store keeps e-mails unique.
import { randomUUID } from 'node:crypto';
import {
  delayAfter,
  type Credential,
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
    async add(persons) {
      await documents.insert(
        people,
        persons.map(({ email, ...person }) => ({ _id: email, ...person })),
      );
      return byEmail(persons.map(({ email }) => email));
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

export class Credentials implements CredentialStore {
  constructor(private readonly documents: Documents) {}

  async passwordOf(personId: string) {
    return (await this.documents.get(passwords, personId))?.hash ?? null;
  }

  async personOfAccount(account: ProviderAccount) {
    return (await this.documents.get(providerAccounts, accountId(account)))?.personId ?? null;
  }

  async invite({ id, ...invitation }: Invitation) {
    await this.documents.delete(invitations, { personId: invitation.personId });
    await this.documents.insert(invitations, [{ _id: id, ...invitation }]);
  }

  async invitation(id: string) {
    const document = await this.documents.get(invitations, id);
    return document && invitationOf(document);
  }

  async accept(id: string, nowMs: number, credential: Readonly<{ passwordHash: string }> | ProviderAccount) {
    const document = await this.documents.get(invitations, id);
    if (document === null || document.expiresAtMs <= nowMs || !(await this.#isFirstUse(document))) return null;
    await this.documents.delete(invitations, { _id: id });
    const { personId } = document;
    if ('passwordHash' in credential)
      await put(this.documents, passwords, { _id: personId, hash: credential.passwordHash });
    else await this.#addAccount(personId, credential);
    return invitationOf(document);
  }

  async setCalendar({ personId, clientId }: Readonly<{ personId: string; clientId: number }>, id: string | null) {
    if (id === null) await this.documents.delete(calendars, { _id: personId });
    else await put(this.documents, calendars, { _id: personId, clientId, secretHash: id });
  }

  async hasCalendar(personId: string) {
    return (await this.documents.get(calendars, personId)) !== null;
  }

  async personOfCalendar(id: string) {
    const choice = { index: 'bySecret', limit: 1 };
    const [calendar] = await this.documents.find(calendars, { secretHash: id }, choice);
    return calendar ? { personId: calendar._id, clientId: calendar.clientId } : null;
  }

  async record(record: SignInRecord) {
    await this.documents.insert(signIns, [{ _id: randomUUID(), ...record }]);
  }

  async records(clientId: number, limit: number) {
    const choice = { index: 'byClient', sort: ['-atMs', '_id'], limit };
    return (await this.documents.find(signIns, { clientId }, choice)).map(recordOf);
  }

  async forgetRecords(beforeMs: number) {
    await this.documents.delete(signIns, { atMs: { below: beforeMs } });
  }

  async erase(personId: string) {
    await this.documents.delete(passwords, { _id: personId });
    await this.documents.delete(providerAccounts, { personId });
    await this.documents.delete(invitations, { personId });
    await this.documents.delete(signIns, { personId });
    await this.documents.delete(calendars, { _id: personId });
  }

  async *all() {
    const hashes = new Map<string, string>();
    for await (const { _id, hash } of everyDocument(this.documents, passwords)) hashes.set(_id, hash);
    const accounts = await this.documents.find(providerAccounts, {});
    for (const personId of [...new Set([...hashes.keys(), ...accounts.map((account) => account.personId)])].sort())
      yield {
        personId,
        passwordHash: hashes.get(personId) ?? null,
        accounts: accounts
          .filter((account) => account.personId === personId)
          .map(({ issuer, subject }) => ({ issuer, subject })),
      };
  }

  async *allRecords() {
    for await (const document of everyDocument(this.documents, signIns)) yield recordOf(document);
  }

  async add({ personId, passwordHash, accounts }: Credential) {
    if (passwordHash !== null) await this.documents.insert(passwords, [{ _id: personId, hash: passwordHash }]);
    for (const account of accounts) await this.#addAccount(personId, account);
  }

  close() {
    return this.documents.close();
  }

  /** Only inserts are left to one of several by every server. The mark goes with the person's next invitation. */
  async #isFirstUse({ _id, ...invitation }: InvitationDocument): Promise<boolean> {
    const [isNew = false] = await this.documents.insert(invitations, [{ _id: `used ${_id}`, ...invitation }]);
    return isNew;
  }

  async #addAccount(personId: string, { issuer, subject }: ProviderAccount): Promise<void> {
    const _id = accountId({ issuer, subject });
    await put(this.documents, providerAccounts, { _id, personId, issuer, subject });
  }
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

export class Sessions implements SessionStore {
  constructor(private readonly documents: Documents) {}

  async open({ id, ...session }: Session) {
    await this.documents.insert(sessions, [{ _id: id, ...session }]);
  }

  async openOneOf(session: Session, max: number) {
    const { personId } = session;
    if ((await this.documents.count(sessions, { personId }, 'byPerson')) >= max) return false;
    await this.open(session);
    return true;
  }

  async find(id: string) {
    const document = await this.documents.get(sessions, id);
    if (document === null) return null;
    const { _id, ...session } = document;
    return { id: _id, ...session };
  }

  async change(id: string, changes: Partial<Pick<Session, 'seenAtMs' | 'endsAtMs' | 'draft'>>) {
    if (Object.keys(changes).length > 0) await this.documents.update(sessions, { _id: id }, { set: changes });
  }

  async end(id: string) {
    await this.documents.delete(sessions, { _id: id });
  }

  endAllOf(personId: string) {
    return this.documents.delete(sessions, { personId });
  }

  async purge({ endsAtMs, seenAtMs, triedAtMs, futureMs }: Parameters<SessionStore['purge']>[0]) {
    await this.documents.delete(sessions, {
      any: [
        { endsAtMs: { below: endsAtMs } },
        { seenAtMs: { below: seenAtMs } },
        { seenAtMs: { above: futureMs } },
      ],
    });
    await this.documents.delete(signInAttempts, { atMs: { below: triedAtMs } });
  }

  async attempt(account: string, nowMs: number) {
    const latest = { index: 'byAccount', sort: ['-number'], limit: 1 };
    for (let race = 0; race < RACES_MAX; race++) {
      const [attempt] = await this.documents.find(signInAttempts, { of: account }, latest);
      if (attempt !== undefined && Math.min(attempt.atMs, nowMs) + delayAfter(attempt.number) > nowMs) {
        if (attempt.atMs > nowMs)
          await this.documents.update(signInAttempts, { _id: attempt._id }, { set: { atMs: nowMs } });
        return false;
      }
      if (await this.#insertAttempt(account, (attempt?.number ?? 0) + 1, nowMs)) return true;
    }
    return false;
  }

  async succeeded(account: string) {
    await this.documents.delete(signInAttempts, { of: account });
  }

  async count(what: string, nowMs: number) {
    const of = `${what} ${Math.floor(nowMs / 60_000)}`;
    const before = await this.documents.count(signInAttempts, { of }, 'byAccount');
    for (let number = before + 1; number <= COUNTED_MAX; number++)
      if (await this.#insertAttempt(of, number, nowMs)) return number;
    return COUNTED_MAX + 1;
  }

  close() {
    return this.documents.close();
  }

  /** False when somebody else was first. Only inserts are left to one of several by every server. */
  async #insertAttempt(of: string, number: number, atMs: number): Promise<boolean> {
    const attempt = { _id: `${of} ${number}`, of, number, atMs };
    const [isNew = false] = await this.documents.insert(signInAttempts, [attempt]);
    return isNew;
  }
}
