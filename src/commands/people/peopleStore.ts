// The stores of people, beside the log and in no event: their names and e-mails, which can be erased, how they
// sign in to the console, and their sessions. Each keeps its own documents.
import { randomUUID } from 'node:crypto';
import type { InvitationKind } from '../../domain/clients/events.js';
import { DAY_MS } from '../../domain/kernel/calendarDate.js';
import { wasSet, type ClockReading } from '../kernel/context.js';
import { collection, everyDocument, put, type Choice, type Documents } from '../kernel/documents.js';
import type { Where } from '../../domain/kernel/where.js';

/** `email` in lower case, unique over all clients. */
export type Person = Readonly<{ personId: string; clientId: number; email: string; name: string }>;
/** The e-mail is the key, so that the store keeps e-mails unique. */
type PersonDocument = Readonly<{ _id: string }> & Omit<Person, 'email'>;

export const people = collection<PersonDocument>(
  'people',
  { byPerson: ['personId'], byName: ['clientId', 'name'] },
  { leavesNoTrace: true },
);

/** Finds people in no order, and omits missing ones. */
export type PeopleStore = ReturnType<typeof openPeople>;

export function openPeople(documents: Documents) {
  const find = async (where: Where<PersonDocument>, choice?: Choice): Promise<readonly Person[]> =>
    (await documents.find(people, where, choice)).map(personOf);
  const byEmail = (emails: readonly string[]) => find({ _id: { in: emails } });
  return {
    byEmail,
    byId: (personIds: readonly string[]) => find({ personId: { in: personIds } }, { index: 'byPerson' }),
    byName: (clientId: number, name: string) => find({ clientId, name }, { index: 'byName' }),
    /**
     * Durable once resolved. An e-mail that exists keeps its person, also in a race.
     * @param persons each e-mail once
     * @returns the owners of the e-mails
     */
    async add(persons: readonly Person[]) {
      await documents.insert(
        people,
        persons.map(({ email, ...person }) => ({ _id: email, ...person })),
      );
      return byEmail(persons.map(({ email }) => email));
    },
    /** Ignores unknown people. */
    async rename(personId: string, name: string) {
      await documents.update(people, { personId }, { set: { name } });
    },
    /** Erases name and e-mail for good. Ignores unknown people. */
    async erase(personId: string) {
      await documents.delete(people, { personId });
    },
    /** All people, for a copy into another store. */
    async *all(): AsyncIterable<Person> {
      for await (const document of everyDocument(documents, people)) yield personOf(document);
    },
    close: () => documents.close(),
  };
}

function personOf({ _id, personId, clientId, name }: PersonDocument): Person {
  return { personId, clientId, email: _id, name };
}

const COPY_BATCH = 500;

/**
 * Copies all people to another store; existing people stay unchanged there.
 * @param erased people to omit: an old store may still contain them
 * @returns how many were copied or existed
 */
export async function copyPeople(
  from: Pick<PeopleStore, 'all'>,
  to: Pick<PeopleStore, 'add'>,
  erased: ReadonlySet<string>,
): Promise<number> {
  let batch: Person[] = [];
  let copied = 0;
  const flush = async (): Promise<void> => {
    await to.add(batch);
    copied += batch.length;
    batch = [];
  };
  for await (const person of from.all()) {
    if (erased.has(person.personId)) continue;
    if (batch.push(person) === COPY_BATCH) await flush();
  }
  await flush();
  return copied;
}

// How people sign in to the console: hashes of passwords, invitations, accounts at a provider of OIDC, the secret
// address of a calendar, and the record of sign-ins.

/** `id`: SHA-256 of the token in the link, in lower-case hexadecimal; the token itself is stored nowhere. */
export type Invitation = Readonly<{
  id: string;
  personId: string;
  clientId: number;
  kind: InvitationKind;
  expiresAtMs: number;
}>;

/** An account at a provider; the pair is unique. */
export type ProviderAccount = Readonly<{ issuer: string; subject: string }>;

export type SignInAct =
  'SIGNED_IN' | 'FAILED' | 'SIGNED_OUT' | 'INVITED' | 'RESET' | 'ACCEPTED' | 'SESSIONS_ENDED';
/** `address` of the browser; null for acts of the operator. */
export type SignInRecord = Readonly<{
  atMs: number;
  personId: string;
  clientId: number;
  act: SignInAct;
  address: string | null;
}>;

/** What a person signs in with, for a copy into another store. */
export type Credential = Readonly<{
  personId: string;
  passwordHash: string | null;
  accounts: readonly ProviderAccount[];
}>;

type InvitationDocument = Readonly<{ _id: string }> & Omit<Invitation, 'id'>;
type SignIn = Readonly<{ _id: string }> & SignInRecord;

