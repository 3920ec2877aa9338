// A client whose imports are delivered to receivers: versions of one month with different amounts, and their
// answers; on a data folder of its own.
import { client } from '../../support/client.js';
import { ask, type Entry } from '../../support/history.js';
import { registerLedger, type Ledger } from '../../support/ledger.js';
import { ready } from '../../support/scaledOut.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';
import { deliveriesOf, type Registered } from './deliveredEvents.js';
import { until } from '../../support/until.js';

/** Far beyond what anything here takes on a machine with much else to do. */
export const DELIVERED_WITHIN_MS = 120_000;

/** A schedule of quick retries, and slower ones than a stall of the machine uses up. */
export const PATIENT = '0,0.1,0.1,0.2,0.5,1,2,4,8,16';

export const ALLOWED = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } as const;

export type Versions = ReturnType<typeof versionsOf>;

export function versionsOf(ledger: Ledger) {
  const history: Entry[] = [];
  const sent = (url: string, variant: number) =>
    ask(url, ledger, history, { company: 0, period: '2026-01', variant });
  return {
    /** A version with contents of its own. @returns the trial balance's id; undefined when no answer came */
    import: async (url: string) => (await sent(url, history.length)).answer?.trialBalanceId,
    /** The contents of the version before once more. */
    again: async (url: string) => (await sent(url, history.length - 1)).answer,
    /** Of all that were answered. */
    ids: (): readonly unknown[] => [
      ...new Set(history.flatMap(({ answer }) => (answer === null ? [] : [answer.trialBalanceId]))),
    ],
  };
}

export type ImportingClient = Awaited<ReturnType<typeof openImportingClient>>;

export async function openImportingClient() {
  const dataDir = await temporaryDir();
  const ledger = await registerLedger(dataDir);
  return {
    dataDir,
    ledger,
    versions: versionsOf(ledger),
    start: (env: Readonly<Record<string, string>>, entry?: string) =>
      startService({ dataDir, env: { ...ALLOWED, ...env }, ...(entry && { entry }) }),
    /** The ids of all trial balances, whether their import was answered or not. */
    async stored(service: Service): Promise<readonly unknown[]> {
      // An import that nobody answered is shown once views follow the log.
      await ready(service, DELIVERED_WITHIN_MS);
      return (await client(service.url, ledger.key).all('/api/v1/trial-balances')).map(({ id }) => id);
    },
  };
}

/** Until there are so many deliveries for a webhook, and all of them have this status. */
export function allBecome(url: string, key: string, webhook: Registered, status: string, count = 1) {
  const are = async (): Promise<boolean> => {
    const rows = await deliveriesOf(url, key, webhook);
    return rows.length >= count && rows.every((row) => row['status'] === status);
  };
  return until(are, `${count} deliveries ${status}`, DELIVERED_WITHIN_MS);
}
