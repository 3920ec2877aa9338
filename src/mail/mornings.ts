// Puts one mail a person into the outbox each working day at eight: what waits for them, is late or due. Several
// processes may do it at the same time, and one may begin again: a mail's id follows from the day and the person.
import { DAY_MS, dayInSaoPaulo, SAO_PAULO_BEHIND_UTC_MS } from '../domain/kernel/calendarDate.js';
import type { FailPoints } from '../domain/kernel/failPoints.js';
import { isWorkingDay, type Holidays } from '../domain/reconciliation/deadlines.js';
import { keepTrying } from '../runtime/keepTrying.js';
import type { Mail, Outbox } from './outbox.js';

const HOUR = 8;
const PAUSES = { minMs: 500, maxMs: 20_000 };
/** How long mails are kept that were sent, given up or dropped. */
const KEPT_MS = 35 * DAY_MS;

type MorningDeps = Readonly<{
  outbox: Outbox;
  clock: Readonly<{ now(): Date }>;
  failPoints: FailPoints;
  clientIds(): readonly number[];
  /** Holidays of the client and of the banks, in the day's year. */
  holidaysOf(clientId: number, day: string): Holidays;
  /** The client's people who want it. */
  wantDaily(clientId: number): readonly string[];
  /** Null when nothing waits for the person. */
  mailOf(
    clientId: number,
    personId: string,
    day: string,
  ): Promise<Omit<Mail, 'id' | 'clientId' | 'personId'> | null>;
  onError(error: unknown): void;
  signal: AbortSignal;
}>;

/** The last day whose morning has come in America/Sao_Paulo, YYYY-MM-DD. */
export function morningUpTo(now: Date): string {
  const local = new Date(now.getTime() - SAO_PAULO_BEHIND_UTC_MS);
  return dayInSaoPaulo(new Date(now.getTime() - (local.getUTCHours() < HOUR ? DAY_MS : 0)).toISOString());
}

/**
 * Runs until the signal aborts, through any failure of a store. The first time it begins with the next morning.
 */
export async function tellMornings(deps: MorningDeps): Promise<void> {
  await keepTrying(deps.signal, PAUSES, () => tellMorning(deps), deps.onError);
}

/**
 * Once a day: of several missed mornings the last. One that is more than a day ahead was told by a clock that was
 * wrong: begins again, as the first time.
 */
async function tellMorning(deps: MorningDeps): Promise<void> {
  const { outbox, clock, failPoints, clientIds, holidaysOf, signal } = deps;
  const day = morningUpTo(clock.now());
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  const told = await outbox.morning();
  const before = told !== null && told > next ? null : told;
  if (before !== null && before >= day) return;
  const isToday = day === dayInSaoPaulo(clock.now().toISOString());
  if (before !== null && isToday)
    for (const clientId of clientIds())
      if (isWorkingDay(day, holidaysOf(clientId, day))) {
        if (signal.aborted) return;
        await outbox.add(await mailsOf(deps, clientId, day), clock.now().getTime());
        await failPoints('mail.added');
      }
  await outbox.setMorning(day, next);
  await outbox.forget(clock.now().getTime() - KEPT_MS);
}

async function mailsOf(deps: MorningDeps, clientId: number, day: string): Promise<readonly Mail[]> {
  const mails: Mail[] = [];
  for (const personId of deps.wantDaily(clientId)) {
    const mail = await deps.mailOf(clientId, personId, day);
    if (mail !== null) mails.push({ id: `${day}.${personId}`, clientId, personId, ...mail });
  }
  return mails;
}
