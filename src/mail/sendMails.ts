// Sends the mails of the outbox. A process that is killed between the server's answer and the outbox sends the
// mail again, under the same Message-ID, by which servers and readers tell that it is the same.
import type { FailPoints } from '../domain/kernel/failPoints.js';
import { keepTrying } from '../runtime/keepTrying.js';
import type { ClaimedMail, Outbox } from './outbox.js';

/** How soon mails are looked for after one, and how late when there are none. */
const PAUSES = { minMs: 500, maxMs: 10_000 };
/** Longer than an attempt may take. Clocks of processes that differ by more send twice. */
const CLAIM_MS = 600_000;
/** After each failed attempt but the last: five attempts within two and a half hours. */
const AGAIN_AFTER_MS = [60_000, 300_000, 1_800_000, 7_200_000];

/** @throws MailNotSent */
export type Send = (mail: Readonly<{ id: string; to: string; subject: string; text: string }>) => Promise<void>;

type SendingDeps = Readonly<{
  outbox: Outbox;
  send: Send;
  /** The person's address; null for who is not to get the mail any more. */
  addressOf(mail: ClaimedMail): Promise<string | null>;
  clock: Readonly<{ now(): Date }>;
  failPoints: FailPoints;
  onError(error: unknown): void;
  /** Called with each failure that another attempt follows. */
  onDelay(error: unknown): void;
  signal: AbortSignal;
}>;

/** A mail that was given up. Without its person's address, which is in no log. */
class MailGivenUp extends Error {
  override readonly name = 'MailGivenUp';
}

/** Runs until the signal aborts, through any failure. */
export async function sendMails(deps: SendingDeps): Promise<void> {
  const { signal, onError } = deps;
  const sendAll = async (progressed: () => void): Promise<void> => {
    while (!signal.aborted && (await sendNext(deps))) progressed();
  };
  await keepTrying(signal, PAUSES, sendAll, onError);
}

/** @returns whether there was one */
async function sendNext(deps: SendingDeps): Promise<boolean> {
  const { outbox, send, addressOf, clock, failPoints, onError, onDelay } = deps;
  const now = clock.now().getTime();
  const mail = await outbox.claim(now, now + CLAIM_MS);
  if (mail === null) return false;
  await failPoints('mail.claimed');
  const to = await addressOf(mail);
  if (to === null) {
    await outbox.settle(mail, 'dropped');
    return true;
  }
  try {
    await send({ id: mail.id, to, subject: mail.subject, text: mail.text });
  } catch (error) {
    const afterMs = AGAIN_AFTER_MS[mail.failures];
    if (afterMs !== undefined) {
      await outbox.settle(mail, { againAtMs: clock.now().getTime() + afterMs });
      onDelay(error);
    } else {
      await outbox.settle(mail, 'failed');
      onError(
        new MailGivenUp(`mail ${mail.id} was given up after ${mail.failures + 1} attempts`, { cause: error }),
      );
    }
    return true;
  }
  await failPoints('mail.sent');
  await outbox.settle(mail, 'sent');
  return true;
}
