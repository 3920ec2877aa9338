import type { EventLog } from '../../../domain/kernel/log.js';
import type { EventStoreDbOptions } from './eventStoreDbLog.js';

/**
 * Opens the log on EventStoreDB, 23.10 or newer, without a connection yet. Loads the client here, as that takes 50 ms.
 * @throws the client's ParseError for an invalid string
 */
export async function openEventStoreDb(url: string, options: EventStoreDbOptions = {}): Promise<EventLog> {
  const { EventStoreDbLog } = await import('./eventStoreDbLog.js');
  return new EventStoreDbLog(url, options);
}
