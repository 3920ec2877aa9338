// The client's webhooks and deliveries of the last 24 hours, which only roles for the whole client see.
import { publicEventTypes } from '../../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../../domain/webhooks/fold.js';
import { CLIENT_READERS } from '../../../domain/clients/roles.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notFound, parameter, type ConsoleCall } from '../../route.js';
import type { Access } from '../../session/access.js';

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** The newest of the 24 hours that the bars count. */
export const COUNTED_MAX = 5_000;

type Hour = { delivered: number; failed: number };
/** `isCut`: older deliveries, of whichever webhook, are not counted. */
export type LastHours = Readonly<{ hours: readonly Hour[]; isCut: boolean }>;

export const mayRead = (access: Access): boolean => access.hasForClient(CLIENT_READERS);

/** The hours of a webhook; the last one is the current one. Tests count neither way. */
export async function lastHours(
  { deliveries, clock }: ConsoleDependencies,
  clientId: number,
): Promise<(webhookId: string) => LastHours> {
  const from = clock.now().getTime() - HOURS * HOUR_MS;
  const filter = { clientId, hidden: [], types: publicEventTypes, from };
  const { rows, total } = await deliveries.list(filter, { skip: 0, limit: COUNTED_MAX });
  const byWebhook = new Map<string, Hour[]>();
  for (const { webhookId, createdAt, status, origin } of rows) {
    if (origin === 'TEST') continue;
    const hours = byWebhook.get(webhookId) ?? emptyHours();
    byWebhook.set(webhookId, hours);
    const hour = hours[Math.min(HOURS - 1, Math.max(0, Math.floor((createdAt - from) / HOUR_MS)))];
    if (hour === undefined) continue;
    if (status === 'DELIVERED') hour.delivered++;
    else if (status === 'FAILED' || status === 'RETRYING') hour.failed++;
  }
  const isCut = total > rows.length;
  return (webhookId) => ({ hours: byWebhook.get(webhookId) ?? emptyHours(), isCut });
}

export const emptyHours = (): Hour[] => Array.from({ length: HOURS }, () => ({ delivered: 0, failed: 0 }));

/** @throws ConsoleRefused PageNotFound */
export async function webhookSeen(call: ConsoleCall): Promise<Webhook> {
  return (await call.deps.webhookDirectory.webhookOf(call.session.clientId, parameter(call, 'id'))) ?? notFound();
}
