// Mails that are to be sent, each under an id that follows from what it tells, so that it is made once however
// often somebody makes it; and how far their makers came. A claim moves the time at which a mail is due to its
// end, so that the mail of a process that was killed is sent by another.
import { randomUUID } from 'node:crypto';
import { collection, put, type Documents } from '../commands/kernel/documents.js';
import { DAY_MS } from '../domain/kernel/calendarDate.js';
import type { KnownEvent, LogCheckpoint } from '../domain/kernel/knownEvent.js';

/** Without names and e-mails of people. `companyIds`: companies it tells of. */
export type Mail = Readonly<{
  id: string;
  clientId: number;
  personId: string;
  companyIds: readonly number[];
  subject: string;
  text: string;
}>;

/** `failures`: attempts before. */
export type ClaimedMail = Mail & Readonly<{ token: string; failures: number }>;

/** `dropped`: nobody is to get it any more. */
export type MailOutcome = 'sent' | 'failed' | 'dropped' | Readonly<{ againAtMs: number }>;

type Status = 'waiting' | 'sent' | 'failed' | 'dropped';
/** `token`: of the last claim. */
type MailDocument = Readonly<{
  _id: string;
  status: Status;
  addedAt: number;
  dueAt: number;
  token: string | null;
  failures: number;
}> &
  Omit<Mail, 'id'>;
type Checkpoint = Readonly<{ _id: string; logId: string; position: number; last: KnownEvent | null }>;
type Morning = Readonly<{ _id: string; day: string }>;

export const mails = collection<MailDocument>('mails', { byStatus: ['status', 'dueAt'] });
export const mailCheckpoints = collection<Checkpoint>('mailCheckpoints');
export const mailMornings = collection<Morning>('mailMornings');

/** The only document of its collection. */
const ONE = 'mail';

export type Outbox = ReturnType<typeof openOutbox>;

export function openOutbox(documents: Documents) {
  return {
    /** Keeps those that exist, whatever came of them. Durable once resolved. */
    async add(added: readonly Mail[], nowMs: number) {
      const documentsOfMails = added.map(({ id, ...mail }): MailDocument => ({
        _id: id,
        status: 'waiting',
        addedAt: nowMs,
        dueAt: nowMs,
        token: null,
        failures: 0,
        ...mail,
      }));
      if (documentsOfMails.length > 0) await documents.insert(mails, documentsOfMails);
    },
    /**
     * The mail that has waited longest, for this caller alone until `untilMs`; null while none is due. One that
     * would wait for more than a day was made by a clock that was ahead, and is due.
     */
    async claim(nowMs: number, untilMs: number): Promise<ClaimedMail | null> {
      const isTime = { any: [{ dueAt: { upTo: nowMs } }, { dueAt: { above: nowMs + DAY_MS } }] };
      const due = [{ status: 'waiting' }, isTime];
      const set = { token: randomUUID(), dueAt: untilMs };
      const mail = await documents.findAndUpdate(mails, due, { set }, { index: 'byStatus', sort: ['dueAt'] });
      return mail && { ...mail, id: mail._id, token: set.token };
    },
    /** Without effect once another caller claimed the mail. */
    async settle({ id, token }: ClaimedMail, outcome: MailOutcome) {
      const change =
        typeof outcome === 'string'
          ? { set: { status: outcome, token: null } }
          : { set: { dueAt: outcome.againAtMs, token: null }, inc: { failures: 1 } };
      await documents.update(mails, { _id: id, token }, change);
    },
    /** Counts of mails that are kept; `failed` ones were given up. */
    async counts() {
      const count = (status: Status) => documents.count(mails, { status }, 'byStatus');
      return { waiting: await count('waiting'), failed: await count('failed') };
    },
    /** Deletes settled ones that were added before. */
    async forget(beforeMs: number) {
      await documents.delete(mails, { status: { not: 'waiting' }, addedAt: { below: beforeMs } });
    },
    /** How far the log was told of; null before the first time. */
    async checkpoint(): Promise<LogCheckpoint | null> {
      const checkpoint = await documents.get(mailCheckpoints, ONE);
      return checkpoint && checkpointOf(checkpoint);
    },
    /** Never back in the same log. */
    async advance({ logId, position, last }: LogCheckpoint) {
      const behind = { any: [{ logId: { not: logId } }, { position: { upTo: position } }] };
      await put(documents, mailCheckpoints, { _id: ONE, logId, position, last: last ?? null }, behind);
    },
    /** The last day (YYYY-MM-DD) whose morning was told; null before the first. */
    morning: async () => (await documents.get(mailMornings, ONE))?.day ?? null,
    /** Never back, but from one later than `last`. */
    async setMorning(day: string, last: string) {
      const replaced = { any: [{ day: { below: day } }, { day: { above: last } }] };
      await put(documents, mailMornings, { _id: ONE, day }, replaced);
    },
    close: () => documents.close(),
  };
}

function checkpointOf({ logId, position, last }: Checkpoint): LogCheckpoint {
  return { logId, position, ...(last !== null && { last }) };
}
