// Opens the log on EventStoreDB, 23.10 or newer. Start at eventStoreDbLog.ts.
import type { EventLog } from '../../../domain/kernel/log.js';
import type { EventStoreDbOptions } from './options.js';

/**
 * Opens no connection yet: the server may be away when we start. The client is loaded only here, for its 50 ms.
 * @param connectionString `esdb://` or `esdb+discover://`; TLS, certificates and credentials are part of it
 * @throws the client's ParseError for a string it does not understand
 */
export async function openEventStoreDb(
  connectionString: string,
  options: EventStoreDbOptions = {},
): Promise<EventLog> {
  const { EventStoreDbLog } = await import('./eventStoreDbLog.js');
  return new EventStoreDbLog(connectionString, options);
}
