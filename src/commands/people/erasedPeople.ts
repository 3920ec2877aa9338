// The ids of erased people, from the log.
import { eventsAfter } from '../log/compareLogs.js';
import type { EventLog } from '../../domain/kernel/log.js';
import type { UserErased } from '../../domain/clients/events.js';

/** Prevents a copy of an old or restored store from restoring erased people. */
export async function erasedPeople(log: EventLog): Promise<ReadonlySet<string>> {
  const erased = new Set<string>();
  for await (const { type, data } of eventsAfter(log, 0, ['client-']))
    if (type === 'UserErased') erased.add((data as UserErased['data']).personId);
  return erased;
}
