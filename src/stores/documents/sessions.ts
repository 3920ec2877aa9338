// Sessions of the console and attempts to sign in: a document each. Losing them signs everybody out.
import { delayAfter, type Session, type SessionStore } from '../../commands/people/peopleStore.js';
import { collection, type Documents } from './documents.js';

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
