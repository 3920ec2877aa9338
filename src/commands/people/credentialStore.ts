// Port: how people sign in to the console, beside the store of people and never in the log: hashes of passwords, invitations,
// accounts at a provider of OIDC, and the record of sign-ins. Written on documents: src/stores/documents.
import { DAY_MS } from '../../domain/kernel/calendarDate.js';
import type { InvitationKind } from '../../domain/clients/events.js';

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
