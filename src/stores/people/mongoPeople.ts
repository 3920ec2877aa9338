// People on MongoDB: one document each, with the e-mail as its id, so that the store keeps e-mails unique.
import type { Collection } from 'mongodb';
import type { PeopleStore, Person } from '../../commands/people/peopleStore.js';
import type { Mongo } from '../mongo/connection.js';
import { duplicatesIn } from '../mongo/errors.js';

type PersonDocument = Readonly<{ _id: string; personId: string; clientId: number; name: string }>;

const PEOPLE = 'people';

/** Uses a connection that the caller opens and closes. */
export function openMongoPeople(mongo: Mongo): PeopleStore {
  const people: Collection<PersonDocument> = mongo.db.collection(PEOPLE);
  let indexed = false;

  /** One at a time: some servers reject several that exist already. */
  async function index(): Promise<void> {
    if (indexed) return;
    await mongo.ask('Indexing people', () => people.createIndex({ personId: 1 }, { name: 'by_person' }));
    await mongo.ask('Indexing people', () => people.createIndex({ clientId: 1, name: 1 }, { name: 'by_name' }));
    indexed = true;
  }

  const find = async (filter: object): Promise<Person[]> =>
    (await mongo.ask('Reading people', () => people.find(filter).toArray())).map(personOf);

  return {
    byEmail: (emails) => (emails.length === 0 ? none() : find({ _id: { $in: [...emails] } })),
    byId: (personIds) => (personIds.length === 0 ? none() : find({ personId: { $in: [...personIds] } })),
    byName: (clientId, name) => find({ clientId, name }),
    async add(added) {
      if (added.length === 0) return [];
      await index();
      const documents = added.map(({ email, ...rest }) => ({ _id: email, ...rest }));
      try {
        await mongo.ask('Adding people', () => people.insertMany(documents, { ordered: false }));
      } catch (error) {
        if (duplicatesIn(error).length === 0) throw error; // existing people stay unchanged
      }
      return find({ _id: { $in: added.map(({ email }) => email) } });
    },
    async rename(personId, name) {
      await mongo.ask('Renaming a person', () => people.updateOne({ personId }, { $set: { name } }));
    },
    async erase(personId) {
      await mongo.ask('Erasing a person', () => people.deleteOne({ personId }));
    },
    async *all() {
      for (const document of await mongo.ask('Reading people', () => people.find({}).toArray()))
        yield personOf(document);
    },
    close: async () => undefined,
  };
}

const none = async (): Promise<readonly Person[]> => [];

function personOf({ _id, personId, clientId, name }: PersonDocument): Person {
  return { personId, clientId, email: _id, name };
}