/** Passwords and calendars by person, accounts by their pair, invitations by their hash. */
export const passwords = collection<Readonly<{ _id: string; hash: string }>>('passwords');
export const providerAccounts = collection<Readonly<{ _id: string; personId: string }> & ProviderAccount>(
  'providerAccounts',
);
export const invitations = collection<InvitationDocument>('invitations');
export const signIns = collection<SignIn>('signIns', { byClient: ['clientId', '-atMs', '_id'] });
export const calendars = collection<Readonly<{ _id: string; clientId: number; secretHash: string }>>('calendars', {
  bySecret: ['secretHash'],
});

const accountId = ({ issuer, subject }: ProviderAccount): string => JSON.stringify([issuer, subject]);

const RECORDS_KEPT_MS = 190 * DAY_MS;
const FORGET_EVERY_MS = 3_600_000;

export type CredentialStore = Pick<Credentials, keyof Credentials>;

export class Credentials {
  /** When this process last forgot records; at first, when it stored its first one. */
  #forgottenAt: ClockReading | null = null;

  constructor(private readonly documents: Documents) {}

  /** Null for people without a password, and unknown ones. */
  async passwordOf(personId: string) {
    return (await this.documents.get(passwords, personId))?.hash ?? null;
  }

  /** Those of the people who have a password or an account at a provider: each has signed in once. */
  async havingCredentials(personIds: readonly string[]) {
    const hashes = await this.documents.find(passwords, { _id: { in: personIds } });
    const accounts = await this.documents.find(providerAccounts, { personId: { in: personIds } });
    return new Set([...hashes.map(({ _id }) => _id), ...accounts.map(({ personId }) => personId)]);
  }

  async personOfAccount(account: ProviderAccount) {
    return (await this.documents.get(providerAccounts, accountId(account)))?.personId ?? null;
  }

  /** Replaces the person's earlier invitations. Durable once resolved. */
  async invite({ id, ...invitation }: Invitation) {
    await this.documents.delete(invitations, { personId: invitation.personId });
    await this.documents.insert(invitations, [{ _id: id, ...invitation }]);
  }

  /** Null for unknown and used ones; expired ones are found. */
  async invitation(id: string) {
    const document = await this.documents.get(invitations, id);
    return document && invitationOf(document);
  }

  /**
   * Uses the invitation up and stores what the person signs in with from now on. Durable once resolved.
   * @returns null when it is unknown, expired, or was used: of several at once, one succeeds
   */
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

  /**
   * Sets the secret address of the person's calendar; the one before is no longer found. Durable once resolved.
   * @param id SHA-256 of the secret in lower-case hexadecimal; null: none from now on
   */
  async setCalendar({ personId, clientId }: Readonly<{ personId: string; clientId: number }>, id: string | null) {
    if (id === null) await this.documents.delete(calendars, { _id: personId });
    else await put(this.documents, calendars, { _id: personId, clientId, secretHash: id });
  }

  async hasCalendar(personId: string) {
    return (await this.documents.get(calendars, personId)) !== null;
  }

  /** Person whose calendar it is; null for an unknown or revoked one. */
  async personOfCalendar(id: string) {
    const choice = { index: 'bySecret', limit: 1 };
    const [calendar] = await this.documents.find(calendars, { secretHash: id }, choice);
    return calendar ? { personId: calendar._id, clientId: calendar.clientId } : null;
  }

  async record(record: SignInRecord) {
    await this.documents.insert(signIns, [{ _id: randomUUID(), ...record }]);
  }

  /** Records of a client, newest first. */
  async records(clientId: number, limit: number) {
    const choice = { index: 'byClient', sort: ['-atMs', '_id'], limit };
    return (await this.documents.find(signIns, { clientId }, choice)).map(recordOf);
  }

  /** Those older than 190 days, once an hour, unless the wall clock was set in that hour. */
  async forgetOldRecords(now: ClockReading) {
    const before = this.#forgottenAt;
    if (before !== null && now.monotonicMs - before.monotonicMs < FORGET_EVERY_MS) return;
    this.#forgottenAt = now;
    if (before !== null && !wasSet(before, now))
      await this.documents.delete(signIns, { atMs: { below: now.wallMs - RECORDS_KEPT_MS } });
  }

  /** Erases all of a person for good. Ignores unknown people. */
  async erase(personId: string) {
    await this.documents.delete(passwords, { _id: personId });
    await this.documents.delete(providerAccounts, { personId });
    await this.documents.delete(invitations, { personId });
    await this.documents.delete(signIns, { personId });
    await this.documents.delete(calendars, { _id: personId });
  }

