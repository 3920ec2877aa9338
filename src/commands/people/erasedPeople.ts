// Who was erased, as the log knows it: by id alone.
import { eventsAfter } from '../log/compareLogs.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { UserErased } from '../../domain/clients/events.js';

/** For stores that were left behind, or put back from a backup: nobody comes back by them. */
export async function erasedPeople(log: EventLog): Promise<ReadonlySet<string>> {
  const erased = new Set<string>();
  for await (const { type, data } of eventsAfter(log, 0, ['client-']))
    if (type === 'UserErased') erased.add((data as UserErased['data']).personId);
  return erased;
}
