// Opens the log on EventStoreDB, 23.10 or newer. Start at eventStoreDbLog.ts.
import type { EventLog } from '../../../domain/kernel/log.js';
import type { EventStoreDbOptions } from './options.js';

/**
 * Opens no connection yet: the server may be unavailable at the start. Loads the client here, as that takes 50 ms.
 * @param connectionString `esdb://` or `esdb+discover://`, with TLS, certificates and credentials
 * @throws the client's ParseError for an invalid string
 */
export async function openEventStoreDb(
  connectionString: string,
  options: EventStoreDbOptions = {},
): Promise<EventLog> {
  const { EventStoreDbLog } = await import('./eventStoreDbLog.js');
  return new EventStoreDbLog(connectionString, options);
}
