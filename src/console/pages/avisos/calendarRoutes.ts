// The person's deadlines as a calendar, at a secret address without a session, which the person makes and revokes.
// Source: docs/spec/console.md#calendar.
import { createHash, randomBytes } from 'node:crypto';
import type { CallContext, OpenRoute } from '../../../api/call.js';
import { calendarOf, CALENDAR_REVOKED } from '../../../messages/deadlines.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { NOTICES } from '../../design/navigation.js';
import { accessOf } from '../../session/access.js';
import { notice, redirectTo, ownAddress } from '../../session/answers.js';
import { readForm } from '../../session/readForm.js';
import { ConsoleRefused, post, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { pagePath } from '../conciliacao/addresses.js';
import { readAddress } from '../conciliacoes/address.js';
import { readList, type ListViewer } from '../conciliacoes/query.js';

export const CALENDAR = `${NOTICES}/calendario`;
const FEED = '/console/prazos';
const SECRET_BYTES = 32;
/** Deadlines told, the nearest first. */
const DEADLINES_MAX = 500;

const idOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Forms of the person. @param show the page of notices, with the address that was made */
export function calendarForms(
  deps: ConsoleDependencies,
  show: (call: ConsoleCall, address: string) => Promise<void>,
): readonly ConsoleRoute[] {
  return [
    post(CALENDAR, async (call) => {
      await readForm(call, deps);
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      await deps.credentials.setCalendar(call.state.session, idOf(secret));
      await show(call, `${deps.publicUrl ?? ownAddress(call)}${FEED}/${secret}`);
    }),
    post(`${CALENDAR}/revogar`, async (call) => {
      await readForm(call, deps);
      await deps.credentials.setCalendar(call.state.session, null);
      notice(call, CALENDAR_REVOKED);
      redirectTo(call, NOTICES);
    }),
  ];
}

/** An unknown, a revoked and an erased person's address answer alike. */
export function calendarFeed(deps: ConsoleDependencies): OpenRoute {
  return {
    method: 'GET',
    path: `${FEED}/{secret}`,
    async handle(context) {
      const secret: unknown = context.params['secret'];
      const found = typeof secret === 'string' ? await deps.credentials.personOfCalendar(idOf(secret)) : null;
      const grants = found && deps.registers.workflowOf(found.clientId).users.get(found.personId);
      if (!found || !grants) throw new ConsoleRefused('PageNotFound');
      context.state.clientId = found.clientId;
      context.set('Cache-Control', 'private, no-store');
      context.type = 'text/calendar; charset=utf-8';
      context.body = await deadlinesOf(deps, context, { ...found, access: accessOf(grants) });
    },
  };
}

async function deadlinesOf(deps: ConsoleDependencies, context: CallContext, viewer: ListViewer): Promise<string> {
  const origin = deps.publicUrl ?? ownAddress(context);
  const address = readAddress(new URLSearchParams('fila=minhas&ordem=prazo'), 'minhas');
  const { rows } = await readList(deps, viewer, address, { limit: DEADLINES_MAX });
  const deadlines = rows.map((row) => ({
    id: row.id,
    accountCode: row.contaCodigo,
    accountName: row.contaDescricao,
    company: row.empresaNome,
    dueAt: row.prazo,
    link: `${origin}${pagePath(row.id)}`,
  }));
  return calendarOf(deadlines, new URL(origin).hostname);
}
