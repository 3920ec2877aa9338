// Reports problems of the log's servers: one line when found, then one each minute, instead of every error.
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '../domain/kernel/calendarDate.js';
import type { ServiceLogger } from '../api/http/logger.js';
import { isRefusal, type EventLog } from '../domain/kernel/log.js';
import { StoreUnavailable } from '../domain/kernel/storeError.js';
import {
  CERTIFICATE_WARNING_DAYS,
  certificateEndsSentence,
  logServersSentence,
  ONE_OF_CLUSTER,
} from '../messages/stores.js';
import { EXIT_BAD_CONFIG } from './configError.js';
import { limitRepeats } from './limitRepeats.js';

const LOOK_MS = 500;
const REPEAT_WARNING_MS = DAY_MS;
/** A process that has never reached its log exits when the log has refused it for this long. */
const REFUSED_MAX_MS = 30_000;
/** How long a command waits for the cause. */
const CAUSE_MS = 6_000;

type Side = Readonly<{ rawLog: EventLog; logId(): string | null }>;
type Log = ServiceLogger['log'];

/** Whether the error has a cause that `watchLogServers` reports. */
export function isReportedOnce(rawLog: EventLog | null, error: unknown): boolean {
  return error instanceof StoreUnavailable && isCauseReported(rawLog);
}

/** Whether calls to the log fail for a cause that `watchLogServers` reports. */
export function isCauseReported(rawLog: EventLog | null): boolean {
  return (rawLog?.servers?.().problems ?? null) !== null;
}

export function watchLogServers({ rawLog, logId }: Side, log: Log): () => void {
  const { servers } = rawLog;
  if (servers === undefined) return () => undefined;
  const ask = () => servers.call(rawLog);
  const warn = limitRepeats((sentence) => log.warn(sentence), REPEAT_WARNING_MS);
  const report = limitRepeats((sentence) => log.error({ part: 'log' }, sentence));
  let refusedMs: number | null = null;
  const look = (): void => {
    const status = ask();
    const { problems, certificateDays, isOneOfCluster } = status;
    if (isOneOfCluster) warn(ONE_OF_CLUSTER);
    if (certificateDays !== null && certificateDays < CERTIFICATE_WARNING_DAYS)
      warn(certificateEndsSentence(certificateDays));
    if (problems !== null && problems.length > 0) report(logServersSentence(problems));
    refusedMs = isRefusal(status) ? (refusedMs ?? performance.now()) : null;
    if (refusedMs === null || logId() !== null || performance.now() - refusedMs < REFUSED_MAX_MS) return;
    clearInterval(timer);
    process.stderr.write(`${logServersSentence(problems ?? [])}\n`);
    log.flush(() => process.exit(EXIT_BAD_CONFIG));
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** The problem of the first log that does not answer, once its cause is known; null if all answer. */
export async function logServersTrouble(logs: readonly EventLog[]): Promise<string | null> {
  for (const log of logs)
    for (let waitedMs = 0; waitedMs <= CAUSE_MS; waitedMs += LOOK_MS) {
      const problems = log.servers?.().problems ?? null;
      if (problems === null) break;
      if (problems.length > 0) return logServersSentence(problems);
      await pause(LOOK_MS);
    }
  return null;
}
