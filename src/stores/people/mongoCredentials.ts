// Credentials on MongoDB, beside people: passwords by person, accounts by their pair, invitations by their hash.
import type { Collection } from 'mongodb';
import type {
  CredentialStore,
  Invitation,
  ProviderAccount,
  SignInRecord,
} from '../../commands/people/credentialStore.js';
import type { Mongo } from '../mongo/connection.js';
import { isDuplicate } from '../mongo/errors.js';

type PasswordDocument = Readonly<{ _id: string; hash: string }>;
type AccountDocument = Readonly<{ _id: string; personId: string }> & ProviderAccount;
type InvitationDocument = Readonly<{ _id: string }> & Omit<Invitation, 'id'>;

const BY_CLIENT = 'by_client';

const accountId = ({ issuer, subject }: ProviderAccount): string => JSON.stringify([issuer, subject]);

/** Uses a connection that the caller opens and closes. */
export function openMongoCredentials(mongo: Mongo): CredentialStore {
  const passwords: Collection<PasswordDocument> = mongo.db.collection('passwords');
  const accounts: Collection<AccountDocument> = mongo.db.collection('providerAccounts');
  const invitations: Collection<InvitationDocument> = mongo.db.collection('invitations');
  const signIns: Collection<SignInRecord> = mongo.db.collection('signIns');
  let indexed = false;

  async function index(): Promise<void> {
    if (indexed) return;
    await mongo.ask('Indexing sign-ins', () => signIns.createIndex({ clientId: 1, atMs: 1 }, { name: BY_CLIENT }));
    indexed = true;
  }

  /** Only inserts are left to one of several by every server of the protocol. The mark goes with the person's next invitation. */
  async function isFirstUse({ _id, ...invitation }: InvitationDocument): Promise<boolean> {
    try {
      await mongo.ask('Using an invitation', () => invitations.insertOne({ _id: `used ${_id}`, ...invitation }));
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }

  const setPassword = (personId: string, hash: string): Promise<unknown> =>
    mongo.ask('Storing a password', () =>
      passwords.updateOne({ _id: personId }, { $set: { hash } }, { upsert: true }),
    );
  const addAccount = (personId: string, { issuer, subject }: ProviderAccount): Promise<unknown> =>
    mongo.ask('Storing an account', () =>
      accounts.updateOne(
        { _id: accountId({ issuer, subject }) },
        { $set: { personId, issuer, subject } },
        { upsert: true },
      ),
    );
  const passwordOf = async (personId: string): Promise<string | null> =>
    (await mongo.ask('Reading a password', () => passwords.findOne({ _id: personId })))?.hash ?? null;

  return {
    passwordOf,
    personOfAccount: async (account) =>
      (await mongo.ask('Reading an account', () => accounts.findOne({ _id: accountId(account) })))?.personId ??
      null,
    async invite({ id, ...invitation }) {
      const { personId } = invitation;
      await mongo.ask('Replacing invitations', () => invitations.deleteMany({ personId }));
      await mongo.ask('Inviting a person', () => invitations.insertOne({ _id: id, ...invitation }));
    },
    async invitation(id) {
      const found = await mongo.ask('Reading an invitation', () => invitations.findOne({ _id: id }));
      return found === null ? null : invitationOf(found);
    },
    async accept(id, nowMs, given) {
      const valid = () => invitations.findOne({ _id: id, expiresAtMs: { $gt: nowMs } });
      const found = await mongo.ask('Reading an invitation', valid);
      if (found === null || !(await isFirstUse(found))) return null;
      await mongo.ask('Using an invitation', () => invitations.deleteOne({ _id: id }));
      if ('passwordHash' in given) await setPassword(found.personId, given.passwordHash);
      else await addAccount(found.personId, given);
      return invitationOf(found);
    },
    async record(record) {
      await index();
      await mongo.ask('Recording a sign-in', () => signIns.insertOne({ ...record }));
    },
    async records(clientId, limit) {
      await index();
      const found = await mongo.ask('Reading sign-ins', () =>
        signIns.find({ clientId }, { hint: BY_CLIENT }).sort({ atMs: -1, _id: -1 }).limit(limit).toArray(),
      );
      return found.map(recordOf);
    },
    async forgetRecords(beforeMs) {
      await mongo.ask('Deleting sign-ins', () => signIns.deleteMany({ atMs: { $lt: beforeMs } }));
    },
    async erase(personId) {
      await mongo.ask('Erasing a password', () => passwords.deleteOne({ _id: personId }));
      await mongo.ask('Erasing accounts', () => accounts.deleteMany({ personId }));
      await mongo.ask('Erasing invitations', () => invitations.deleteMany({ personId }));
      await mongo.ask('Erasing sign-ins', () => signIns.deleteMany({ personId }));
    },
    async *all() {
      const [hashes, bound] = [
        await mongo.ask('Reading passwords', () => passwords.find({}).toArray()),
        await mongo.ask('Reading accounts', () => accounts.find({}).toArray()),
      ];
      const people = new Set([...hashes.map(({ _id }) => _id), ...bound.map(({ personId }) => personId)]);
      for (const personId of [...people].sort())
        yield {
          personId,
          passwordHash: hashes.find(({ _id }) => _id === personId)?.hash ?? null,
          accounts: bound
            .filter((account) => account.personId === personId)
            .map(({ issuer, subject }) => ({ issuer, subject })),
        };
    },
    async *allRecords() {
      const found = await mongo.ask('Reading sign-ins', () =>
        signIns.find({}).sort({ atMs: 1, _id: 1 }).toArray(),
      );
      for (const document of found) yield recordOf(document);
    },
    async add({ personId, passwordHash, accounts: bound }) {
      if (passwordHash !== null && (await passwordOf(personId)) === null)
        await setPassword(personId, passwordHash);
      for (const account of bound) await addAccount(personId, account);
    },
    close: async () => undefined,
  };
}

function invitationOf({ _id, personId, clientId, kind, expiresAtMs }: InvitationDocument): Invitation {
  return { id: _id, personId, clientId, kind, expiresAtMs };
}

function recordOf({ atMs, personId, clientId, act, address }: SignInRecord): SignInRecord {
  return { atMs, personId, clientId, act, address };
}
