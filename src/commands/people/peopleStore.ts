// Port: the store of people's names and e-mails, which are in no event and can be erased. Written on documents: src/stores/documents.

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
