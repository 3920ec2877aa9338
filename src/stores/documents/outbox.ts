// Mails to be sent: a document each. A claim moves the time at which the mail is due to its end, so that the mail of a process that
// was killed is sent by another.
import { randomUUID } from 'node:crypto';
import type { KnownEvent, LogCheckpoint } from '../../domain/kernel/knownEvent.js';
import type { ClaimedMail, Mail, Outbox } from '../../mail/outbox.js';
import { collection, put, type Documents } from '../../commands/kernel/documents.js';

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

export function openOutbox(documents: Documents): Outbox {
  return {
    async add(added, nowMs) {
      const documentsOfMails = added.map(({ id, ...mail }): MailDocument => ({
        ...{ _id: id, status: 'waiting', addedAt: nowMs, dueAt: nowMs, token: null, failures: 0 },
        ...mail,
      }));
      if (documentsOfMails.length > 0) await documents.insert(mails, documentsOfMails);
    },
    async claim(nowMs, untilMs) {
      const due = { status: 'waiting', dueAt: { upTo: nowMs } } as const;
      const set = { token: randomUUID(), dueAt: untilMs };
      const mail = await documents.findAndUpdate(mails, due, { set }, { index: 'byStatus', sort: ['dueAt'] });
      return mail && claimedOf(mail);
    },
    async settle({ id, token }, outcome) {
      const change =
        typeof outcome === 'string'
          ? { set: { status: outcome, token: null } }
          : { set: { dueAt: outcome.againAtMs, token: null }, inc: { failures: 1 } };
      await documents.update(mails, { _id: id, token }, change);
    },
    async counts() {
      const count = (status: Status) => documents.count(mails, { status }, 'byStatus');
      return { waiting: await count('waiting'), failed: await count('failed') };
    },
    async forget(beforeMs) {
      await documents.delete(mails, { status: { not: 'waiting' }, addedAt: { below: beforeMs } });
    },
    async checkpoint() {
      const checkpoint = await documents.get(mailCheckpoints, ONE);
      return checkpoint && checkpointOf(checkpoint);
    },
    async advance({ logId, position, last }) {
      const behind = { any: [{ logId: { not: logId } }, { position: { upTo: position } }] };
      await put(documents, mailCheckpoints, { _id: ONE, logId, position, last: last ?? null }, behind);
    },
    morning: async () => (await documents.get(mailMornings, ONE))?.day ?? null,
    async setMorning(day) {
      await put(documents, mailMornings, { _id: ONE, day }, { day: { below: day } });
    },
    close: () => documents.close(),
  };
}

function claimedOf({
  _id: id,
  token,
  failures,
  clientId,
  personId,
  companyIds,
  subject,
  text,
}: MailDocument): ClaimedMail {
  return { id, token: token ?? '', failures, clientId, personId, companyIds, subject, text };
}

function checkpointOf({ logId, position, last }: Checkpoint): LogCheckpoint {
  return { logId, position, ...(last !== null && { last }) };
}
