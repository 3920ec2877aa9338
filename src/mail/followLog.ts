// Puts the mails that are sent at once into the outbox, from a subscription of the log. Several processes may do it at the same
// time, and one may begin again before its checkpoint: a mail's id follows from the event and the person.
import { readNamedParts } from '../commands/kernel/parts.js';
import type { FailPoints } from '../domain/kernel/failPoints.js';
import type { Recorded } from '../domain/kernel/event.js';
import { knownEvent, resumeIn } from '../domain/kernel/knownEvent.js';
import { EventUnreadable, type EventLog } from '../domain/kernel/log.js';
import { actedItems, actedPartsLocation } from '../domain/reconciliation/parts.js';
import { SEALS } from '../domain/seal.js';
import { WEBHOOK_STREAMS } from '../domain/webhooks/fold.js';
import type { MailText } from '../messages/mail.js';
import { FOLLOWING, IDLE_CHECKPOINT_MS, keepTrying } from '../runtime/keepTrying.js';
import type { Mail, Outbox } from './outbox.js';
import { toldAtOnce, type Audience, type Telling, type ToldEvent } from './told.js';

/** Seals, so that the last event read is never far behind the position that was reached. */
const STREAMS: readonly string[] = ['reconciliations-', WEBHOOK_STREAMS, SEALS];

export type FollowDeps = Readonly<{
  log: EventLog;
  logId: string;
  outbox: Outbox;
  clock: Readonly<{ now(): Date; monotonicMs(): number }>;
  failPoints: FailPoints;
  /** The client's people as of now. */
  audienceOf(clientId: number): Promise<Audience>;
  wantsAtOnce(clientId: number, personId: string): boolean;
  wording(telling: Telling): MailText;
  onError(error: unknown): void;
  signal: AbortSignal;
}>;

/** Runs until the signal aborts, through any failure of a store. The first time it begins at the end of the log. */
export async function followLog(deps: FollowDeps): Promise<void> {
  const { signal, onError } = deps;
  await keepTrying(signal, FOLLOWING, async (progressed) => {
    try {
      await follow(deps, progressed);
    } catch (error) {
      if (signal.aborted) return true;
      onError(error);
      return error instanceof EventUnreadable;
    }
    return false;
  });
}

async function follow(deps: FollowDeps, progressed: () => void): Promise<void> {
  const { log, logId, outbox, clock, failPoints, signal } = deps;
  let checkpoint = (await outbox.checkpoint()) ?? { logId: '', position: 0 };
  let from = await resumeIn(log, logId, checkpoint);
  if (from === null) {
    from = await log.head();
    await outbox.advance((checkpoint = { logId, position: from }));
  }
  let storedMs = clock.monotonicMs();
  for await (const { events, position } of log.subscribe(from, STREAMS, signal)) {
    const mails: Mail[] = [];
    for (const event of events) mails.push(...(await mailsOf(deps, event as Recorded<ToldEvent>)));
    await outbox.add(mails, clock.now().getTime());
    const last = events.at(-1);
    checkpoint = { ...checkpoint, position, ...(last && { last: knownEvent(last) }) };
    if (mails.length > 0 || clock.monotonicMs() - storedMs >= IDLE_CHECKPOINT_MS) {
      if (mails.length > 0) await failPoints('mail.added');
      await outbox.advance(checkpoint);
      storedMs = clock.monotonicMs();
    }
    progressed();
  }
}

/** Of an event that tells nobody anything: none. */
async function mailsOf(deps: FollowDeps, event: Recorded<ToldEvent>): Promise<readonly Mail[]> {
  if (!mayTell(event)) return [];
  const { clientId } = event.data;
  const isActed = event.type !== 'WebhookDeactivated';
  const parts = isActed && event.data.parts ? await readNamedParts(deps.log, actedPartsLocation(event.data)) : [];
  const items = isActed ? actedItems(event.data, parts) : [];
  const told = toldAtOnce(event, items, await deps.audienceOf(clientId));
  return [...told]
    .filter(([personId]) => deps.wantsAtOnce(clientId, personId))
    .map(([personId, telling]) => ({
      ...{ id: `${event.id}.${personId}`, clientId, personId },
      companyIds: telling.about === 'webhook' ? [] : [telling.companyId],
      ...deps.wording(telling),
    }));
}

/** Most events do not: their parts need not be read. */
function mayTell(event: Recorded<ToldEvent>): boolean {
  switch (event.type) {
    case 'WebhookDeactivated':
      return event.data.reason !== 'REQUESTED';
    case 'ReconciliationsMoved':
      return event.data.comment !== null; // who returns or rejects says why
    case 'ReconciliationsCommented':
    case 'VariationExplained':
      return true;
    default:
      return false;
  }
}
