// Sessions on MongoDB: one document each.
import { randomUUID } from 'node:crypto';
import type { Collection } from 'mongodb';
import { delayAfter, type Session, type SessionStore } from '../../commands/people/sessionStore.js';
import type { Mongo } from '../mongo/connection.js';
import { isDuplicate } from '../mongo/errors.js';

type SessionDocument = Readonly<{ _id: string }> & Omit<Session, 'id'>;

/** One attempt: `number` counts those of an account since its last success. */
type AttemptDocument = Readonly<{ _id: string; of: string; number: number; atMs: number }>;

const BY_ACCOUNT = 'by_account';
/** Others may try the same account at the same moment. */
const RACES_MAX = 20;
/** More in a minute are not stored. */
const COUNTED_MAX = 200;

/** Uses a connection that the caller opens and closes. */
export function openMongoSessions(mongo: Mongo): SessionStore {
  const sessions: Collection<SessionDocument> = mongo.db.collection('sessions');
  const attempts: Collection<AttemptDocument> = mongo.db.collection('signInAttempts');
  let indexed = false;

  async function index(): Promise<void> {
    if (indexed) return;
    await mongo.ask('Indexing sessions', () => sessions.createIndex({ personId: 1 }, { name: 'by_person' }));
    await mongo.ask('Indexing attempts', () => attempts.createIndex({ of: 1, number: 1 }, { name: BY_ACCOUNT }));
    indexed = true;
  }

  /** False when somebody else was first. Only inserts are left to one of several by every server of the protocol. */
  async function inserted(of: string, number: number, atMs: number): Promise<boolean> {
    try {
      await mongo.ask('Counting attempts', () => attempts.insertOne({ _id: `${of} ${number}`, of, number, atMs }));
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }

  async function open({ id, ...session }: Session): Promise<void> {
    await index();
    await mongo.ask('Opening a session', () => sessions.insertOne({ _id: id, ...session }));
  }

  return {
    open,
    async openOneOf(session, most) {
      await index();
      const { personId } = session;
      const stored = await mongo.ask('Counting sessions', () =>
        sessions.countDocuments({ personId }, { limit: most }),
      );
      if (stored >= most) return false;
      await open(session);
      return true;
    },
    async find(id) {
      const found = await mongo.ask('Reading a session', () => sessions.findOne({ _id: id }));
      if (found === null) return null;
      const { _id, ...session } = found;
      return { id: _id, ...session };
    },
    async change(id, changes) {
      if (Object.keys(changes).length === 0) return;
      await mongo.ask('Changing a session', () => sessions.updateOne({ _id: id }, { $set: changes }));
    },
    async end(id) {
      await mongo.ask('Ending a session', () => sessions.deleteOne({ _id: id }));
    },
    async endAllOf(personId) {
      const { deletedCount } = await mongo.ask('Ending sessions', () => sessions.deleteMany({ personId }));
      return deletedCount;
    },
    async purge({ endsAtMs, seenAtMs, triedAtMs, futureMs }) {
      const over = {
        $or: [{ endsAtMs: { $lt: endsAtMs } }, { seenAtMs: { $lt: seenAtMs } }, { seenAtMs: { $gt: futureMs } }],
      };
      await mongo.ask('Deleting sessions', () => sessions.deleteMany(over));
      await mongo.ask('Deleting attempts', () => attempts.deleteMany({ atMs: { $lt: triedAtMs } }));
    },
    async attempt(account, nowMs) {
      await index();
      for (let race = 0; race < RACES_MAX; race++) {
        const latest = () =>
          attempts.find({ of: account }, { hint: BY_ACCOUNT }).sort({ number: -1 }).limit(1).toArray();
        const [last] = await mongo.ask('Reading attempts', latest);
        if (last !== undefined && Math.min(last.atMs, nowMs) + delayAfter(last.number) > nowMs) {
          const countsFromNow = () => attempts.updateOne({ _id: last._id }, { $set: { atMs: nowMs } });
          if (last.atMs > nowMs) await mongo.ask('Counting attempts', countsFromNow);
          return false;
        }
        if (await inserted(account, (last?.number ?? 0) + 1, nowMs)) return true;
      }
      return false;
    },
    async succeeded(account) {
      await mongo.ask('Forgetting attempts', () => attempts.deleteMany({ of: account }));
    },
    async count(what, nowMs) {
      await index();
      const of = `${what} ${Math.floor(nowMs / 60_000)}`;
      const howMany = () =>
        mongo.ask('Counting attempts', () => attempts.countDocuments({ of }, { hint: BY_ACCOUNT }));
      const before = await howMany();
      if (before >= COUNTED_MAX) return before + 1;
      const one = { _id: `${of} ${randomUUID()}`, of, number: 0, atMs: nowMs };
      await mongo.ask('Counting attempts', () => attempts.insertOne(one));
      return howMany();
    },
    close: async () => undefined,
  };
}
