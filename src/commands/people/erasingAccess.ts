// The store of people; erasing a person also deletes the person's sessions and credentials.
import type { CredentialStore } from './credentialStore.js';
import type { PeopleStore } from './peopleStore.js';
import type { SessionStore } from './sessionStore.js';

export function erasingAccess(
  people: PeopleStore,
  credentials: Pick<CredentialStore, 'erase'>,
  sessions: Pick<SessionStore, 'endAllOf'>,
): PeopleStore {
  return {
    ...people,
    async erase(personId) {
      await sessions.endAllOf(personId);
      await credentials.erase(personId);
      await people.erase(personId); // last: it also rewrites the file that both are in
    },
  };
}
