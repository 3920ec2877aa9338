// /console/entregas: what was or will be sent to webhooks, and one delivery with what was sent.
import { eventTypes, publicEventTypes, type PublicEventType } from '../../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../../domain/webhooks/fold.js';
import type {
  Delivery,
  DeliveryOrigin,
  FoundDelivery,
  MadeAttempt,
} from '../../../webhooks/delivery/deliveries.js';
import type { DeliveryFilter } from '../../../webhooks/delivery/deliveryQueue.js';
import { deliveryStatusWords } from '../../../domain/webhooks/events.js';
import {
  type Query,
  queryOf,
  type ConsoleCall,
  get,
  momentTyped,
  notFound,
  parameter,
  type ConsoleRoute,
} from '../../route.js';
import { choiceFilter, numberFilter, textFilter, timeFilter } from '../../design/Filters.js';
import { Form, LinkButton } from '../../design/Form.js';
import { column, PAGE_ROWS, stateColumn, Table, type Column } from '../../design/Table.js';
import { DateTime, State, Empty, Facts, isoOf } from '../../design/values.js';
import { mayEdit } from '../registers/change.js';
import { mayRead } from '../webhooks/query.js';
import { paginationOf } from '../../../projections/engine/pages.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { form } from '../../session/readForm.js';
import { mustEdit } from '../webhooks/Webhooks.js';
import { paths } from '../../paths.js';

const originNames: Readonly<Record<DeliveryOrigin, string>> = {
  EVENT: 'evento',
  REPLAY: 'reenvio de janela',
  REDELIVERY: 'reenvio',
  TEST: 'teste',
};

const typeName = (type: string): string => eventTypes[type as PublicEventType]?.name ?? type;

const columns: readonly Column<Delivery>[] = [
  column('Criada', 'nowrap start', ['moment', (it) => isoOf(it.createdAt)], {
    href: ({ deliveryId }) => `${paths.deliveries}/${deliveryId}`,
  }),
  column('Evento', 'end', ['text', ({ type }) => typeName(type)]),
  column('Destino', 'long line', ['text', ({ url }) => url]),
  stateColumn('Situação', 'start', ({ status }) => deliveryStatusWords[status]),
  column('Tentativas', 'number wide', ['integer', ({ attempts }) => attempts]),
  column('Última tentativa', 'nowrap wide', ['moment', ({ lastAttemptAt }) => isoOf(lastAttemptAt)]),
  column('Resposta', 'number end', ['integer', (it) => it.responseStatus]),
];

function filtersOf(query: Query, webhooks: readonly Webhook[]) {
  const choices = webhooks.map(({ webhookId, url }) => [webhookId, url.slice(0, 60)] as const);
  return {
    webhook: textFilter(query, 'Webhook', 'webhookId', { all: 'Todos', choices }),
    type: choiceFilter(query, ['Evento', 'type', 'Todos'], eventTypes),
    status: choiceFilter(query, ['Situação', 'status', 'Todas'], deliveryStatusWords),
    from: timeFilter(query, ['De', 'from'], 'datetime-local'),
    to: timeFilter(query, ['Até', 'to'], 'datetime-local'),
    response: numberFilter(query, 'Resposta', 'responseStatus'),
  };
}

/** @param count of all that were made; an earlier version of the service kept only the last one */
function Attempts({ made, count }: Readonly<{ made: readonly MadeAttempt[]; count: number }>) {
  if (count === 0) return <Empty>Nenhuma tentativa foi feita ainda: a próxima está marcada acima.</Empty>;
  return (
    <>
      <Table<MadeAttempt & Readonly<{ number: number }>>
        caption="Tentativas"
        rows={made.map((attempt, index) => ({ ...attempt, number: count - made.length + index + 1 }))}
        columns={[
          column('Nº', 'off', ({ number }) => number),
          column('Quando', 'nowrap start', ({ at }) => <DateTime at={isoOf(at)} />),
          column('Resposta', 'number end', ({ responseStatus }) => responseStatus ?? '–'),
          column('O que aconteceu', 'line', ({ error }) =>
            error === '' ? 'Aceita' : <pre class="answer">{error}</pre>,
          ),
        ]}
      />
      {made.length < count && (
        <p class="muted">Das tentativas anteriores a esta versão do serviço só a última foi guardada.</p>
      )}
    </>
  );
}

/** Why it is not sent again; null: it is. */
function closedReason(webhook: Webhook | null, { origin }: Delivery): string | null {
  if (webhook === null) return 'O webhook foi excluído.';
  return webhook.status === 'INACTIVE' && origin !== 'TEST' ? 'Ative o webhook para reenviar.' : null;
}

