// The port of the store of people: names and e-mails, which no event holds. What is erased here is gone for good; the
// log knows people by opaque id only.

/** `email` in lower case, of one person at a time over all clients. */
export type Person = Readonly<{ personId: string; clientId: number; email: string; name: string }>;

export type PeopleStore = Readonly<{
  /** Those there are, in no order. */
  byEmail(emails: readonly string[]): Promise<readonly Person[]>;
  /** Those there are, in no order. */
  byId(personIds: readonly string[]): Promise<readonly Person[]>;
  /** Those of the client with exactly this name, in no order. */
  byName(clientId: number, name: string): Promise<readonly Person[]>;
  /**
   * Durable once resolved. Of two at once for one e-mail, one is added; each e-mail comes once.
   * @returns whose the e-mails are now, in no order: the people given, or those who had them before, unchanged
   */
  add(people: readonly Person[]): Promise<readonly Person[]>;
  /** Nothing happens when the person is not there. */
  rename(personId: string, name: string): Promise<void>;
  /** Name and e-mail are gone for good; nothing happens when the person is not there. */
  erase(personId: string): Promise<void>;
  /** Everybody, for a copy into another store. */
  all(): AsyncIterable<Person>;
  close(): Promise<void>;
}>;

const COPIED_AT_ONCE = 500;

/**
 * Takes everybody along to another store; what is there already stays.
 * @param erased whom the log knows to be erased: a store that was left behind may still have them
 * @returns how many there were
 */
export async function copyPeople(
  from: Pick<PeopleStore, 'all'>,
  to: Pick<PeopleStore, 'add'>,
  erased: ReadonlySet<string> = new Set(),
): Promise<number> {
  let some: Person[] = [];
  let copied = 0;
  const flush = async (): Promise<void> => {
    await to.add(some);
    copied += some.length;
    some = [];
  };
  for await (const person of from.all()) {
    if (erased.has(person.personId)) continue;
    if (some.push(person) === COPIED_AT_ONCE) await flush();
  }
  await flush();
  return copied;
}
