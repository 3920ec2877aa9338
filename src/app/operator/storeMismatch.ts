// Words the refusal of a store that was derived from another log or is ahead of its log.
import { StoreNotOfLog } from '../../commands/log/acceptLog.js';
import { storeNotOfLogSentence } from '../../messages/logWentBack.js';
import { Refused } from '../../operator/refused.js';
import { placesOf } from '../logChecks/derivedStores.js';
import type { StoreAddresses } from '../stores.js';

/** @returns Refused for the refusal of a store, any other error as it is */
export function inWords(error: unknown, addresses: StoreAddresses): unknown {
  return error instanceof StoreNotOfLog
    ? new Refused(storeNotOfLogSentence(error.refusal, placesOf(addresses)))
    : error;
}
