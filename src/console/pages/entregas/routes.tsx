// /console/entregas: what was or will be sent to webhooks.
import { publicEventTypes } from '../../../domain/webhooks/eventTypes.js';
import {
  deliveryStatuses,
  type DeliveryFilter,
  type FoundDelivery,
} from '../../../webhooks/delivery/deliveryQueue.js';
import { paginationOf } from '../../../projections/engine/pages.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo } from '../../session/answers.js';
import { askedIn, type Asked } from '../../asked.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { readForm } from '../../session/readForm.js';
import { get, notFound, parameter, post, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { mayEdit } from '../registers/change.js';
import { mayRead, DELIVERIES } from '../webhooks/query.js';
import { momentTyped, mustEdit } from '../webhooks/routes.js';
import { columns, deliveryFilters, DeliveryPage } from './Deliveries.js';

const PAGE_DELIVERIES = 100;
/** No page lies further. */
const PAGES_MAX = 100_000;

export function deliveryPages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    get(DELIVERIES, (call) => showDeliveries(deps, call), mayRead),
    get(`${DELIVERIES}/{id}`, (call) => showOne(deps, call), mayRead),
    post(`${DELIVERIES}/{id}/reenviar`, (call) => redeliver(deps, call), mayEdit),
  ];
}

async function showDeliveries(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { clientId } = call.state.session;
  const asked = askedIn(call);
  await showList(call, deps, {
    ...{ title: 'Entregas', fileName: 'entregas', columns },
    filters: deliveryFilters(asked, await deps.webhookDirectory.webhooksOf(clientId)),
    async rows(page) {
      const at = Math.min(PAGES_MAX, page);
      const range = { skip: (at - 1) * PAGE_DELIVERIES, limit: PAGE_DELIVERIES };
      const { rows, total } = await deps.deliveries.list(filterOf(clientId, asked), range);
      return { rows, pagination: paginationOf(at, PAGE_DELIVERIES, total) };
    },
    empty: 'Nada foi enviado ainda.',
    none: 'Nenhuma entrega com este filtro.',
  });
}

/** Values that nothing has are left out. */
function filterOf(clientId: number, { text, oneOf }: Asked): DeliveryFilter {
  const [webhookId, type, code] = [text('webhookId'), text('type'), text('responseStatus')];
  const status = oneOf('status', deliveryStatuses);
  const [from, to] = [momentTyped(text('from')), momentTyped(text('to'))];
  return {
    ...{ clientId, hidden: [] },
    types: type ? publicEventTypes.filter((one) => one === type) : publicEventTypes,
    ...(webhookId && { webhookId }),
    ...(status && { status }),
    ...(/^\d{3}$/.test(code) && { responseStatus: Number(code) }),
    ...(from !== null && { from }),
    ...(to !== null && { to: to + 59_999 }),
  };
}

/** @throws ConsoleRefused PageNotFound */
async function deliverySeen({ deliveries }: ConsoleDependencies, call: ConsoleCall): Promise<FoundDelivery> {
  return (await deliveries.find(call.state.session.clientId, parameter(call, 'id'))) ?? notFound();
}

async function showOne(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { clientId } = call.state.session;
  const delivery = await deliverySeen(deps, call);
  const webhook = await deps.webhookDirectory.webhookOf(clientId, delivery.webhookId);
  const { made: attempts, event } = delivery;
  const body = event && JSON.stringify(JSON.parse(event.body.toString()), null, 2);
  showPage(call, { title: 'Entrega', body: <DeliveryPage {...{ call, delivery, attempts, webhook, body }} /> });
}

async function redeliver(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  await readForm(call, deps);
  const delivery = await deliverySeen(deps, call);
  await mustEdit(deps, call);
  const webhook = await deps.webhookDirectory.webhookOf(call.state.session.clientId, delivery.webhookId);
  const isClosed = webhook === null || (webhook.status === 'INACTIVE' && delivery.origin !== 'TEST');
  const count = isClosed ? 0 : await deps.requestedDeliveries.redeliver(webhook, delivery);
  if (count > 0) notice(call, 'Reenvio agendado, com outro identificador de entrega');
  else
    notice(
      call,
      isClosed
        ? 'O webhook está inativo ou foi excluído: nada foi reenviado'
        : 'O webhook não recebe mais este evento, ou o conteúdo não é mais guardado: nada foi reenviado',
      'warn',
    );
  redirectTo(call, `${DELIVERIES}?webhookId=${delivery.webhookId}`);
}