/** No page lies further. */
const PAGES_MAX = 100_000;

export const deliveryPages: readonly ConsoleRoute[] = [
  get(paths.deliveries, showDeliveries, mayRead),
  get(`${paths.deliveries}/{id}`, showOne, mayRead),
  form(`${paths.deliveries}/{id}/reenviar`, redeliver, { may: mayEdit }),
];

async function showDeliveries(call: ConsoleCall): Promise<void> {
  const { clientId } = call.session;
  const filters = filtersOf(queryOf(call), await call.deps.webhookDirectory.webhooksOf(clientId));
  const { webhook, type, status, from, to, response } = filters;
  const until = momentTyped(to.value ?? '');
  const filter: DeliveryFilter = {
    clientId,
    hidden: [],
    types: type.value === undefined ? publicEventTypes : [type.value],
    webhookId: webhook.value,
    status: status.value,
    responseStatus: response.value,
    from: momentTyped(from.value ?? '') ?? undefined,
    to: until === null ? undefined : until + 59_999,
  };
  await showList(call, {
    title: 'Entregas',
    fileName: 'entregas',
    columns,
    filters: Object.values(filters),
    async rows(page) {
      const at = Math.min(PAGES_MAX, page);
      const range = { skip: (at - 1) * PAGE_ROWS, limit: PAGE_ROWS };
      const { rows, total } = await call.deps.deliveries.list(filter, range);
      return { rows, pagination: paginationOf(at, PAGE_ROWS, total) };
    },
    empty: 'Nada foi enviado ainda: os eventos de um webhook ativo aparecem aqui.',
    none: 'Nenhuma entrega com este filtro.',
  });
}

/** @throws ConsoleRefused PageNotFound */
async function deliverySeen(call: ConsoleCall): Promise<FoundDelivery> {
  const { deliveries } = call.deps;
  return (await deliveries.find(call.session.clientId, parameter(call, 'id'))) ?? notFound();
}

async function showOne(call: ConsoleCall): Promise<void> {
  const { clientId } = call.session;
  const delivery = await deliverySeen(call);
  const webhook = await call.deps.webhookDirectory.webhookOf(clientId, delivery.webhookId);
  const { made, event } = delivery;
  const reason = closedReason(webhook, delivery);
  showPage(call, {
    title: 'Entrega',
    actions: <LinkButton href={paths.deliveries}>Entregas</LinkButton>,
    body: (
      <>
        <Facts
          of={{
            Evento: `${typeName(delivery.type)} (${originNames[delivery.origin]})`,
            Identificadores: [delivery.deliveryId, <br />, delivery.eventId],
            Destino: delivery.url,
            Situação: <State {...deliveryStatusWords[delivery.status]} />,
            'Próxima tentativa': <DateTime at={isoOf(delivery.nextAttemptAt)} />,
          }}
        />
        <h2>Tentativas</h2>
        <Attempts made={made} count={delivery.attempts} />
        {mayEdit(call.session.access) && (
          <Form action={`${paths.deliveries}/${delivery.deliveryId}/reenviar`}>
            <button class="primary" disabled={reason !== null}>
              Reenviar
            </button>
            {reason !== null && <p class="muted">{reason}</p>}
          </Form>
        )}
        <h2>O que foi enviado</h2>
        {event === null ? (
          <Empty>O conteúdo do evento não é mais guardado.</Empty>
        ) : (
          <pre class="answer" tabindex={0}>
            {JSON.stringify(JSON.parse(event.body.toString()), null, 2)}
          </pre>
        )}
      </>
    ),
  });
}

async function redeliver(call: ConsoleCall) {
  const delivery = await deliverySeen(call);
  await mustEdit(call);
  const webhook = await call.deps.webhookDirectory.webhookOf(call.session.clientId, delivery.webhookId);
  const isClosed = closedReason(webhook, delivery) !== null;
  const count =
    webhook === null || isClosed ? 0 : await call.deps.requestedDeliveries.redeliver(webhook, delivery);
  const to = `${paths.deliveries}?webhookId=${delivery.webhookId}`;
  if (count > 0) return { told: 'Reenvio agendado, com outro identificador de entrega', to };
  const told = isClosed
    ? 'O webhook está inativo ou foi excluído: nada foi reenviado'
    : 'O webhook não recebe mais este evento, ou o conteúdo não é mais guardado: nada foi reenviado';
  return { told, kind: 'warn' as const, to };
}
