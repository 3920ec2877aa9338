// What the fan-out and the dispatcher ask of the queue: deliveries are scheduled, claimed, settled and closed.
import { randomUUID } from 'node:crypto';
import type {
  Claimed,
  DeliveryQueue,
  DueWebhook,
  Scheduled,
  Settlement,
} from '../../webhooks/delivery/deliveryQueue.js';
import type { Documents, Where } from '../documents/documents.js';
import { bodies, bodyOf, claimedOf, rowOf, rows, type Row } from './rows.js';

/** Attempts while other processes claim first; then the claim returns what it has. */
const CLAIM_TRIES = 3;
/** Rows changed in one operation: others run before the next. */
const SLICE = 1_000;

type Working = Pick<
  DeliveryQueue,
  'enqueue' | 'due' | 'claim' | 'claims' | 'release' | 'settle' | 'closeOpen' | 'rebase'
>;
type ClaimRequests = Parameters<DeliveryQueue['claim']>[1];

export function working(documents: Documents): Working {
  async function enqueue(scheduled: readonly Scheduled[]): Promise<void> {
    const events = scheduled.map(({ event }) => bodyOf(event));
    await documents.insert(bodies, events);
    const made = scheduled.flatMap(({ event, deliveries }) => deliveries.map((each) => rowOf(event, each)));
    await documents.insert(rows, made);
  }

  async function settle({ claim, status, attempt, dueAt, at, announce }: Settlement): Promise<boolean> {
    const held = { _id: claim.deliveryId, token: claim.token };
    if (announce !== null) {
      if ((await documents.count(rows, held)) === 0) return false;
      await enqueue([announce]);
    }
    const isFinished = status === 'DELIVERED' || status === 'FAILED';
    const set: Partial<Row> = {
      ...{ status, token: null },
      ...(status === 'RETRYING' ? { dueAt } : { dueAt: null, lane: null }),
      ...(isFinished && { finishedAt: at }),
    };
    if (attempt === null) return (await documents.update(rows, held, { set, stamp: true })) === 1;
    const { at: lastAttemptAt, url, activation, ...answer } = attempt;
    const made = { at: lastAttemptAt, ...answer };
    const changes = { inc: { attempts: 1 }, push: { made }, stamp: true } as const;
    const attempted = { ...set, lastAttemptAt, url, activation, ...answer };
    return (await documents.update(rows, held, { set: attempted, ...changes })) === 1;
  }

  /** The oldest due deliveries of each webhook; another process may claim them first. */
  async function dueOf(requests: ClaimRequests, now: number): Promise<readonly Row[]> {
    const each = requests.map(({ webhookId, count }) =>
      documents.find(
        rows,
        { lane: webhookId, token: null, dueAt: { upTo: now } },
        { index: 'open', sort: ['dueAt'], limit: count },
      ),
    );
    return (await Promise.all(each)).flat();
  }

  /** Claims each only if it is unclaimed and still due. */
  async function take(due: readonly Row[], now: number): Promise<readonly Row[]> {
    const token = randomUUID();
    const ids = due.map(({ _id }) => _id);
    const free: Where<Row> = { _id: { in: ids }, token: null, dueAt: { upTo: now } };
    if ((await documents.update(rows, free, { set: { token } })) === 0) return [];
    const taken = await documents.find(rows, { token }, { index: 'inHand' });
    const byId = new Map(taken.map((row) => [row._id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Deliveries of one event share its bytes. */
  async function withBodies(claimed: readonly Row[]): Promise<readonly Claimed[]> {
    const ids = [...new Set(claimed.map(({ eventId }) => eventId))];
    const events = ids.length === 0 ? [] : await documents.find(bodies, { _id: { in: ids } });
    const bytes = new Map(events.map(({ _id, body }) => [_id, Buffer.from(body)]));
    return claimed.map((row) => claimedOf(row, bytes.get(row.eventId) ?? null));
  }

  return {
    enqueue,
    settle,
    /** Steps from webhook to webhook, however many deliveries each has. */
    async due(now, afterWebhookId, limit) {
      const webhooks: DueWebhook[] = [];
      let nextDueAt: number | null = null;
      for (let after = afterWebhookId; webhooks.length < limit;) {
        const step = { index: 'open', after, limit: limit - webhooks.length };
        const lanes = await documents.firstOfEach(rows, { token: null }, step);
        for (const { webhookId, clientId, dueAt } of lanes)
          if (dueAt !== null && dueAt > now) nextDueAt = Math.min(nextDueAt ?? Infinity, dueAt);
          else webhooks.push({ webhookId, clientId });
        after = lanes.at(-1)?.webhookId ?? after;
        if (lanes.length < step.limit) break;
      }
      return { webhooks, nextDueAt };
    },
    async claim(now, requests) {
      const claimed: Row[] = [];
      let missing = requests;
      for (let tries = 0; tries < CLAIM_TRIES && missing.length > 0; tries++) {
        const due = await dueOf(missing, now);
        if (due.length === 0) break;
        const taken = await take(due, now);
        claimed.push(...taken);
        missing = lostOf(missing, due, taken);
      }
      return withBodies(claimed);
    },
    async claims() {
      const inHand = await documents.find(rows, { token: { above: '' } }, { index: 'inHand' });
      return inHand.map(({ _id: deliveryId, token }) => ({ deliveryId, token: token ?? '' }));
    },
    async release(claims) {
      const free = ({ deliveryId, token }: (typeof claims)[number]) =>
        documents.update(rows, { _id: deliveryId, token }, { set: { token: null } });
      await Promise.all(claims.map(free));
    },
    async closeOpen(webhookId, status, upToActivation) {
      const open: Where<Row> = {
        ...{ lane: webhookId, token: null },
        activation: { upTo: upToActivation ?? Number.MAX_SAFE_INTEGER },
      };
      for (let closed = 0; ;) {
        const some = await documents.find(rows, open, { index: 'open', limit: SLICE });
        if (some.length === 0) return closed;
        const these = [{ _id: { in: some.map(({ _id }) => _id) } }, open];
        const set = { status, lane: null, dueAt: null };
        closed += await documents.update(rows, these, { set, stamp: true });
        if (some.length < SLICE) return closed;
      }
    },
    async rebase(now) {
      const ahead: Where<Row> = { lane: { above: '' }, lastAttemptAt: { above: now } };
      for (const { _id, dueAt, lastAttemptAt } of await documents.find(rows, ahead, { index: 'open' })) {
        const set = { dueAt: now + (dueAt ?? 0) - (lastAttemptAt ?? 0), lastAttemptAt: now };
        await documents.update(rows, { _id, dueAt, lastAttemptAt }, { set, stamp: true });
      }
    },
  };
}

/** The number of deliveries of each webhook that other processes claimed first. */
function lostOf(requests: ClaimRequests, due: readonly Row[], taken: readonly Row[]): ClaimRequests {
  if (taken.length === due.length) return [];
  const of = (all: readonly Row[], id: string): number => all.filter((row) => row.webhookId === id).length;
  return requests
    .map(({ webhookId }) => ({ webhookId, count: of(due, webhookId) - of(taken, webhookId) }))
    .filter(({ count }) => count > 0);
}
