// Entry point of a thread that replays one month as it was: of many accounts it would keep requests waiting.
import type { Competence } from '../../domain/kernel/competence.js';
import { monthAsOf, type MonthAsOf } from '../../projections/views/monthAsOf.js';
import { serve } from '../../runtime/thread.js';
import { withCodec } from '../../stores/log/codec.js';
import { openRawLog, type StoreAddresses } from '../stores.js';

export type MonthTask = Readonly<{
  addresses: StoreAddresses;
  companyId: number;
  competence: Competence;
  /** ISO 8601 UTC, inclusive. */
  until: string;
}>;
export type MonthAnswer = MonthAsOf;

const handlers = { replay };
export type MonthHandlers = typeof handlers;

serve(handlers, (answered) => (answered as MonthAnswer).batches.map(({ buffer }) => buffer));

async function replay({ addresses, ...asOf }: MonthTask): Promise<MonthAnswer> {
  const rawLog = await openRawLog(addresses, { creates: false });
  try {
    return await monthAsOf(withCodec(rawLog), asOf);
  } finally {
    await rawLog.close();
  }
}
