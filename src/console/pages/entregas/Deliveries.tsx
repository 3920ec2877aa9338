// The list of deliveries with its filters, and one delivery with what was sent.
import { publicEventTypes, type PublicEventType } from '../../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../../domain/webhooks/fold.js';
import { wholeNumber } from '../../../messages/formats.js';
import { eventTypeTexts } from '../../../messages/webhooks.js';
import { deliveryStatuses, type Delivery, type MadeAttempt } from '../../../webhooks/delivery/deliveryQueue.js';
import { Choice } from '../../design/filters.js';
import { Form } from '../../design/Form.js';
import { Pagination, Table } from '../../design/Table.js';
import { DateTime, Empty } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { mayEdit } from '../registers/change.js';
import { DELIVERIES, deliveryNames, originNames } from '../webhooks/labels.js';

export const PAGE_DELIVERIES = 100;

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const typeName = (type: string): string => eventTypeTexts[type as PublicEventType]?.name ?? type;

type Props = Readonly<{
  call: ConsoleCall;
  webhooks: readonly Webhook[];
  rows: readonly Delivery[];
  total: number;
  page: number;
}>;

export function Deliveries({ call, webhooks, rows, total, page }: Props) {
  return (
    <>
      <Filters call={call} webhooks={webhooks} />
      {rows.length === 0 ? (
        <Empty>{call.querystring === '' ? 'Nada foi enviado ainda.' : 'Nenhuma entrega com este filtro.'}</Empty>
      ) : (
        <Table
          stacked
          caption={`Entregas, ${wholeNumber(total)}`}
          head={
            <>
              <th>Criada</th>
              <th>Evento</th>
              <th>Destino</th>
              <th>Situação</th>
              <th class="number">Tentativas</th>
              <th>Última tentativa</th>
              <th class="number">Resposta</th>
            </>
          }
        >
          {rows.map((row) => (
            <tr>
              <td class="text-nowrap">
                <a href={`${DELIVERIES}/${row.deliveryId}`}>
                  <DateTime at={iso(row.createdAt)} />
                </a>
              </td>
              <td data-label="Evento">{typeName(row.type)}</td>
              <td class="url" data-label="Destino">
                {row.url}
              </td>
              <td data-label="Situação">
                <Status delivery={row} />
              </td>
              <td class="number" data-label="Tentativas">
                {row.attempts}
              </td>
              <td class="text-nowrap" data-label="Última tentativa">
                <DateTime at={iso(row.lastAttemptAt)} />
              </td>
              <td class="number" data-label="Resposta">
                {row.responseStatus ?? '–'}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pagination
        address={new URLSearchParams(call.querystring)}
        path={DELIVERIES}
        page={page}
        pages={Math.ceil(total / PAGE_DELIVERIES)}
        total={total}
      />
    </>
  );
}

function Status({ delivery: { status } }: Readonly<{ delivery: Delivery }>) {
  const [tone, name] = deliveryNames[status];
  return <span class={`badge text-bg-${tone}`}>{name}</span>;
}

function Filters({ call, webhooks }: Pick<Props, 'call' | 'webhooks'>) {
  const asked = new URLSearchParams(call.querystring);
  return (
    <form method="get" action={DELIVERIES} class="filters">
      <Choice label="Webhook" name="webhookId" value={asked.get('webhookId')} all="Todos">
        {webhooks.map(({ webhookId, url }) => [webhookId, url.slice(0, 60)])}
      </Choice>
      <Choice label="Evento" name="type" value={asked.get('type')} all="Todos">
        {publicEventTypes.map((type) => [type, eventTypeTexts[type].name])}
      </Choice>
      <Choice label="Situação" name="status" value={asked.get('status')} all="Todas">
        {deliveryStatuses.map((status) => [status, deliveryNames[status][1]])}
      </Choice>
      <label>
        Resposta
        <input
          name="responseStatus"
          class="form-control form-control-sm"
          inputMode="numeric"
          size={5}
          value={asked.get('responseStatus') ?? ''}
        />
      </label>
      <MomentFilter label="De" name="from" value={asked.get('from')} />
      <MomentFilter label="Até" name="to" value={asked.get('to')} />
      <button class="btn btn-sm btn-outline-secondary">Filtrar</button>
    </form>
  );
}

type MomentProps = Readonly<{ label: string; name: string; value: string | null }>;

function MomentFilter({ label, name, value }: MomentProps) {
  return (
    <label>
      {label}
      <input type="datetime-local" name={name} class="form-control form-control-sm" value={value ?? ''} />
    </label>
  );
}

type OneProps = Readonly<{
  call: ConsoleCall;
  delivery: Delivery;
  attempts: readonly MadeAttempt[];
  /** Null: the webhook was removed. */
  webhook: Webhook | null;
  /** Null: no longer stored. */
  body: string | null;
}>;

export function DeliveryPage({ call, delivery, attempts, webhook, body }: OneProps) {
  const reason = webhook === null ? 'O webhook foi excluído.' : inactiveReason(webhook, delivery);
  return (
    <>
      <dl class="facts">
        <dt>Evento</dt>
        <dd>
          {typeName(delivery.type)} ({originNames[delivery.origin]})
        </dd>
        <dt>Identificadores</dt>
        <dd>
          {delivery.deliveryId}
          <br />
          {delivery.eventId}
        </dd>
        <dt>Destino</dt>
        <dd>{delivery.url}</dd>
        <dt>Situação</dt>
        <dd>
          <Status delivery={delivery} />
        </dd>
        <dt>Próxima tentativa</dt>
        <dd>
          <DateTime at={iso(delivery.nextAttemptAt)} />
        </dd>
      </dl>
      <h2>Tentativas</h2>
      <Attempts made={attempts} count={delivery.attempts} />
      {mayEdit(call.state.session.access) && (
        <Form call={call} action={`${DELIVERIES}/${delivery.deliveryId}/reenviar`}>
          <button class="btn btn-primary" disabled={reason !== null}>
            Reenviar
          </button>
          {reason !== null && <p class="text-secondary">{reason}</p>}
        </Form>
      )}
      <h2>O que foi enviado</h2>
      {body === null ? (
        <Empty>O conteúdo do evento não é mais guardado.</Empty>
      ) : (
        <pre class="answer" tabindex={0}>
          {body}
        </pre>
      )}
    </>
  );
}

/** @param count of all that were made; an earlier version of the service kept only the last one */
function Attempts({ made, count }: Readonly<{ made: readonly MadeAttempt[]; count: number }>) {
  if (count === 0) return <Empty>Nenhuma tentativa foi feita ainda.</Empty>;
  return (
    <>
      <Table
        stacked
        caption="Tentativas"
        head={
          <>
            <th scope="col" class="number">
              Nº
            </th>
            <th scope="col">Quando</th>
            <th scope="col" class="number">
              Resposta
            </th>
            <th scope="col">O que aconteceu</th>
          </>
        }
      >
        {made.map(({ at, responseStatus, error }, index) => (
          <tr>
            <td class="number" data-label="Nº">
              {count - made.length + index + 1}
            </td>
            <td class="text-nowrap" data-label="Quando">
              <DateTime at={iso(at)} />
            </td>
            <td class="number" data-label="Resposta">
              {responseStatus ?? '–'}
            </td>
            <td data-label="O que aconteceu">{error === '' ? 'Aceita' : <pre class="answer">{error}</pre>}</td>
          </tr>
        ))}
      </Table>
      {made.length < count && (
        <p class="text-secondary">Das tentativas anteriores a esta versão do serviço só a última foi guardada.</p>
      )}
    </>
  );
}

function inactiveReason({ status }: Webhook, { origin }: Delivery): string | null {
  return status === 'INACTIVE' && origin !== 'TEST' ? 'Ative o webhook para reenviar.' : null;
}