  async *all(): AsyncIterable<Credential> {
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

  async *allRecords(): AsyncIterable<SignInRecord> {
    for await (const document of everyDocument(this.documents, signIns)) yield recordOf(document);
  }

  /** Adds a credential to a copy: people that have one keep it. */
  async add({ personId, passwordHash, accounts }: Credential) {
    if (passwordHash !== null) await this.documents.insert(passwords, [{ _id: personId, hash: passwordHash }]);
    for (const account of accounts) await this.#addAccount(personId, account);
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

/** Copies credentials and records to another store. @param erased people to omit */
export async function copyCredentials(
  from: Pick<CredentialStore, 'all' | 'allRecords'>,
  to: Pick<CredentialStore, 'add' | 'record' | 'records'>,
  erased: ReadonlySet<string>,
): Promise<void> {
  for await (const credential of from.all()) if (!erased.has(credential.personId)) await to.add(credential);
  for await (const record of from.allRecords()) if (!erased.has(record.personId)) await to.record(record);
}

// Sessions of people signed in to the console, and attempts to sign in. Losing them signs everybody out.

/** Times in ms since 1970. */
export type Session = Readonly<{
  /** SHA-256 of the secret in the cookie, in lower-case hexadecimal: the secret itself is stored nowhere. */
  id: string;
  personId: string;
  clientId: number;
  /** Token in every form of the session; kept when the session gets a new secret. */
  csrfToken: string;
  /** The roles at its begin, to notice a change; null: not known yet. */
  roles: string | null;
  startedAtMs: number;
  /** The last use, known to the minute. */
  seenAtMs: number;
  endsAtMs: number;
  /** A form sent after the session before had ended, as JSON; null without one. */
  draft: string | null;
}>;

/** Wrong passwords that cost nothing; after them each doubles the delay (docs/spec/console.md#sign-in). */
const FREE_FAILURES = 5;
const DELAY_MIN_MS = 30_000;
const DELAY_MAX_MS = 15 * 60_000;

function delayAfter(failures: number): number {
  return failures < FREE_FAILURES
    ? 0
    : Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** Math.min(failures - FREE_FAILURES, 20));
}

/** Failures of an account are forgotten this long after the last. */
export const FAILURES_KEPT_MS = DAY_MS;

/** One attempt: `number` counts those of an account since its last success. */
type Attempt = Readonly<{ _id: string; of: string; number: number; atMs: number }>;

export const sessions = collection<Readonly<{ _id: string }> & Omit<Session, 'id'>>('sessions', {
  byPerson: ['personId'],
});
export const signInAttempts = collection<Attempt>('signInAttempts', { byAccount: ['of', 'number'] });

/** Others may try the same account at the same moment. */
const RACES_MAX = 20;
/** More in a minute are not stored. */
const COUNTED_MAX = 200;

export type SessionStore = Pick<Sessions, keyof Sessions>;

export class Sessions {
  constructor(private readonly documents: Documents) {}

  /** A power loss may take it: the person signs in again. */
  async open({ id, ...session }: Session) {
    await this.documents.insert(sessions, [{ _id: id, ...session }]);
  }

  /**
   * As `open`, unless this many sessions of the same `personId` are stored; over several processes a few more may
   * be.
   * @returns whether it was opened
   */
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

  /** The fields that change; ignores unknown sessions. */
  async change(id: string, changes: Partial<Pick<Session, 'seenAtMs' | 'endsAtMs' | 'draft'>>) {
    if (Object.keys(changes).length > 0) await this.documents.update(sessions, { _id: id }, { set: changes });
  }

  /** Durable once resolved. Ignores unknown sessions. */
  async end(id: string) {
    await this.documents.delete(sessions, { _id: id });
  }

  /** All sessions of a person, durable once resolved. @returns how many there were */
  endAllOf(personId: string) {
    return this.documents.delete(sessions, { personId });
  }

  /**
   * Deletes sessions that ended, or were last used, before these times, attempts from before `triedAtMs`, and
   * sessions last used after `futureMs`: the clock was set back.
   */
  async purge({
    endsAtMs,
    seenAtMs,
    triedAtMs,
    futureMs,
  }: Readonly<Record<'endsAtMs' | 'seenAtMs' | 'triedAtMs' | 'futureMs', number>>) {
    await this.documents.delete(sessions, {
      any: [
        { endsAtMs: { below: endsAtMs } },
        { seenAtMs: { below: seenAtMs } },
        { seenAtMs: { above: futureMs } },
      ],
    });
    await this.documents.delete(signInAttempts, { atMs: { below: triedAtMs } });
  }

  /**
   * Counts an attempt to sign in as failed, before it is made; `noteSuccess` takes it back.
   * @param account opaque, also of an e-mail that nobody has
   * @param nowMs a failure after it, made before the clock was set back, counts as one of now
   * @returns false, and counts nothing, while the account has to wait (`delayAfter`)
   */
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

  async noteSuccess(account: string) {
    await this.documents.delete(signInAttempts, { of: account });
  }

  /** Counts one more in a minute, as attempts of an address. @returns its number; one above 200 is not stored */
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
