// Port: the store of people's names and e-mails, which are in no event and can be erased. Written on documents: src/stores/documents.
import type { InvitationKind } from '../../domain/clients/events.js';
import { DAY_MS } from '../../domain/kernel/calendarDate.js';

/** `email` in lower case, unique over all clients. */
export type Person = Readonly<{ personId: string; clientId: number; email: string; name: string }>;

export type PeopleStore = Readonly<{
  /** Missing ones are omitted; in no order. */
  byEmail(emails: readonly string[]): Promise<readonly Person[]>;
  /** Missing ones are omitted; in no order. */
  byId(personIds: readonly string[]): Promise<readonly Person[]>;
  /** The client's people with exactly this name, in no order. */
  byName(clientId: number, name: string): Promise<readonly Person[]>;
  /**
   * Durable once resolved. An e-mail that exists keeps its person, also in a race.
   * @param people each e-mail once
   * @returns the owners of the e-mails, in no order
   */
  add(people: readonly Person[]): Promise<readonly Person[]>;
  /** Ignores unknown people. */
  rename(personId: string, name: string): Promise<void>;
  /** Erases name and e-mail for good. Ignores unknown people. */
  erase(personId: string): Promise<void>;
  /** All people, for a copy into another store. */
  all(): AsyncIterable<Person>;
  close(): Promise<void>;
}>;

const COPY_BATCH = 500;

/**
 * Copies all people to another store; existing people stay unchanged there.
 * @param erased people to omit: an old store may still contain them
 * @returns how many were copied or existed
 */
export async function copyPeople(
  from: Pick<PeopleStore, 'all'>,
  to: Pick<PeopleStore, 'add'>,
  erased: ReadonlySet<string> = new Set(),
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

// Port: sessions of people signed in to the console, beside the store of people and never in the log.
// Written on documents: src/stores/documents.

/** Times in ms since 1970. */
export type Session = Readonly<{
  /** SHA-256 of the secret in the cookie, in lower-case hexadecimal: the secret itself is stored nowhere. */
  id: string;
  personId: string;
  clientId: number;
  /** In every form of the session; kept when the session gets a new secret. */
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

/** Wrong passwords of an account that cost nothing; after them each doubles the delay (docs/spec/console.md#sign-in). */
const FREE_FAILURES = 5;
const DELAY_MIN_MS = 30_000;
const DELAY_MAX_MS = 15 * 60_000;

/** How long an account waits after so many failures in a row. */
export function delayAfter(failures: number): number {
  return failures < FREE_FAILURES
    ? 0
    : Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** Math.min(failures - FREE_FAILURES, 20));
}

/** Failures of an account are forgotten this long after the last. */
export const FAILURES_KEPT_MS = DAY_MS;

export type SessionStore = Readonly<{
  /** A power loss may take it: the person signs in again. */
  open(session: Session): Promise<void>;
  /**
   * As `open`, unless this many sessions of the same `personId` are stored; over several processes a few more may be.
   * @returns whether it was opened
   */
  openOneOf(session: Session, most: number): Promise<boolean>;
  find(id: string): Promise<Session | null>;
  /** The fields that change; ignores unknown sessions. */
  change(id: string, changes: Partial<Pick<Session, 'seenAtMs' | 'endsAtMs' | 'draft'>>): Promise<void>;
  /** Durable once resolved. Ignores unknown sessions. */
  end(id: string): Promise<void>;
  /** All sessions of a person, durable once resolved. @returns how many there were */
  endAllOf(personId: string): Promise<number>;
  /**
   * Deletes sessions that ended, or were last used, before these times, attempts from before `triedAtMs`, and sessions last used
   * after `futureMs`: the clock was set back.
   */
  purge(
    before: Readonly<{ endsAtMs: number; seenAtMs: number; triedAtMs: number; futureMs: number }>,
  ): Promise<void>;
  /**
   * Counts an attempt to sign in as failed, before it is made; `succeeded` takes it back.
   * @param account opaque, also of an e-mail that nobody has
   * @param nowMs a failure after it, made before the clock was set back, counts as one of now
   * @returns false, and counts nothing, while the account has to wait (`delayAfter`)
   */
  attempt(account: string, nowMs: number): Promise<boolean>;
  succeeded(account: string): Promise<void>;
  /** Counts one more of these in a minute, as the attempts of an address. @returns its number; one above 200 is not stored */
  count(what: string, nowMs: number): Promise<number>;
  close(): Promise<void>;
}>;

// Port: how people sign in to the console, beside the store of people and never in the log: hashes of passwords, invitations,
// accounts at a provider of OIDC, and the record of sign-ins. Written on documents: src/stores/documents.

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

export type CredentialStore = Readonly<{
  /** Null for people without a password, and unknown ones. */
  passwordOf(personId: string): Promise<string | null>;
  personOfAccount(account: ProviderAccount): Promise<string | null>;
  /** Replaces the person's earlier invitations. Durable once resolved. */
  invite(invitation: Invitation): Promise<void>;
  /** Null for unknown and used ones; expired ones are found. */
  invitation(id: string): Promise<Invitation | null>;
  /**
   * Uses the invitation up and stores what the person signs in with from now on. Durable once resolved.
   * @returns null when it is unknown, expired, or was used: of several at once, one succeeds
   */
  accept(
    id: string,
    nowMs: number,
    given: Readonly<{ passwordHash: string }> | ProviderAccount,
  ): Promise<Invitation | null>;
  /**
   * Sets the secret address of the person's calendar; the one before is no longer found. Durable once resolved.
   * @param id SHA-256 of the secret in lower-case hexadecimal; null: none from now on
   */
  setCalendar(person: Readonly<{ personId: string; clientId: number }>, id: string | null): Promise<void>;
  hasCalendar(personId: string): Promise<boolean>;
  /** Whose calendar it is; null for an unknown or revoked one. */
  personOfCalendar(id: string): Promise<Readonly<{ personId: string; clientId: number }> | null>;
  record(record: SignInRecord): Promise<void>;
  /** Of a client, newest first. */
  records(clientId: number, limit: number): Promise<readonly SignInRecord[]>;
  /** Deletes records older than this. */
  forgetRecords(beforeMs: number): Promise<void>;
  /** Erases all of a person for good. Ignores unknown people. */
  erase(personId: string): Promise<void>;
  all(): AsyncIterable<Credential>;
  allRecords(): AsyncIterable<SignInRecord>;
  /** For a copy: people that have a credential keep it. */
  add(credential: Credential): Promise<void>;
  close(): Promise<void>;
}>;

/** Records are kept this long. */
export const RECORD_DAYS = 190;

export async function forgetOldRecords(
  store: Pick<CredentialStore, 'forgetRecords'>,
  nowMs: number,
): Promise<void> {
  await store.forgetRecords(nowMs - RECORD_DAYS * DAY_MS);
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
