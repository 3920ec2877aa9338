// Credentials beside people: passwords by person, accounts by their pair, invitations by their hash.
import { randomUUID } from 'node:crypto';
import type {
  CredentialStore,
  Invitation,
  ProviderAccount,
  SignInRecord,
} from '../../commands/people/peopleStore.js';
import { collection, everyDocument, put, type Documents } from './documents.js';

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
