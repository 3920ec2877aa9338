// Facts of a client's books, made up, for tests that need some of everything.
import type { EventLog } from '../../../src/domain/kernel/log.js';
import {
  account,
  append,
  changeChart,
  someLines,
  company,
  event,
  importVersion,
  release,
  releasedItems,
} from './bookkeeping.js';

/** A bit of everything, for two clients; `round` makes the facts differ. */
export async function someFacts(log: EventLog, round: number): Promise<void> {
  const clientId = (round % 2) + 1;
  const id = round * 10;
  await append(log, `client-${clientId}`, [event('CompanyRegistered', company(id, { clientId }))]);
  await changeChart(log, { chartId: id, clientId, companyId: id }, [[account(id), account(id + 1)]]);
  const version = { companyId: id, clientId, lines: someLines(250, round) };
  await importVersion(log, { ...version, trialBalanceId: id });
  await release(log, { trialBalanceId: id, companyId: id, clientId, items: releasedItems([id, id, 100, true]) });
  await importVersion(log, { ...version, trialBalanceId: id + 1, version: 2, supersedes: id });
  await release(log, {
    trialBalanceId: id + 1,
    companyId: id,
    clientId,
    replaces: id,
    items: releasedItems([id, id, 250, false]),
  });
}
