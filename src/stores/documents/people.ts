// People: a document each, with the e-mail as its key, so that the store keeps e-mails unique.
import type { PeopleStore, Person } from '../../commands/people/peopleStore.js';
import { collection, everyDocument, type Choice, type Documents, type Where } from './documents.js';

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
